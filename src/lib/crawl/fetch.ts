import { FetchFailure, findNoCodings, type OriginAnswer, single } from '../http/index.ts'
import { fileOf, type Representation } from '../interface/index.ts'
import { type FileSink, type Generation, type ManifestRecord, originalOf } from '../snapshot/index.ts'
import { type Body, type BodyContext, openBody, parseContentType } from './body.ts'
import type { Client, FetchResult } from './client.ts'
import { carryCopy, hasSoundOriginal, isIntact, isWhole } from './copies.ts'
import { findPagingHeaders } from './partial.ts'

export interface FetchContext extends BodyContext {
  readonly client: Client
  readonly current: Generation | undefined
  readonly now: () => Date
  /** Whether the `max-age` of answers is noted. */
  readonly cacheControl?: 'obey' | 'ignore' | undefined
  /** Paths of bodies that contain names which may indicate paging. */
  readonly mayHavePaging: Set<string>
  /** Paths of copies that are requested without validators. */
  readonly renewed: ReadonlySet<string>
  /** Called with a sentence about what is wrong with an accepted answer. */
  readonly onRemark: (representation: Representation, message: string) => void
  /** Called with a name in a Content-Encoding that is no content coding. */
  readonly onNoCoding: (coding: string, address: string) => void
}

/** Fetches one representation and stores an accepted body in the draft. Throws {@link FetchFailure}; then the draft is unchanged. */
export async function fetchRepresentation(
  context: FetchContext,
  representation: Representation,
): Promise<ManifestRecord> {
  const path = fileOf(representation)
  const { draft, current } = context
  const resumed = draft.resumed.get(path)
  if (resumed) return resumed
  const stored = draft.earlier.get(path) ?? current?.find(path)
  const record = await fetchOrRevalidate(context, representation, path, stored)
  draft.note(record)
  const doubt = stored?.sha256 && findDoubt(stored, record, record.sha256 !== stored.sha256)
  if (doubt) context.onRemark(representation, doubt)
  return record
}

async function fetchOrRevalidate(
  context: FetchContext,
  representation: Representation,
  path: string,
  stored: ManifestRecord | undefined,
): Promise<ManifestRecord> {
  const { current, draft, now, renewed } = context
  const isConditional = stored?.sha256 !== undefined && !renewed.has(path)
  const validators = isConditional ? usableValidators(stored) : {}
  const { answer, record } = await send(context, representation, path, validators)
  if (record) return record
  const received = validatorsOf(answer)
  const allowed = context.cacheControl === 'obey' ? maxAgeOf(answer) : undefined
  const vouched = {
    ...{ address: answer.address, status: 304, ...received, fetchedAt: now().toISOString() },
    ...(allowed !== undefined && { maxAge: allowed }),
  }
  if (stored && vouchesFor(stored, received)) {
    if (draft.earlier.get(path) === stored) {
      draft.useEarlier(path)
      return { ...stored, ...vouched }
    }
    const { startedAt } = draft
    if (current && isIntact(current, stored, startedAt) && hasSoundOriginal(current, stored, startedAt))
      return { ...confirmed(carryCopy({ draft, current, remarks: [] }, stored)), ...vouched }
  }
  const whole = await send(context, representation, path, {})
  return whole.record as ManifestRecord
}

// The record of a copy that the origin has just confirmed, without the details of earlier failed runs.
function confirmed({
  since: _,
  evidence: __,
  doubted: ___,
  reasonCode,
  reasonFacts,
  reason,
  ...stored
}: ManifestRecord): ManifestRecord {
  return stored.derivedFrom === undefined
    ? { ...stored, state: 'unchanged' }
    : {
        ...stored,
        ...(reason && { reason }),
        ...(reasonCode === 'recoded' && { reasonCode, ...(reasonFacts && { reasonFacts }) }),
        state: 'derived',
      }
}

/** Sends one request. There is no record after a 304, which is only valid for a conditional request. */
async function send(
  context: FetchContext,
  representation: Representation,
  path: string,
  validators: Validators,
): Promise<{ answer: FetchResult; record: ManifestRecord | undefined }> {
  let body: Body | undefined
  try {
    const answer = await context.client.get({
      representation,
      ...validators,
      open(head, address) {
        body?.file.drop()
        body = openBody(context, representation, path, head, address)
        return body
      },
    })
    if (answer.status === 200 && body) {
      const record = keepBody(context, representation, path, body, answer)
      if (body.mayHavePaging()) context.mayHavePaging.add(path)
      for (const coding of findNoCodings(answer.headers['content-encoding']))
        context.onNoCoding(coding, answer.address)
      return { answer, record }
    }
    // The body of an earlier attempt, not of the last one.
    body?.file.drop()
    if (Object.keys(validators).length > 0) return { answer, record: undefined }
    const message = 'answered 304 to an unconditional request'
    throw new FetchFailure('status', answer.address, message, { status: 304 })
  } catch (error) {
    body?.file.drop()
    throw error
  }
}

