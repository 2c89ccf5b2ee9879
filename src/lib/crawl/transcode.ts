import {
  type Draft,
  type FileSink,
  type Generation,
  type ManifestRecord,
  originalOf,
} from '../snapshot/index.ts'
import { changeTime } from './change-time.ts'

/**
 * Converts documents that a static host cannot label correctly to UTF-8, in state `derived`, and stores the original bytes next to them:
 * JSON that is not UTF-8 (RFC 8259, 8.1), and XML whose encoding is only in its header (RFC 7303, 3).
 */
export function transcode(
  { draft, current, now }: { draft: Draft; current: Generation | undefined; now: () => Date },
  described: Omit<ManifestRecord, 'state'>,
  file: FileSink,
  encoding: string,
): ManifestRecord {
  const { path, lastModified } = described
  const stored = current?.find(path)
  const arrivedAt = changeTime(lastModified, stored?.changedAt, now())
  const arrived = file.digest()
  draft.keepAt(originalOf(path), file, arrivedAt)
  const sink = draft.open(path)
  const decoder = new TextDecoder(encoding)
  let begun = false
  for (const chunk of draft.source(originalOf(path))()) {
    const text = decoder.decode(chunk, { stream: true })
    sink.write(Buffer.from(begun ? text : withoutEncoding(text)))
    begun = true
  }
  sink.write(Buffer.from(decoder.decode()))
  const { sha256, bytes } = sink.digest()
  const changedAt = stored?.sha256 === sha256 && stored.changedAt ? new Date(stored.changedAt) : arrivedAt
  sink.keep(changedAt)
  if (sha256 === arrived.sha256) {
    draft.discard(originalOf(path))
    const state = stored?.sha256 === sha256 ? 'unchanged' : 'fetched'
    return { ...described, state, sha256, bytes, changedAt: changedAt.toISOString() }
  }
  // The charset header no longer describes the published bytes.
  const { charset: _, ...rest } = described
  const reason = `The origin sent it in ${encoding}; it is published in UTF-8.`
  return {
    ...rest,
    state: 'derived',
    derivedFrom: described.format,
    reason,
    reasonCode: 'recoded',
    reasonFacts: { encoding },
    sha256,
    bytes,
    changedAt: changedAt.toISOString(),
  }
}

// Removes the encoding from an xml declaration; without one, xml is UTF-8 (XML 1.0, 4.3.3).
function withoutEncoding(text: string): string {
  const end = text.startsWith('<?xml') ? text.indexOf('?>') : -1
  const found = end < 0 ? null : /\sencoding\s*=\s*(?:"[^"]*"|'[^']*')/.exec(text.slice(0, end))
  if (found === null) return text
  return text.slice(0, found.index).trimEnd() + text.slice(found.index + found[0].length)
}
