import { type DescriptorObject, findText } from './descriptor.ts'

/** A supported kind of data. */
export type DataKind = (typeof KINDS)[number]

const KINDS = ['csv', 'tsv', 'json', 'geojson', 'topojson'] as const

/** The kind of data of a resource, from its format, else its file name; undefined if it is not supported. */
export function findKind(resource: DescriptorObject): DataKind | undefined {
  const named = findText(resource, 'format') ?? extensionOf(findText(resource, 'path'))
  if (named === undefined) return resource.data === undefined ? undefined : 'json'
  const format = named.toLowerCase().replace(/^\./, '')
  return KINDS.find((kind) => kind === format)
}

/** The name of an unsupported kind, for the reason why it is left out. */
export function nameFormat(resource: DescriptorObject): string {
  return (
    findText(resource, 'format')?.replace(/^\./, '') ?? extensionOf(findText(resource, 'path')) ?? 'unknown'
  )
}

function extensionOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : /\.([^./\\]+)$/.exec(path)?.[1]
}
