import { type DescriptorObject, findText } from './descriptor.ts'

/** A kind of data this origin can publish. */
export type DataKind = (typeof KINDS)[number]

const KINDS = ['csv', 'tsv', 'json', 'geojson', 'topojson'] as const

/** The kind of data a resource holds, from its format, else its file name; undefined when this origin publishes no such kind. */
export function findKind(resource: DescriptorObject): DataKind | undefined {
  const named = findText(resource, 'format') ?? extensionOf(findText(resource, 'path'))
  if (named === undefined) return resource.data === undefined ? undefined : 'json'
  const format = named.toLowerCase().replace(/^\./, '')
  return KINDS.find((kind) => kind === format)
}

/** What to call a kind that is not published, in the reason for leaving it out. */
export function nameFormat(resource: DescriptorObject): string {
  return (
    findText(resource, 'format')?.replace(/^\./, '') ?? extensionOf(findText(resource, 'path')) ?? 'unknown'
  )
}

function extensionOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : /\.([^./\\]+)$/.exec(path)?.[1]
}
