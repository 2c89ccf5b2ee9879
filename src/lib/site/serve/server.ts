import { closeSync, createReadStream, type Stats, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type OpenedFile, openRegular } from '../../snapshot/index.ts'
import { isWorthCompressing } from '../host/compress.ts'
import { EVERYWHERE, headersOf, METHODS, NOT_FOUND, PREFLIGHT } from '../host/rules.ts'
import { etagOf, isCurrent, parseRange, takesGzip } from './headers.ts'
import { type AnswerPlan, planAnswer } from './plan.ts'

export interface ServeOptions {
  /** The folder of the site. */
  readonly folder: string
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  /** Path the site lies under, with slashes at both ends. */
  readonly base: string
}

export interface RunningServer {
  readonly url: string
  close(): Promise<void>
}

/** Serves a published site with the semantics of the interface. Rejects when the port is taken. */
export async function serveSite(options: ServeOptions): Promise<RunningServer> {
  const server = createServer((request, response) => answer(options, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}${options.base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer({ folder, base }: ServeOptions, request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'OPTIONS') return end(response, 204, PREFLIGHT)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return end(response, 405, { allow: METHODS.join(', ') })
  const plan = planAnswer(request.url ?? '/', base, (path) => kindOf(join(folder, path)))
  send(folder, plan, request, response)
}

function send(folder: string, plan: AnswerPlan, request: IncomingMessage, response: ServerResponse): void {
  if (plan.kind === 'redirect') return end(response, 301, { location: plan.location })
  const path = plan.kind === 'file' ? plan.path : NOT_FOUND
  const headers = headersOf(path)
  const opened = findOpened(join(folder, path))
  if (opened === undefined) return end(response, 404, headers)
  const answer =
    plan.kind === 'missing' ? whole(404, headers, opened.stats) : planFile(path, opened.stats, request)
  response.writeHead(answer.status, answer.headers)
  if (answer.range === undefined || request.method === 'HEAD') {
    closeSync(opened.file)
    response.end()
    return
  }
  const { first, last } = answer.range
  // An empty file has no last byte to name.
  const bounds = last < first ? {} : { start: first, end: last }
  const bytes = createReadStream('', { fd: opened.file, ...bounds })
  if (answer.headers['content-encoding'] === 'gzip') pipeline(bytes, createGzip(), response, () => {})
  else pipeline(bytes, response, () => {})
}

interface FileAnswer {
  readonly status: number
  readonly headers: Headers
  /** The bytes to send; absent for an answer without a body. */
  readonly range?: { readonly first: number; readonly last: number }
}

function whole(status: number, headers: Headers, { size }: Stats): FileAnswer {
  return { status, headers: { ...headers, 'content-length': size }, range: { first: 0, last: size - 1 } }
}

// Conditions, then ranges, which only a GET may ask for (RFC 9110, 13.2.2 and 14.2). What has parts asked of it is sent as it is.
function planFile(path: string, stats: Stats, { method, headers: asked }: IncomingMessage): FileAnswer {
  const compressible = isWorthCompressing(path, stats.size)
  const gzip = compressible && asked.range === undefined && takesGzip(asked['accept-encoding'])
  const headers: Headers = { ...headersOf(path), ...(compressible && { vary: 'accept-encoding' }) }
  const etag = gzip ? etagOf(stats).replace(/"$/, '-gzip"') : etagOf(stats)
  const lastModified = stats.mtime.toUTCString()
  const validated = { ...headers, etag, 'last-modified': lastModified, 'accept-ranges': 'bytes' }
  const conditions = { ifNoneMatch: asked['if-none-match'], ifModifiedSince: asked['if-modified-since'] }
  if (isCurrent(conditions, etag, stats.mtime)) return { status: 304, headers: validated }
  const ifRange = asked['if-range']
  const applies = method === 'GET' && (ifRange === undefined || ifRange === etag || ifRange === lastModified)
  const range = applies ? parseRange(asked.range, stats.size) : undefined
  const { size } = stats
  if (gzip)
    return {
      status: 200,
      headers: { ...validated, 'content-encoding': 'gzip' },
      range: { first: 0, last: size - 1 },
    }
  if (range === undefined) return whole(200, validated, stats)
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...validated, 'content-range': `bytes */${size}` } }
  const { first, last } = range
  const partial = { 'content-length': last - first + 1, 'content-range': `bytes ${first}-${last}/${size}` }
  return { status: 206, headers: { ...validated, ...partial }, range }
}

type Headers = Record<string, string | number>

function end(response: ServerResponse, status: number, headers: Headers): void {
  response.writeHead(status, { ...EVERYWHERE, ...headers }).end()
}

// The file is opened once, so that what is said of it and what is sent are of one file, even when the site is replaced between.
function findOpened(path: string): OpenedFile | undefined {
  try {
    return openRegular(path)
  } catch {
    return undefined
  }
}

// A name no disk can hold is not there, like any other that is not.
function kindOf(path: string): 'file' | 'folder' | undefined {
  try {
    const stats = statSync(path)
    return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : undefined
  } catch {
    return undefined
  }
}
