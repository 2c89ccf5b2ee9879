import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import { encode } from '../text.ts'
import type { Answer } from './answer.ts'

/** Sends a response in the preferred coding, or 304, or only the headers. */
export async function sendAnswer(exchange: OriginExchange, answer: Answer): Promise<void> {
  const { request, response } = exchange
  const coding = negotiateCoding(request.headers['accept-encoding'])
  const etag = entityTag(answer.digest, coding)
  response.setHeader('ETag', etag)
  response.setHeader('Last-Modified', answer.lastModified.toUTCString())
  response.setHeader('Vary', 'Accept-Encoding')
  response.setHeader('Cache-Control', 'no-cache')
  if (isNotModified(request.headers, { etag, lastModified: answer.lastModified })) {
    response.writeHead(304).end()
    return
  }
  response.setHeader('Content-Type', answer.mediaType)
  if (coding !== 'identity') response.setHeader('Content-Encoding', coding)
  const pieces = await answer.write()
  const chunks = encode(pieces, answer.encoding)
  const coder = COMPRESSORS[coding]?.()
  // An array is already in memory.
  if (!answer.isLarge || Array.isArray(pieces)) {
    const body = Buffer.concat([...chunks])
    return sendWhole(exchange, coder ? await buffer(coder.end(body)) : body)
  }
  if (request.method === 'HEAD') return void response.end()
  // Streams the body as fast as the client reads it.
  const body = Readable.from(chunks)
  const count = (sent: AsyncIterable<Buffer>) => countBody(exchange, sent)
  await (coder ? pipeline(body, coder, count, response) : pipeline(body, count, response))
}

/** The validators of a representation, known without writing the body. */
interface OriginValidators {
  readonly etag: string
  readonly lastModified: Date
}

/** A strong entity tag, different for each coding of a representation (RFC 9110, 8.8.3.3). */
function entityTag(digest: string, coding: ContentCoding): string {
  return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
}

/** Whether to answer 304 (RFC 9110, 13.2.2: the entity tag takes precedence). */
function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: OriginValidators): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || namesTag(tags, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/** Whether a list of weak or strong tags contains this one: If-None-Match compares weakly (RFC 9110, 13.1.2). */
function namesTag(tags: string, etag: string): boolean {
  const listed: readonly string[] = tags.match(/"[^"]*"/g) ?? []
  return listed.includes(etag)
}

/** The supported content codings, best first if the client has no preference. */
const CODINGS = ['zstd', 'br', 'gzip'] as const
type ContentCoding = (typeof CODINGS)[number] | 'identity'

const COMPRESSORS: Readonly<Record<ContentCoding, (() => Transform) | undefined>> = {
  gzip: createGzip,
  // The default of 11 takes seconds per megabyte.
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: createZstdCompress,
  identity: undefined,
}

/** The coding to use, from `Accept-Encoding` (RFC 9110, 12.5.3); identity if no other is accepted. */
function negotiateCoding(header: string | undefined): ContentCoding {
  const weights = new Map((header ?? '').split(',').map(parseWeight))
  const weightOf = (coding: ContentCoding) => weights.get(coding) ?? weights.get('*') ?? 0
  const wanted = CODINGS.filter((coding) => weightOf(coding) > (weights.get('identity') ?? 0))
  const best = Math.max(...wanted.map(weightOf))
  return wanted.find((coding) => weightOf(coding) === best) ?? 'identity'
}

function parseWeight(item: string): [string, number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}

export interface OriginExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Bytes of the body written to the connection so far, after compression. */
  bodyBytes: number
}

/** Sends a complete body with its exact length; for HEAD only the headers. */
export function sendWhole(exchange: OriginExchange, body: Buffer): void {
  const { request, response } = exchange
  response.setHeader('Content-Length', body.length)
  if (request.method === 'HEAD') return void response.end()
  exchange.bodyBytes = body.length
  response.end(body)
}

/** Counts bytes sent to the client. */
async function* countBody(exchange: OriginExchange, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    exchange.bodyBytes += chunk.length
    yield chunk
  }
}
