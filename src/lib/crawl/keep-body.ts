import { single } from '../http/index.ts'
import type { Representation } from '../interface/index.ts'
import {
  type Draft,
  type FileSink,
  type Generation,
  type ManifestRecord,
  originalOf,
} from '../snapshot/index.ts'
import { type Body, parseContentType } from './body.ts'
import type { FetchResult } from './client.ts'
import { isWhole } from './intact.ts'
import { findPagingHeaders } from './partial.ts'
import { maxAgeOf, validatorsOf } from './validators.ts'

interface KeepContext {
  readonly draft: Draft
  readonly current: Generation | undefined
  readonly now: () => Date
  readonly cacheControl?: 'obey' | 'ignore' | undefined
}

/** Stores an accepted body in the draft, or links the stored file if the bytes are the same. Returns its record. */
export function keepBody(
  context: KeepContext,
  representation: Representation,
  path: string,
  body: Body,
  answer: FetchResult,
): ManifestRecord {
  const { draft, current, now } = context
  const { resource, format } = representation
  const { mediaType, charset } = parseContentType(single(answer.headers['content-type']))
  const validators = validatorsOf(answer)
  const pagingHeaders = findPagingHeaders(answer.headers)
  const maxAge = context.cacheControl === 'obey' ? maxAgeOf(answer) : undefined
  const described = {
    path,
    operation: resource.operation,
    ...('code' in resource && { code: resource.code }),
    format,
    address: answer.address,
    status: 200,
    ...(mediaType && { mediaType }),
    ...(charset && { charset }),
    ...validators,
    ...(pagingHeaders && { pagingHeaders }),
    fetchedAt: now().toISOString(),
    ...(maxAge !== undefined && { maxAge }),
  }
  const foreign =
    format === 'json' ? body.encoding() !== 'utf-8' : format === 'xml' && !body.isSelfDescribing()
  if (foreign) return transcode(context, described, body.file, body.encoding())
  const { sha256, bytes } = body.file.digest()
  const stored = current?.find(path)
  if (current && stored?.sha256 === sha256 && isWhole(current, stored)) {
    body.file.drop()
    draft.carry(current, path)
    const { changedAt } = stored
    return { ...described, state: 'unchanged', sha256, bytes, ...(changedAt && { changedAt }) }
  }
  const changedAt = changeTime(validators.lastModified, stored?.changedAt, now())
  body.file.keep(changedAt)
  return { ...described, state: 'fetched', sha256, bytes, changedAt: changedAt.toISOString() }
}

/**
 * The change time of bytes that differ from the stored copy: the Last-Modified of the origin, unless it is in the future or not later than
 * the previous change time (`stored`). With a time that does not advance, hosts would answer 304 for the new bytes. In whole seconds, like
 * file times and HTTP dates.
 */
function changeTime(lastModified: string | undefined, stored: string | undefined, now: Date): Date {
  const stated = Date.parse(lastModified ?? '')
  const before = Date.parse(stored ?? '')
  const isInvalid = Number.isNaN(stated) || stated > now.getTime() || stated < 0 || stated <= before
  const seconds = Math.floor((isInvalid ? now.getTime() : stated) / 1000)
  return new Date((seconds * 1000 <= before ? Math.floor(before / 1000) + 1 : seconds) * 1000)
}

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
    original: arrived,
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
