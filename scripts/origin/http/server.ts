import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DataPackage } from '../package/types.ts'
import type { OriginShape } from '../shapes/index.ts'
import { createOrigin } from './answer.ts'
import { type Context, parseBasePath, respond } from './respond.ts'
import { BodyCache, type OriginExchange } from './send.ts'

export interface OriginOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** Default `plain`. */
  readonly shape?: OriginShape
  /** A path the whole interface lies under: `/open-data`. Default: none. */
  readonly basePath?: string
  /** Takes one line for each answer. Default: nowhere. */
  readonly log?: (line: string) => void
}

interface AnsweredRequest {
  readonly method: string
  /** The target as sent by the client, with its query. */
  readonly path: string
  readonly status: number
  /** Bytes of the body as sent, after compression. */
  readonly bodyBytes: number
}

export interface RunningOrigin {
  /** Its base address, with a trailing slash. */
  readonly url: string
  readonly package: DataPackage
  /** All requests answered so far, in order; the array grows. */
  readonly requests: readonly AnsweredRequest[]
  /** Stops it and closes all connections. */
  close(): Promise<void>
}

const CACHE_BYTES = 128_000_000

/** Serves a data package through the whole interface. Rejects with the system's error if the port is taken. */
export async function startOrigin(data: DataPackage, options: OriginOptions = {}): Promise<RunningOrigin> {
  const { port = 0, host = '127.0.0.1', shape = 'plain', basePath = '', log = () => {} } = options
  const base = parseBasePath(basePath)
  const requests: AnsweredRequest[] = []
  const context: Context = {
    origin: createOrigin(data, shape),
    cache: new BodyCache(CACHE_BYTES),
    base,
    host: '',
  }
  const server = createServer((request, response) => {
    const exchange: OriginExchange = { request, response, bodyBytes: 0 }
    response.once('close', () => {
      const answered = describe(exchange)
      requests.push(answered)
      log(`${answered.method} ${answered.path} ${answered.status} ${answered.bodyBytes}`)
    })
    void respond(exchange, context)
  })
  await listen(server, port, host)
  context.host = hostOf(server, host)
  return { url: `http://${context.host}${base}`, package: data, requests, close: () => close(server) }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

function hostOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function describe({ request, response, bodyBytes }: OriginExchange): AnsweredRequest {
  return { method: request.method ?? '', path: request.url ?? '', status: response.statusCode, bodyBytes }
}
