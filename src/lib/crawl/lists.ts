import {
  DATA_FORMATS,
  type DataFormat,
  type DeclaredLists,
  fileOf,
  listsOf,
  type Representation,
} from '../interface/index.ts'

/** The representations of the lists in these formats. Declared html lists have only html; declared absent ones are left out. */
export function listRepresentations(
  formats: readonly DataFormat[],
  declared: DeclaredLists = {},
): Representation[] {
  return listsOf(declared).flatMap((operation) =>
    (declared[operation] === 'html' ? (['html'] as const) : formats).map((format) => ({
      resource: { operation },
      format,
    })),
  )
}

/** The lists that could be fetched in neither data format, for which html is the fallback. Declared ones are left out. */
export function listsWithout(paths: ReadonlySet<string>, declared: DeclaredLists = {}): Representation[] {
  return listsOf(declared)
    .filter(
      (operation) =>
        declared[operation] === undefined &&
        !DATA_FORMATS.some((format) => paths.has(fileOf({ resource: { operation }, format }))),
    )
    .map((operation) => ({ resource: { operation }, format: 'html' }))
}
