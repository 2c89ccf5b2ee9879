import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { Readable, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import {
  type Format,
  findResourceOfPath,
  MEDIA_TYPES,
  parseFormat,
  type Resource,
} from '../../../src/lib/interface/index.ts'
import { homePage, messagePage } from '../html.ts'
import type { DataPackage } from '../package/types.ts'
import type { OriginShape } from '../shapes/index.ts'
import type { Place } from '../shapes/types.ts'
import { encode, escapeText } from '../text.ts'
import { type Answer, createOrigin, type Origin, planOriginAnswer } from './answer.ts'

/** Only this machine can reach it. */
const HOST = '127.0.0.1'

export interface OriginOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** Default `plain`. */
  readonly shape?: OriginShape
  /** Receives one line for each response. By default, they are not logged. */
  readonly log?: (line: string) => void
}

export type RunningOrigin = Awaited<ReturnType<typeof startOrigin>>

/** Serves a data package through the whole interface. Rejects with the system's error if the port is taken. */
export async function startOrigin(data: DataPackage, options: OriginOptions = {}) {
  const { port = 0, shape = 'plain', log = () => {} } = options
  const requests: ReturnType<typeof describe>[] = []
  const context: Context = { origin: createOrigin(data, shape), host: '' }
  const server = createServer((request, response) => {
    const exchange: OriginExchange = { request, response, bodyBytes: 0 }
    response.once('close', () => {
      const answered = describe(exchange)
      requests.push(answered)
      log(`${answered.method} ${answered.path} ${answered.status} ${answered.bodyBytes}`)
    })
    void respond(exchange, context)
  })
  await listen(server, port)
  context.host = `${HOST}:${(server.address() as AddressInfo).port}`
  return {
    /** Its base address, with a trailing slash. */
    url: `http://${context.host}/`,
    package: data,
    /** All requests answered so far, in order; the array grows. */
    requests: requests as readonly ReturnType<typeof describe>[],
    /** Stops it and closes all connections. */
    close: () => close(server),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

// The path is the target as sent by the client, with its query.
function describe({ request, response, bodyBytes }: OriginExchange) {
  return { method: request.method ?? '', path: request.url ?? '', status: response.statusCode, bodyBytes }
}

/** What is needed to answer any request. */
interface Context {
  readonly origin: Origin
  /** The host and port of the server, once it listens. */
  host: string
}

/** Answers one request; errors become an error response, or close the connection. */
async function respond(exchange: OriginExchange, context: Context): Promise<void> {
  const { request, response } = exchange
  const route = parseTarget(request.url ?? '/')
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseMethod(exchange, route)
    else await answer(exchange, route, context)
  } catch (error) {
    if (response.headersSent) response.destroy()
    else fail(exchange, formatOf(route), serverFailure(error))
  }
}

async function answer(exchange: OriginExchange, route: Route, context: Context): Promise<void> {
  const { request, response } = exchange
  const { origin, host } = context
  switch (route.to) {
    case 'home':
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      return sendWhole(exchange, Buffer.from(homePage(origin.data, origin.shape)))
    case 'moved':
      response.statusCode = 301
      response.setHeader('Location', route.location)
      return sendWhole(exchange, Buffer.alloc(0))
    case 'nothing':
      return fail(exchange, route.format, notFound('This address is not part of the interface.'))
    case 'resource': {
      const planned = planOriginAnswer(origin, route, placeOf(request.headers.host, host))
      if (planned) return sendAnswer(exchange, planned)
      return fail(exchange, route.format, notFound('There is no such dataset in this format.'))
    }
  }
}

function refuseMethod(exchange: OriginExchange, route: Route): void {
  const { request, response } = exchange
  response.setHeader('Allow', 'GET, HEAD')
  const message = `The interface is read-only: ${request.method} is not answered.`
  fail(exchange, formatOf(route), { status: 405, title: 'Method not allowed', message })
}

function fail(exchange: OriginExchange, format: Format, failure: Failure): void {
  const { response } = exchange
  const { mediaType, text } = failureBody(failure, format)
  for (const name of ['ETag', 'Last-Modified', 'Content-Encoding']) response.removeHeader(name)
  response.statusCode = failure.status
  response.setHeader('Content-Type', mediaType)
  sendWhole(exchange, Buffer.from(text))
}

function notFound(message: string): Failure {
  return { status: 404, title: 'Not found', message }
}

function serverFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return { status: 500, title: 'Internal server error', message }
}

function formatOf(route: Route): Format {
  return 'format' in route ? route.format : 'html'
}

/** An error response, in the requested format. */
interface Failure {
  readonly status: number
  readonly title: string
  readonly message: string
}

/** The body of an error response. */
function failureBody({ title, message }: Failure, format: Format): { mediaType: string; text: string } {
  return { mediaType: MEDIA_TYPES[format], text: WRITERS[format](title, message) }
}

const WRITERS: Readonly<Record<Format, (title: string, message: string) => string>> = {
  html: messagePage,
  json: (title, message) => `${JSON.stringify({ error: title, message })}\n`,
  xml: (title, message) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<error><title>${escapeText(title)}</title><message>${escapeText(message)}</message></error>\n`,
}

/** The base address as seen by the client, from its `Host` header; an invalid header is not repeated. */
function placeOf(hostHeader: string | undefined, fallback: string): Place {
  const host = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(hostHeader ?? '') ? `${hostHeader}` : fallback
  return { base: `http://${host}/`, wwwBase: `http://${otherForm(host)}/` }
}

/** The www form of a host name; loopback names and IP addresses have none. */
function otherForm(host: string): string {
  const name = host.replace(/:\d+$/, '')
  const hasForm = !name.startsWith('[') && isIP(name) === 0 && name.includes('.') && !name.startsWith('www.')
  return hasForm ? `www.${host}` : host
}

/** The resource of a request target. */
type Route =
  | { readonly to: 'home' }
  | { readonly to: 'moved'; readonly location: string }
  | { readonly to: 'resource'; readonly resource: Resource; readonly format: Format }
  | { readonly to: 'nothing'; readonly format: Format }

function parseTarget(target: string): Route {
  const { path, query } = splitTarget(target)
  const format = parseFormat(new URLSearchParams(query))
  if (path === '/' || path === '') return { to: 'home' }
  const resource = path.startsWith('/') ? findResourceOfPath(path.slice(1)) : undefined
  if (resource === undefined) return { to: 'nothing', format }
  return path.endsWith('/')
    ? { to: 'resource', resource, format }
    : { to: 'moved', location: `${path}/${query}` }
}

/** Splits without decoding or normalising: a code is the exact text between two slashes. */
function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const cut = local.indexOf('?')
  return cut === -1 ? { path: local, query: '' } : { path: local.slice(0, cut), query: local.slice(cut) }
}

/** Sends a response in the preferred coding, or 304, or only the headers. */
async function sendAnswer(exchange: OriginExchange, answer: Answer): Promise<void> {
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

interface OriginExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Bytes of the body written to the connection so far, after compression. */
  bodyBytes: number
}

/** Sends a complete body with its exact length; for HEAD only the headers. */
function sendWhole(exchange: OriginExchange, body: Buffer): void {
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
