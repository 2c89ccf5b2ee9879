import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer on its way through a proxy. */
export interface Passing {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Bytes after which the connection breaks. */
  readonly cutAt?: number
}

/** The request. `target` is below the base, with its query. */
export interface ProxiedRequest {
  readonly target: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/** Alters one thing; everything else passes unchanged. */
export type Alter = (request: ProxiedRequest, answer: Passing) => Partial<Passing> | undefined

export interface Proxy {
  readonly url: string
  readonly requests: ProxiedRequest[]
  /** The most requests that were under way at once. */
  readonly busiest: number
  close(): void
}

/** What a host answered, by request. */
export type Answers = Map<string, Promise<Passing>>

/**
 * A proxy in front of a host that applies `alter`. It stops when the test ends. Proxies with the same `answers` send each request to
 * the host once, whose answers must not change.
 */
export async function startProxy(
  t: { after(clean: () => void): void },
  upstream: string,
  alter: Alter,
  answers?: Answers,
): Promise<Proxy> {
  const base = new URL(upstream)
  const requests: ProxiedRequest[] = []
  let [open, busiest] = [0, 0]
  const server = createServer(async (incoming, response) => {
    busiest = Math.max(busiest, ++open)
    response.on('close', () => open--)
    const { url = '/', method = 'GET', headers } = incoming
    const one = { target: url.slice(base.pathname.length), method, headers }
    requests.push(one)
    const answer = await (answers ? passOnce(answers, base, incoming) : pass(base, incoming))
    const change = alter(one, answer) ?? {}
    const { status, headers: changed, body, cutAt } = { ...answer, ...change }
    response.writeHead(status, headersOf({ status, headers: changed, body }, method, 'body' in change))
    if (cutAt === undefined) response.end(method === 'HEAD' ? '' : body)
    else response.write(body.subarray(0, cutAt), () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  t.after(close)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${base.pathname}`,
    requests,
    get busiest() {
      return busiest
    },
    close,
  }
}

// Undefined headers are left out. An altered body gets a Content-Length of its own, unless `alter` sets one.
function headersOf(
  { status, headers, body }: Passing,
  method: string,
  altered: boolean,
): OutgoingHttpHeaders {
  const { 'transfer-encoding': _, 'content-length': given, ...rest } = headers
  const length = altered || (given === undefined && method !== 'HEAD') ? body.length : given
  const entries = Object.entries({ ...rest, ...(status !== 304 && { 'content-length': length }) })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function passOnce(answers: Answers, base: URL, incoming: IncomingMessage): Promise<Passing> {
  const { host: _, ...headers } = incoming.headers
  const key = JSON.stringify([incoming.method, incoming.url, headers])
  const answer = answers.get(key) ?? pass(base, incoming)
  answers.set(key, answer)
  return answer
}

function pass(base: URL, { url, method, headers }: IncomingMessage): Promise<Passing> {
  return new Promise((resolve, reject) => {
    const options = { hostname: base.hostname, port: base.port, path: url, method, headers }
    request(options, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })
    })
      .on('error', reject)
      .end()
  })
}
