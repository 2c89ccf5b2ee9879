import { createServer, request as forward, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { TestContext } from 'node:test'

/** A proxy for http and https on this machine, which resolves every name to this machine. */
interface ConnectProxy {
  readonly url: string
  readonly port: number
  /** The requests it received: `CONNECT data.test:443` or `GET http://data.test/`. */
  readonly requests: readonly string[]
}

/** Starts a proxy. `refuse`: the status of every answer; `login`: the required credentials, as `user:password`. */
export async function startConnectProxy(
  t: TestContext,
  { refuse, login }: { readonly refuse?: number; readonly login?: string } = {},
): Promise<ConnectProxy> {
  const requests: string[] = []
  const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`
  const refusal = ({ headers }: IncomingMessage) =>
    refuse ?? (wanted && headers['proxy-authorization'] !== wanted ? 407 : undefined)
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const status = refusal(request)
    if (status !== undefined) {
      response.writeHead(status).end()
      return
    }
    const { port, pathname, search } = new URL(request.url ?? '')
    const { 'proxy-authorization': _, ...headers } = request.headers
    const onward = forward({ host: '127.0.0.1', port, path: pathname + search, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    onward.end()
  })
  server.on('connect', (request: IncomingMessage, socket) => {
    requests.push(`CONNECT ${request.url}`)
    socket.on('error', () => socket.destroy())
    const status = refusal(request)
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const onward = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, requests }
}
