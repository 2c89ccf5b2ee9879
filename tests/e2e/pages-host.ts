import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'

/** A host such as GitHub Pages: it ignores queries, and sends no headers of ours. */
export interface PagesHost {
  /** Where the repository's site lies. */
  readonly url: string
  /** Every request, as `GET /repo/site.js`, in order. */
  readonly requests: string[]
  /** Files of the site that it pretends not to have. */
  readonly gone: Set<string>
  /** The response instead of a file: a status and an empty page. */
  readonly instead: Map<string, number>
  /** Alters a body, as the host or a proxy might. */
  readonly altered: Map<string, (body: string) => string | Promise<string>>
  /** Publishes another folder at the same address. */
  publish(folder: string): void
  /** Stops answering, as a host does that cannot be reached. The address stays its own. */
  stop(): Promise<void>
  start(): Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'application/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml',
  svg: 'image/svg+xml',
}

/** Publishes a folder as a project site, `/<repository>/`: folders lead to their slash, files are cached for ten minutes, bodies are compressed. */
export async function startPagesHost(folder: string, repository: string): Promise<PagesHost> {
  const base = `/${repository}/`
  const requests: string[] = []
  const gone = new Set<string>()
  const instead = new Map<string, number>()
  const altered: PagesHost['altered'] = new Map()
  let published = folder
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    answer({ folder: published, base, gone, instead, altered }, request, response)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${base}`,
    requests,
    gone,
    instead,
    altered,
    publish: (other) => {
      published = other
    },
    start: () => listen(port),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Held extends Pick<PagesHost, 'gone' | 'instead' | 'altered'> {
  readonly folder: string
  readonly base: string
}

function answer(
  { folder, base, gone, instead, altered }: Held,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://host')
  const path = decodeURIComponent(pathname.slice(base.length))
  const named = path === '' || path.endsWith('/') ? `${path}index.html` : path
  if (!pathname.startsWith(base)) return end(response, 404)
  const other = instead.get(named)
  if (other !== undefined) return end(response, other, { 'content-type': 'text/html' })
  if (isFolder(join(folder, named))) return end(response, 301, { location: `${pathname}/${search}` })
  const alter = altered.get(named)
  if (alter) {
    const type = TYPES[named.split('.').pop() ?? ''] ?? 'application/octet-stream'
    const body = Promise.resolve(alter(readFileSync(join(folder, named), 'utf8')))
    body.then((body) => response.writeHead(200, { 'content-type': type }).end(body))
    return
  }
  const isThere = existsSync(join(folder, named)) && !gone.has(named)
  const file = join(folder, isThere ? named : '404.html')
  const { size, mtime } = statSync(file)
  const headers = {
    'content-type': TYPES[file.split('.').pop() ?? ''] ?? 'application/octet-stream',
    'cache-control': 'max-age=600',
    'last-modified': mtime.toUTCString(),
    etag: `"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
    'access-control-allow-origin': '*',
  }
  if (isThere && request.headers['if-none-match']?.endsWith(headers.etag)) return end(response, 304, headers)
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (isThere && range) {
    const [start, last] = [Number(range[1]), Number(range[2])]
    const part = { 'content-range': `bytes ${start}-${last}/${size}`, 'content-length': last - start + 1 }
    response.writeHead(206, { ...headers, ...part })
    createReadStream(file, { start, end: last }).pipe(response)
    return
  }
  const gzip = /gzip/.test(String(request.headers['accept-encoding']))
  response.writeHead(isThere ? 200 : 404, {
    ...headers,
    ...(gzip
      ? { 'content-encoding': 'gzip', vary: 'Accept-Encoding', etag: `W/${headers.etag}` }
      : { 'content-length': size }),
  })
  if (request.method === 'HEAD') response.end()
  else if (gzip) createReadStream(file).pipe(createGzip()).pipe(response)
  else createReadStream(file).pipe(response)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function end(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end()
}
