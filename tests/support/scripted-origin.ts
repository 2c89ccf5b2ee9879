import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, Server as SecureServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type BaseAddress, parseBaseAddress } from '../../src/lib/interface/index.ts'

/** The answer to one request. */
export interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Delays the head until this is settled. */
  readonly after?: Promise<unknown>
  /** What happens to the connection after the body: `end` closes it, `reset` breaks it, `hang` leaves it open. */
  readonly ending?: 'end' | 'reset' | 'hang'
}

/** A request as it arrived. `path` is relative to the base: `api/v1/list/?type=json`. */
export interface Seen {
  readonly path: string
  readonly host: string
  readonly headers: IncomingMessage['headers']
}

export type Route = Reply | string | ((seen: Seen, count: number) => Reply | string)

/** A real HTTP server with scripted answers. Paths without a route are 404. */
export interface ScriptedOrigin {
  readonly base: BaseAddress
  readonly port: number
  readonly requests: Seen[]
  /** The maximum number of concurrent requests. */
  readonly busiest: number
  set(routes: Readonly<Record<string, Route>>): void
  /** Sets the route of all paths that have none. */
  otherwise(route: Route): void
  /** Presents another certificate from now on, and closes each connection after its next answer. */
  present(secure: ServerOptions): void
  /** Forgets the requests so far. */
  forget(): void
  close(): void
}

/** Starts an origin at `http://127.0.0.1:<port><prefix>/` that stops when the test ends; with https if `secure` has a certificate. */
export async function startScripted(
  t: TestContext,
  routes: Readonly<Record<string, Route>> = {},
  prefix = '',
  secure?: ServerOptions,
): Promise<ScriptedOrigin> {
  const table = new Map<string, Route>(Object.entries(routes))
  const counts = new Map<string, number>()
  const requests: Seen[] = []
  let fallback: Route = { status: 404, body: 'nothing here' }
  let open = 0
  let busiest = 0
  let isClosing = false
  const listener: RequestListener = async (request, response) => {
    busiest = Math.max(busiest, ++open)
    response.on('close', () => open--)
    const path = (request.url ?? '').slice(prefix.length + 1)
    const seen = { path, host: request.headers.host ?? '', headers: request.headers }
    requests.push(seen)
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    if (isClosing) response.shouldKeepAlive = false
    const route = table.get(path) ?? fallback
    const reply = typeof route === 'function' ? route(seen, count) : route
    await send(typeof reply === 'string' ? { body: reply } : reply, response).catch(() => response.destroy())
  }
  const server = secure ? createSecureServer(secure, listener) : createServer(listener)
  // On a busy machine a crawler may pause for seconds. A request on a connection that was closed meanwhile would be a gap, because there
  // are no retries.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  t.after(close)
  return {
    base: parseBaseAddress(`http${secure ? 's' : ''}://127.0.0.1:${port}${prefix}`),
    port,
    requests,
    get busiest() {
      return busiest
    },
    set: (more) => {
      for (const [path, route] of Object.entries(more)) table.set(path, route)
    },
    otherwise: (route) => {
      fallback = route
    },
    present: (secure) => {
      if (server instanceof SecureServer) server.setSecureContext(secure)
      isClosing = true
    },
    forget: () => {
      requests.length = 0
      counts.clear()
    },
    close,
  }
}

async function send(
  { status = 200, headers = {}, body = '', after, ending }: Reply,
  response: ServerResponse,
): Promise<void> {
  await after
  // Without a length or chunks, the end of the connection ends the body.
  if (ending === 'end') response.useChunkedEncodingByDefault = false
  const closed = new Promise((close) => response.once('close', close))
  response.writeHead(status, { ...(ending && { connection: 'close' }), ...headers })
  if (typeof body === 'string' || body instanceof Uint8Array) response.write(Buffer.from(body))
  else
    for await (const chunk of body) {
      if (response.destroyed) return
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed])
    }
  if (ending === undefined) response.end()
  if (ending === 'end') response.socket?.end()
  // Writes first, so the head has arrived when the connection breaks.
  if (ending === 'reset') response.write('', () => response.socket?.resetAndDestroy())
}
