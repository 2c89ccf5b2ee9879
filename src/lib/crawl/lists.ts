import { type Format, fileOf, LISTS, type Representation } from '../interface/index.ts'

/** The representations of the lists in some formats. */
export function listRepresentations(formats: readonly Format[]): Representation[] {
  return LISTS.flatMap((resource) => formats.map((format) => ({ resource, format })))
}

/** The lists that came in neither data format, so that their html is the last resort. */
export function listsWithout(paths: ReadonlySet<string>): Representation[] {
  return LISTS.filter(
    (resource) => !(['json', 'xml'] as const).some((format) => paths.has(fileOf({ resource, format }))),
  ).map((resource) => ({ resource, format: 'html' }))
}
