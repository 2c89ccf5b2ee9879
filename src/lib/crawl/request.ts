import { hash } from 'node:crypto'
import {
  ACCEPTED_CODINGS,
  amendFailure,
  type ExchangeEnd,
  FetchFailure,
  findLocation,
  findRedirectProblem,
  type OriginAnswer,
  openHead,
  quoteForeign,
  retryAfterOf,
  type Sink,
  single,
  type Transport,
} from '../http/index.ts'
import type { Format, Representation } from '../interface/index.ts'
import type { Evidence } from '../snapshot/index.ts'

const ACCEPT: Readonly<Record<Format, string>> = {
  html: 'text/html, */*;q=0.1',
  json: 'application/json, */*;q=0.1',
  xml: 'application/xml, text/xml;q=0.9, */*;q=0.1',
}

/** The destination of the body of a successful response. */
export interface BodySink extends Sink {
  /** Called once the body is complete; throws to reject it. */
  finish(): void
  /** Evidence of the bytes so far, in case they are rejected. */
  evidence?(): Evidence | undefined
}

/** A request for one representation. `open` is called again for every attempt. */
export interface FetchRequest {
  readonly representation: Representation
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
  readonly open: (answer: OriginAnswer, address: string) => BodySink
}

interface RequestContext {
  readonly transport: Transport
  readonly meter: ByteMeter
  readonly bases: readonly string[]
  readonly userAgent: string
}

/**
 * Sends one request to one address. Returns an accepted response (200 with a complete body, or 304), or the address of a redirect. Throws a
 * FetchFailure for any other, with the body as evidence.
 */
export function sendRequest(
  { transport, meter, bases, userAgent }: RequestContext,
  request: FetchRequest,
  url: URL,
  again: boolean,
): Promise<OriginAnswer | URL> {
  let body: BodySink | undefined
  let other: ReturnType<typeof openEvidence> | undefined
  const open = (answer: OriginAnswer) => {
    if (answer.status === 304) return undefined
    if (answer.status === 200 && findPart(answer) === undefined) {
      body = request.open(answer, url.href)
      return meter.limit(body, request.representation, url.href)
    }
    other = openEvidence()
    return other
  }
  const judgeEnd = ({ answer, error }: ExchangeEnd) => {
    try {
      // A response with another status is reported by that status, even if its body is cut.
      const isKnown = other !== undefined && (error === ENOUGH || error instanceof FetchFailure)
      if (error !== undefined && !isKnown) throw error
      body?.finish()
    } catch (failure) {
      throw withEvidence(failure, body)
    }
    return judge(url, answer as OriginAnswer, bases, other?.evidence())
  }
  return transport.send({ url, headers: headersOf(userAgent, request), open }, judgeEnd, again)
}

/** The Content-Range of a partial response; it is defined only for 206 (RFC 9110, 14.4), but some servers send it with 200. */
export function findPart({ headers }: OriginAnswer): string | undefined {
  const range = single(headers['content-range'])?.trim() ?? ''
  const [, first, last, length] = /^bytes +(\d+)-(\d+)\/(\d+|\*)$/i.exec(range) ?? []
  if (first === undefined) return undefined
  const isPart = Number(first) > 0 || (length !== '*' && Number(last) + 1 < Number(length))
  return isPart ? range : undefined
}

function withEvidence(error: unknown, body: BodySink | undefined): unknown {
  if (!(error instanceof FetchFailure) || body?.evidence === undefined) return error
  return amendFailure(error, { evidence: body.evidence() })
}

function headersOf(
  userAgent: string,
  { representation, etag, lastModified }: FetchRequest,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: ACCEPT[representation.format],
    'accept-encoding': ACCEPTED_CODINGS,
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  }
}

