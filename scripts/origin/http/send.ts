import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BodyEncoding, encode, type Pieces } from '../text/encode.ts'
import type { Answer } from './answer.ts'
import type { BodyCache } from './cache.ts'
import { type ContentCoding, compress, compressor, negotiateCoding } from './coding.ts'
import { entityTag, isNotModified } from './conditional.ts'
import { countBody, type OriginExchange, sendWhole } from './exchange.ts'

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
