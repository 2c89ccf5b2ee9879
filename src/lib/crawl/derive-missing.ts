import { DATA_FORMATS, type DataFormat, fileOf, otherFormat, type Resource } from '../interface/index.ts'
import { eachRecord, UnreadableDocument } from '../reading/index.ts'
import type { Draft, Generation, ManifestRecord } from '../snapshot/index.ts'
import { type DerivingRoom, deriveRecord, hintOf, type Why } from './derive.ts'

const NOT_ASKED = {
  reason: 'According to the config, the origin does not have this format.',
  reasonCode: 'format-not-offered',
}

/**
 * Derives missing json and xml from the other format, else from html, and replaces the missing records in `records`. Returns, by path, why
 * a copy could not be derived.
 */
export function deriveMissing(
  draft: Draft,
  current: Generation | undefined,
  records: Map<string, ManifestRecord>,
  resources: readonly Resource[],
  html: ReadonlyMap<string, ManifestRecord>,
  room: DerivingRoom,
): ReadonlyMap<string, string> {
  const refused = new Map<string, string>()
  for (const resource of resources) {
    for (const to of DATA_FORMATS) {
      const path = fileOf({ resource, format: to })
      const missing = records.get(path)
      if (missing !== undefined && missing.state !== 'missing') continue
      const source = findSource(records, resource, to, html)
      if (source === undefined || isPageWithoutData(draft, source)) continue
      try {
        const why = missing ? whyOf(missing) : NOT_ASKED
        const derived = deriveRecord(draft, current, resource, source, to, why, room)
        const doubted = missing?.doubted && { doubted: missing.doubted }
        records.set(path, { ...derived, ...doubted })
      } catch (error) {
        if (!(error instanceof UnreadableDocument)) throw error
        if (error.fault === 'large')
          refused.set(
            path,
            `it could not be derived from ${source.format}: ${error.message.replace(/\.$/, '')}`,
          )
      }
    }
  }
  return refused
}

function whyOf({ reason, reasonCode, reasonFacts }: ManifestRecord): Why {
  return { ...(reason && { reason }), ...(reasonCode && { reasonCode }), ...(reasonFacts && { reasonFacts }) }
}

/** A page without a table or list of links contains no data: it may be a login or an error page. */
export function isPageWithoutData(draft: Draft, record: ManifestRecord): boolean {
  const { path, format } = record
  if (format !== 'html') return false
  const hint = hintOf(record)
  try {
    return ['tree', 'empty'].includes(eachRecord(draft.source(path), hint, () => false).shape)
  } catch (error) {
    if (error instanceof UnreadableDocument) return true
    throw error
  }
}

function findSource(
  records: ReadonlyMap<string, ManifestRecord>,
  resource: Resource,
  to: DataFormat,
  html: ReadonlyMap<string, ManifestRecord>,
): ManifestRecord | undefined {
  const twin = records.get(fileOf({ resource, format: otherFormat(to) }))
  const own =
    twin?.sha256 !== undefined && (twin.derivedFrom === undefined || twin.derivedFrom === twin.format)
      ? twin
      : undefined
  return own ?? html.get(fileOf({ resource, format: 'html' }))
}
