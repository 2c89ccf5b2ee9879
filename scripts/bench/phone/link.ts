import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'

/** A proxy between a browser and a server without compression; it compresses like the supported hosts. */
export interface Link {
  readonly url: string
  /** Number of bytes sent to browsers so far, including headers. */
  bytes(): number
  requests(): number
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

const TEXTS = /^(?:text\/|application\/(?:json|xml|javascript|atom\+xml)|image\/svg)/
/** As for the compressed files of `host`. */
const QUALITY = 9
const LEAST_BYTES = 1024
const PASSED_ON = [
  'content-type',
  'content-security-policy',
  'cache-control',
  'location',
  'etag',
  'last-modified',
]

/** Opens a proxy for a server on a free port. Each response is fetched and compressed once, so repeated requests take no time. */
export async function openLink(upstream: string): Promise<Link> {
  const answers = new Map<string, Promise<Answer>>()
  const sockets = new Set<Socket>()
  let closed = 0
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
    const key = `${request.method} ${request.url}`
    const known = answers.get(key) ?? ask(upstream, request)
    answers.set(key, known)
    await known.then(
      (answer) => send(answer, response),
      () => response.destroy(),
    )
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      closed += socket.bytesWritten
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, closed),
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function ask(upstream: string, { method = 'GET', url = '/' }: IncomingMessage): Promise<Answer> {
  const response = await fetch(new URL(url, upstream), { method, redirect: 'manual' })
  const whole = Buffer.from(await response.arrayBuffer())
  const headers: Record<string, string> = {}
  for (const name of PASSED_ON) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const isText = TEXTS.test(headers['content-type'] ?? '') && whole.length >= LEAST_BYTES
  if (!isText) return { status: response.status, headers, body: whole }
  const body = brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
  return { status: response.status, headers: { ...headers, 'content-encoding': 'br' }, body }
}

function send({ status, headers, body }: Answer, response: ServerResponse): void {
  const isEmpty = status === 304 || status === 204
  response.writeHead(status, isEmpty ? headers : { ...headers, 'content-length': body.length }).end(body)
}
