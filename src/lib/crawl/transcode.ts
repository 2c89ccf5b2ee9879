import {
  type Draft,
  type FileSink,
  type Generation,
  type ManifestRecord,
  originalOf,
} from '../snapshot/index.ts'
import { changeTime } from './change-time.ts'

/**
 * JSON that did not arrive as UTF-8 cannot be served truthfully by a static host (RFC 8259, 8.1): it is published in UTF-8,
 * marked `derived`, and the bytes that came are kept beside it in the snapshot. Bytes that are the same in both stay the origin's.
 */
export function transcode(
  { draft, current, now }: { draft: Draft; current: Generation | undefined; now: () => Date },
  described: Omit<ManifestRecord, 'state'>,
  file: FileSink,
  encoding: string,
): ManifestRecord {
  const { path, lastModified } = described
  const held = current?.find(path)
  const arrivedAt = changeTime(lastModified, held?.changedAt, now())
  const arrived = file.digest()
  draft.keepAt(originalOf(path), file, arrivedAt)
  const sink = draft.open(path)
  const decoder = new TextDecoder(encoding)
  for (const chunk of draft.source(originalOf(path))())
    sink.write(Buffer.from(decoder.decode(chunk, { stream: true })))
  sink.write(Buffer.from(decoder.decode()))
  const { sha256, bytes } = sink.digest()
  const changedAt = held?.sha256 === sha256 && held.changedAt ? new Date(held.changedAt) : arrivedAt
  sink.keep(changedAt)
  if (sha256 === arrived.sha256) {
    draft.discard(originalOf(path))
    const state = held?.sha256 === sha256 ? 'unchanged' : 'fetched'
    return { ...described, state, sha256, bytes, changedAt: changedAt.toISOString() }
  }
  // The charset it was sent with is not that of the bytes published.
  const { charset: _, ...rest } = described
  const reason = `The origin sent it in ${encoding}; it is published in UTF-8.`
  return {
    ...rest,
    state: 'derived',
    derivedFrom: 'json',
    reason,
    sha256,
    bytes,
    changedAt: changedAt.toISOString(),
  }
}
