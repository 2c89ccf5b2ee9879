import { DATA_FORMATS, type DataFormat, fileOf, otherFormat, type Resource } from '../interface/index.ts'
import { eachRecord, UnreadableDocument } from '../reading/index.ts'
import type { Draft, Generation, ManifestRecord } from '../snapshot/index.ts'
import { deriveRecord } from './derive.ts'

const NOT_ASKED = 'The config says that the origin does not have this format.'

/**
 * Fills what is missing of json and xml from the other one, else from html. Changes `records` in place;
 * a quarantined record gives way to a derived one.
 */
export function deriveMissing(
  draft: Draft,
  current: Generation | undefined,
  records: Map<string, ManifestRecord>,
  resources: readonly Resource[],
  html: ReadonlyMap<string, ManifestRecord>,
): void {
  for (const resource of resources) {
    for (const format of DATA_FORMATS) {
      const path = fileOf({ resource, format })
      const missing = records.get(path)
      if (missing !== undefined && missing.state !== 'quarantined') continue
      const derived = findDerived(
        draft,
        current,
        records,
        resource,
        format,
        html,
        missing?.reason ?? NOT_ASKED,
      )
      if (derived) records.set(path, derived)
    }
  }
}

/** A page without a table or list of links holds no data: it may be a page to log in, or to say sorry. */
export function isProse(draft: Draft, { path, format, charset }: ManifestRecord): boolean {
  if (format !== 'html') return false
  const hint = { format, ...(charset && { charset }) }
  return ['tree', 'empty'].includes(eachRecord(draft.source(path), hint, () => false).shape)
}

function findDerived(
  draft: Draft,
  current: Generation | undefined,
  records: ReadonlyMap<string, ManifestRecord>,
  resource: Resource,
  format: DataFormat,
  html: ReadonlyMap<string, ManifestRecord>,
  reason: string,
): ManifestRecord | undefined {
  const twin = records.get(fileOf({ resource, format: otherFormat(format) }))
  const own =
    twin?.sha256 !== undefined && (twin.derivedFrom === undefined || twin.derivedFrom === twin.format)
      ? twin
      : undefined
  const source = own ?? html.get(fileOf({ resource, format: 'html' }))
  if (source === undefined) return undefined
  try {
    if (isProse(draft, source)) return undefined
    return deriveRecord(draft, current, resource, source, format, reason)
  } catch (error) {
    if (error instanceof UnreadableDocument) return undefined
    throw error
  }
}
