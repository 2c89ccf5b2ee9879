import { type DataFormat, fileOf, type Resource } from '../interface/index.ts'
import { type DocumentHint, deriveDocument, UnreadableDocument } from '../reading/index.ts'
import type { Draft, Generation, ManifestRecord } from '../snapshot/index.ts'

/** Why a copy is derived: a sentence, its code and its facts. */
export type Why = Pick<ManifestRecord, 'reason' | 'reasonCode' | 'reasonFacts'>

/** Limits of derived copies, in bytes: the same as for fetched ones. */
export interface DerivingRoom {
  readonly maxBodyBytes: number
  readonly maxListBytes: number
  readonly maxTotalBytes: number
  /** What remains of `maxTotalBytes`. */
  left: number
}

function limitOf(room: DerivingRoom, { operation }: Resource): { most: number; what: string } {
  const isList = operation !== 'get_dataset' && room.maxListBytes < room.maxBodyBytes
  const key = isList ? 'maxListBytes' : 'maxBodyBytes'
  return room.left < room[key]
    ? {
        most: room.left,
        what: `what remains of the ${room.maxTotalBytes} bytes of a run (the config key maxTotalBytes)`,
      }
    : { most: room[key], what: `${room[key]} bytes (the config key ${key})` }
}

/** How to read the bytes of a record. */
export function hintOf({ operation, format, charset }: ManifestRecord): DocumentHint {
  return { format, charset, ...(operation !== 'get_dataset' && { list: operation }) }
}

/**
 * Derives one data format of a resource from another format of the origin, into the draft. The change time is that of the source, so the
 * same source always gives the same record.
 */
export function deriveRecord(
  draft: Draft,
  current: Generation | undefined,
  resource: Resource,
  from: ManifestRecord,
  to: DataFormat,
  why: Why,
  room: DerivingRoom,
): ManifestRecord {
  const path = fileOf({ resource, format: to })
  const sink = draft.open(path)
  const hint = hintOf(from)
  try {
    const limit = limitOf(room, resource)
    let bytes = 0
    deriveDocument(draft.source(from.path), hint, to, (text) => {
      const chunk = Buffer.from(text)
      bytes += chunk.length
      if (bytes > limit.most) throw new UnreadableDocument('large', `It would exceed ${limit.what}.`)
      sink.write(chunk)
    })
    room.left -= bytes
  } catch (error) {
    sink.drop()
    throw error
  }
  const { sha256, bytes } = sink.digest()
  const stored = current?.find(path)
  const changedAt =
    (stored?.sha256 === sha256 ? stored.changedAt : undefined) ?? from.changedAt ?? new Date(0).toISOString()
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
    ...why,
  }
}
