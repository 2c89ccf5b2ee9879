import { createReadStream, type Stats, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { etagOf, headersOf, isCurrent, parseRange } from './headers.ts'
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
  if (request.method === 'OPTIONS')
    return end(response, 204, {
      allow: METHODS,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': '*',
    })
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, { allow: METHODS })
  const plan = planAnswer(request.url ?? '/', base, (path) => kindOf(findStats(join(folder, path))))
  send(folder, plan, request, response)
}

const METHODS = 'GET, HEAD, OPTIONS'

function send(folder: string, plan: AnswerPlan, request: IncomingMessage, response: ServerResponse): void {
  if (plan.kind === 'redirect')
    return end(response, 301, { location: plan.location, 'access-control-allow-origin': '*' })
  const path = plan.kind === 'file' ? plan.path : '404.html'
  const stats = findStats(join(folder, path))
  const headers = headersOf(path)
  if (stats === undefined) return end(response, 404, headers)
  if (plan.kind === 'missing')
    return stream(join(folder, path), 404, { ...headers, 'content-length': stats.size }, request, response)
  const etag = etagOf(stats)
  const validated = { ...headers, etag, 'last-modified': stats.mtime.toUTCString(), 'accept-ranges': 'bytes' }
  const {
    'if-none-match': ifNoneMatch,
    'if-modified-since': ifModifiedSince,
    'if-range': ifRange,
  } = request.headers
  if (isCurrent({ ifNoneMatch, ifModifiedSince }, etag, stats.mtime)) return end(response, 304, validated)
  const applies = ifRange === undefined || ifRange === etag || ifRange === validated['last-modified']
  const range = applies ? parseRange(request.headers.range, stats.size) : undefined
  if (range === 'unsatisfiable')
    return end(response, 416, { ...validated, 'content-range': `bytes */${stats.size}` })
  if (range === undefined)
    return stream(join(folder, path), 200, { ...validated, 'content-length': stats.size }, request, response)
  const { first, last } = range
  const partial = {
    ...validated,
    'content-length': last - first + 1,
    'content-range': `bytes ${first}-${last}/${stats.size}`,
  }
  stream(join(folder, path), 206, partial, request, response, range)
}

type Headers = Record<string, string | number>

function end(response: ServerResponse, status: number, headers: Headers): void {
  response.writeHead(status, headers).end()
}

function stream(
  file: string,
  status: number,
  headers: Headers,
  request: IncomingMessage,
  response: ServerResponse,
  range?: { first: number; last: number },
): void {
  response.writeHead(status, headers)
  if (request.method === 'HEAD') return void response.end()
  const bytes = createReadStream(file, range && { start: range.first, end: range.last })
  pipeline(bytes, response, () => {})
}

function findStats(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

function kindOf(stats: Stats | undefined): 'file' | 'folder' | undefined {
  if (stats === undefined) return undefined
  return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : undefined
}
