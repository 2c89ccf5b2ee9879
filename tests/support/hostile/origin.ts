import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type BaseAddress, type DataFormat, parseBaseAddress } from '../../../src/lib/interface/index.ts'
import { jsonOf, xmlOf } from '../crawling.ts'
import { type Exchange, reply } from './fault.ts'

export type Rows = readonly Readonly<Record<string, string>>[]

type Misbehaviour = (exchange: Exchange) => unknown

/** A real HTTP server with a few datasets, and faults on demand. */
export interface HostileOrigin {
  readonly base: BaseAddress
  readonly port: number
  /** Rows by the path of the resource below `api/v1/`: `list`, `get_dataset/a`. A test may change them at any time. */
  readonly resources: Map<string, Rows>
  /** From now on, `apply` answers every request for a resource: in one format or in both, for one client or for all. */
  misbehave(
    resource: string,
    apply: Misbehaviour,
    only?: { readonly format?: DataFormat; readonly userAgent?: string },
  ): void
  /** Ends all misbehaviour. */
  behave(): void
  /** Sets the answer for addresses that do not exist. */
  otherwise(apply: Misbehaviour): void
  /** The body of a resource without a fault. */
  bytes(resource: string, format: DataFormat): Buffer
  /** The requested paths, with their queries. */
  readonly requested: string[]
}

const TYPES = { json: 'application/json', xml: 'application/xml' } as const

export async function startHostile(t: Pick<TestContext, 'after'>): Promise<HostileOrigin> {
  const resources = new Map<string, Rows>()
  const faults = new Map<string, Misbehaviour>()
  const requested: string[] = []
  let fallback = reply(404, 'nothing here') as Misbehaviour

  function bytes(resource: string, format: DataFormat): Buffer {
    const rows = resources.get(resource) ?? []
    return Buffer.from(format === 'json' ? jsonOf(rows) : xmlOf(rows))
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    requested.push((request.url ?? '').slice(1))
    const [path = '', query] = (request.url ?? '').split('?')
    const resource = decodeURIComponent(path.replace(/^\/api\/v1\//, '').replace(/\/$/, ''))
    const format = new URLSearchParams(query).get('type') === 'xml' ? 'xml' : 'json'
    const unknown = !resources.has(resource) || !query?.startsWith('type=')
    const fault = `${resource} ${format}`
    const ownFault = faults.get(`${fault} ${request.headers['user-agent']}`)
    const apply = unknown ? fallback : (ownFault ?? faults.get(fault))
    const good = bytes(resource, format)
    if (!apply) return answerWell(request, response, good, TYPES[format])
    const { socket } = request
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const own = (other: DataFormat) => bytes(resource, other)
    const of = (code: string) => bytes(`get_dataset/${code}`, format)
    const list = (other: DataFormat) => bytes('list_datasets', other)
    await apply({ request, response, socket, format, good, type: TYPES[format], own, of, list, gone })
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  // A connection that a fault breaks may emit an error.
  server.on('connection', (socket) => socket.setMaxListeners(0).on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    base: parseBaseAddress(`http://127.0.0.1:${port}`),
    port,
    resources,
    misbehave(resource, apply, { format, userAgent } = {}) {
      for (const one of format ? [format] : (['json', 'xml'] as const))
        faults.set([resource, one, ...(userAgent ? [userAgent] : [])].join(' '), apply)
    },
    behave: () => faults.clear(),
    otherwise: (apply) => {
      fallback = apply
    },
    bytes,
    requested,
  }
}

// Answers 304 to a request for what has not changed.
function answerWell(request: IncomingMessage, response: ServerResponse, good: Buffer, type: string): void {
  const etag = `"${createHash('sha256').update(good).digest('hex').slice(0, 12)}"`
  if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
  else response.writeHead(200, { 'content-type': type, 'content-length': good.length, etag }).end(good)
}