/** Stores an accepted body in the draft, or links the stored file if the bytes are the same. Returns its record. */
function keepBody(
  context: FetchContext,
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

const DAY = 24 * 3_600_000

/**
 * The change time of bytes that differ from the stored copy: the Last-Modified of the origin, unless it is in the future, on the first
 * day of 1970, which servers state where they know no time, or not later than the previous change time (`stored`). With a time that does not advance, hosts would answer 304 for the new bytes. In whole seconds, like
 * file times and HTTP dates.
 */
function changeTime(lastModified: string | undefined, stored: string | undefined, now: Date): Date {
  const stated = Date.parse(lastModified ?? '')
  const before = Date.parse(stored ?? '')
  const isInvalid = Number.isNaN(stated) || stated > now.getTime() || stated < DAY || stated <= before
  const seconds = Math.floor((isInvalid ? now.getTime() : stated) / 1000)
  return new Date((seconds * 1000 <= before ? Math.floor(before / 1000) + 1 : seconds) * 1000)
}

/**
 * Converts documents that a static host cannot label correctly to UTF-8, in state `derived`, and stores the original bytes next to them:
 * JSON that is not UTF-8 (RFC 8259, 8.1), and XML whose encoding is only in its header (RFC 7303, 3).
 */
export function transcode(
  { draft, current, now }: Pick<FetchContext, 'draft' | 'current' | 'now'>,
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

/** The validators of a conditional request (RFC 9110, 13.1). */
interface Validators {
  readonly etag?: string
  readonly lastModified?: string
}

const MOST_LENGTH = 1024
/** Milliseconds by which a Last-Modified must precede its answer (RFC 9110, 8.8.2.2): later changes may have the same one. */
const LEAST_AGE = 60_000

/**
 * The validators of a stored copy that can be sent back unchanged. Left out are invalid header values, the ETag `*`, which any copy
 * would match, and a Last-Modified of the minute in which the copy was last confirmed, or later: the origin may confirm every copy by it.
 */
export function usableValidators({ etag, lastModified, fetchedAt }: ManifestRecord): Validators {
  const isRecent = Date.parse(lastModified ?? '') > Date.parse(fetchedAt ?? '') - LEAST_AGE
  return {
    ...(isHeaderValue(etag) && etag !== '*' && { etag }),
    ...(isHeaderValue(lastModified) && !isRecent && { lastModified }),
  }
}

function isHeaderValue(value: string | undefined): value is string {
  return (
    value !== undefined &&
    value.length <= MOST_LENGTH &&
    /^[\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]*)$/.test(value)
  )
}

/** The validators of a response. */
function validatorsOf({ headers }: OriginAnswer): Validators {
  const etag = single(headers.etag)
  const lastModified = single(headers['last-modified'])
  return { ...(etag && { etag }), ...(lastModified && { lastModified }) }
}

/**
 * Whether a 304 is about the stored copy (RFC 9111, 4.3.4): its ETag, if any, equals that of the copy, and its Last-Modified is not later.
 * ETags are compared weakly, as for If-None-Match (RFC 9110, 13.1.2): servers that compress omit the `W/` in a 304.
 */
function vouchesFor(stored: Validators, received: Validators): boolean {
  if (received.etag !== undefined) return opaqueTag(received.etag) === opaqueTag(stored.etag)
  return !(Date.parse(received.lastModified ?? '') > Date.parse(stored.lastModified ?? ''))
}

function opaqueTag(etag: string | undefined): string | undefined {
  return etag?.replace(/^W\//, '')
}

/**
 * What is wrong with the validators of a response, compared with the stored record; undefined if nothing is. `changed`: whether the bytes
 * differ.
 */
export function findDoubt(
  stored: ManifestRecord,
  received: Validators,
  changed: boolean,
): string | undefined {
  const before = Date.parse(stored.lastModified ?? '')
  const now = Date.parse(received.lastModified ?? '')
  if (now < before)
    return changed
      ? `It changed, but its Last-Modified went back from ${stored.lastModified} to ${received.lastModified}. The origin may be serving an older version.`
      : `Its Last-Modified went back from ${stored.lastModified} to ${received.lastModified}, although it did not change.`
  if (
    changed &&
    received.etag !== undefined &&
    received.etag === stored.etag &&
    !received.etag.startsWith('W/')
  )
    return `It changed, but its ETag ${received.etag} did not. The validators of the origin are unreliable.`
  return undefined
}

/**
 * For how many seconds a response may be used without a request (RFC 9111, 4.2.1, for a private cache): its `max-age` minus its `Age`;
 * undefined without a max-age, and 0 if it must be revalidated.
 */
export function maxAgeOf({ headers }: OriginAnswer): number | undefined {
  const stated = [headers['cache-control'] ?? []].flat().join(',').toLowerCase()
  const directives = stated.split(',').map((directive) => directive.trim())
  if (directives.some((one) => /^no-(?:cache|store)(?:=|$)/.test(one))) return 0
  const [seconds] = directives.flatMap((one) => /^max-age="?(\d{1,10})"?$/.exec(one)?.[1] ?? [])
  if (seconds === undefined) return undefined
  const age = Number(/^\d+$/.exec(single(headers.age)?.trim() ?? '')?.[0] ?? 0)
  return Math.max(0, Number(seconds) - age)
}
