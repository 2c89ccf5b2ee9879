import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'
import { type BodyEncoding, encode, type Pieces } from '../text.ts'
import type { Answer } from './answer.ts'

/** Sends a response in the preferred coding, or 304, or only the headers. */
export async function sendAnswer(exchange: OriginExchange, answer: Answer, cache: BodyCache): Promise<void> {
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
  if (answer.isLarge) await sendLarge(exchange, answer, coding)
  else sendWhole(exchange, await cache.get(etag, () => makeBody(answer, coding)))
}

async function makeBody(answer: Answer, coding: ContentCoding): Promise<Buffer> {
  return compress(Buffer.concat([...encode(await answer.write(), answer.encoding)]), coding)
}

/** Writes and compresses as fast as the client reads. Content-Length is sent only if it is known beforehand. */
async function sendLarge(exchange: OriginExchange, answer: Answer, coding: ContentCoding): Promise<void> {
  const { request, response } = exchange
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  const pieces = await answer.write()
  const length = coding === 'identity' ? knownLength(pieces, answer.encoding) : undefined
  if (length !== undefined) response.setHeader('Content-Length', length)
  const body = Readable.from(encode(pieces, answer.encoding))
  const coder = compressor(coding)
  const count = (chunks: AsyncIterable<Buffer>) => countBody(exchange, chunks)
  await (coder === undefined ? pipeline(body, count, response) : pipeline(body, coder, count, response))
}

function knownLength(pieces: Pieces, encoding: BodyEncoding): number | undefined {
  if (!Array.isArray(pieces) || encoding !== 'utf-8') return undefined
  return pieces.reduce((sum: number, piece: string) => sum + Buffer.byteLength(piece), 0)
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

// The default of 11 takes seconds per megabyte.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const COMPRESS: Readonly<Record<ContentCoding, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (bytes) => promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress)(bytes, BROTLI),
  zstd: promisify<Buffer, Buffer>(zstdCompress),
  identity: async (bytes) => bytes,
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

/** Compresses a complete body. */
function compress(bytes: Buffer, coding: ContentCoding): Promise<Buffer> {
  return COMPRESS[coding](bytes)
}

/** A stream that compresses; undefined for identity. */
function compressor(coding: ContentCoding) {
  switch (coding) {
    case 'gzip':
      return createGzip()
    case 'br':
      return createBrotliCompress(BROTLI)
    case 'zstd':
      return createZstdCompress()
    case 'identity':
      return undefined
  }
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
  if (request.method === 'HEAD') {
    response.end()
    return
  }
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

interface Entry {
  readonly body: Promise<Buffer>
  /** 0 until the body is complete. */
  bytes: number
}

/** Caches bodies up to a total size; the least recently used are removed first. */
export class BodyCache {
  readonly #entries = new Map<string, Entry>()
  readonly #limit: number
  #bytes = 0

  constructor(limitBytes: number) {
    this.#limit = limitBytes
  }

  /** The body for a key, created if absent; concurrent callers share one creation. */
  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#entries.get(key)
    if (known === undefined) return this.#make(key, make)
    this.#entries.delete(key)
    this.#entries.set(key, known)
    return known.body
  }

  async #make(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const entry: Entry = { body: make(), bytes: 0 }
    this.#entries.set(key, entry)
    try {
      const body = await entry.body
      entry.bytes = body.length
      this.#bytes += body.length
      this.#evict()
      return body
    } catch (error) {
      this.#entries.delete(key)
      throw error
    }
  }

  #evict(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#limit) return
      if (bytes === 0) continue
      this.#entries.delete(key)
      this.#bytes -= bytes
    }
  }
}
