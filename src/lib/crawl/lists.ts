import {
  DATA_FORMATS,
  type DataFormat,
  type DeclaredLists,
  fileOf,
  listsOf,
  type Representation,
} from '../interface/index.ts'

/** The representations of the lists: in these formats, unless a list is declared to be html only, or not there. */
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

/** The lists that came in neither data format though they should have, so that their html is the last resort. */
export function listsWithout(paths: ReadonlySet<string>, declared: DeclaredLists = {}): Representation[] {
  return listsOf(declared)
    .filter(
      (operation) =>
        declared[operation] === undefined &&
        !DATA_FORMATS.some((format) => paths.has(fileOf({ resource: { operation }, format }))),
    )
    .map((operation) => ({ resource: { operation }, format: 'html' }))
}
