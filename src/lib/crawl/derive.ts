import { type DataFormat, type Format, fileOf, type Resource } from '../interface/index.ts'
import { deriveDocument } from '../reading/index.ts'
import type { Draft, Generation, ManifestRecord } from '../snapshot/index.ts'

/**
 * Makes one data format of a resource from another format the origin gave, into the draft.
 * Its change time is that of its source, so that the same source always gives the same record.
 */
export function deriveRecord(
  draft: Draft,
  current: Generation | undefined,
  resource: Resource,
  from: ManifestRecord,
  to: DataFormat,
  reason: string,
): ManifestRecord {
  const path = fileOf({ resource, format: to })
  const sink = draft.open(path)
  const hint = { format: from.format as Format, ...(from.charset && { charset: from.charset }) }
  try {
    deriveDocument(draft.source(from.path), hint, to, (text) => sink.write(Buffer.from(text)))
  } catch (error) {
    sink.drop()
    throw error
  }
  const { sha256, bytes } = sink.digest()
  const held = current?.find(path)
  const changedAt =
    (held?.sha256 === sha256 ? held.changedAt : undefined) ?? from.changedAt ?? new Date(0).toISOString()
  sink.keep(new Date(changedAt))
  return {
    path,
    operation: resource.operation,
    ...('code' in resource && { code: resource.code }),
    format: to,
    state: 'derived',
    address: from.address,
    derivedFrom: from.format,
    sha256,
    bytes,
    ...(from.fetchedAt && { fetchedAt: from.fetchedAt }),
    changedAt,
    reason,
  }
}