function judge(
  url: URL,
  answer: OriginAnswer,
  bases: readonly string[],
  evidence: Evidence | undefined,
): OriginAnswer | URL {
  const { status, headers } = answer
  const part = status === 200 ? findPart(answer) : undefined
  if (part !== undefined)
    throw new FetchFailure(
      'cut',
      url.href,
      `answered 200 with a partial body, although the whole was requested (Content-Range: ${quoteForeign(part, 80)})`,
      { status, evidence },
    )
  if (status === 200 || status === 304) return answer
  const target = findLocation(url, answer)
  if (target !== undefined) {
    const problem = findRedirectProblem(url, target, bases)
    if (problem === undefined) return target as URL
    throw new FetchFailure('redirect', url.href, `redirects ${problem}`, {
      status,
      evidence,
      facts: { to: quoteForeign(target?.href ?? '') },
    })
  }
  throw new FetchFailure('status', url.href, `answered ${status}${REMARKS[status] ?? ''}`, {
    status,
    evidence,
    mediaType: single(headers['content-type']),
    retryAfter: retryAfterOf(answer),
  })
}

const REMARKS: Readonly<Record<number, string>> = {
  204: ', which has no body',
  205: ', which has no body',
  206: ', a partial body, although the whole was requested',
}

/** Bytes of bodies after decompression. */
export interface ByteLimits {
  readonly maxBodyBytes?: number | undefined
  /** For one of the four lists. */
  readonly maxListBytes?: number | undefined
  /** For all bodies of the run together. */
  readonly maxTotalBytes?: number | undefined
}

/** Counts the received bytes of a run and enforces its limits. */
interface ByteMeter {
  /** Throws a FetchFailure when the run has reached its limit. */
  check(address: string): void
  /** Wraps a sink; the result throws a FetchFailure as soon as a limit is exceeded. */
  limit(sink: Sink, representation: Representation, address: string): Sink
}

export function openByteMeter({
  maxBodyBytes = Number.POSITIVE_INFINITY,
  maxListBytes = Number.POSITIVE_INFINITY,
  maxTotalBytes = Number.POSITIVE_INFINITY,
}: ByteLimits): ByteMeter {
  let total = 0
  return {
    check(address) {
      if (total >= maxTotalBytes)
        throw new FetchFailure(
          'large',
          address,
          `was not requested: the run has received ${maxTotalBytes} bytes (the config key maxTotalBytes)`,
          { facts: { setting: 'maxTotalBytes' } },
        )
    },
    limit(sink, { resource }, address) {
      const listed = resource.operation !== 'get_dataset' && maxListBytes < maxBodyBytes
      const [most, key] = listed ? [maxListBytes, 'maxListBytes'] : [maxBodyBytes, 'maxBodyBytes']
      const refuse = (what: string, setting: string) =>
        new FetchFailure('large', address, what, { status: 200, facts: { setting } })
      let bytes = 0
      return {
        write(chunk) {
          bytes += chunk.length
          total += chunk.length
          sink.write(chunk)
          if (bytes > most) throw refuse(`sent more than ${most} bytes (the config key ${key})`, key)
          if (total > maxTotalBytes)
            throw refuse(
              `sent more than remains of the ${maxTotalBytes} bytes of a run (the config key maxTotalBytes)`,
              'maxTotalBytes',
            )
        },
      }
    },
  }
}

const HEAD_BYTES = 256
/** Maximum bytes read of a body that is not data. */
const MOST_BYTES = 256 * 1024

/** Describes a rejected body. A character that is cut at the end of the head is left out. */
export function describeEvidence(bytes: number, sha256: string, head: Uint8Array): Evidence {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head.subarray(0, HEAD_BYTES), {
    stream: head.length >= HEAD_BYTES,
  })
  return { bytes, sha256, head: text }
}

/** Thrown by a sink that needs no more bytes. */
export const ENOUGH = new Error('the rest of the body is not wanted')

/** Opens a sink for the body of an error response: it takes at most the first 256 KiB, then throws {@link ENOUGH}. */
export function openEvidence(): Sink & { evidence(): Evidence | undefined } {
  const head = openHead(MOST_BYTES)
  let bytes = 0
  return {
    write(chunk) {
      head.write(chunk)
      bytes += chunk.length
      if (bytes > MOST_BYTES) throw ENOUGH
    },
    evidence() {
      const body = head.bytes()
      if (body.length === 0) return undefined
      return describeEvidence(body.length, hash('sha256', body), body)
    },
  }
}
