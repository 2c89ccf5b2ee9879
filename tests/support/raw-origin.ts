import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { type BaseAddress, parseBaseAddress } from '../../src/lib/interface/index.ts'

/** What a server that is no HTTP server does with a request: bytes to send, after which it closes, or whatever it likes. */
type RawRoute = string | ((socket: Socket) => void)

/** Starts a server that sends what it is told, byte for byte: what node:http would refuse to send. Others than `routes` are 404. */
export async function startRaw(
  t: TestContext,
  routes: Readonly<Record<string, RawRoute>>,
): Promise<{ base: BaseAddress; paths: string[] }> {
  const paths: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let head = ''
    socket.on('data', (chunk) => {
      head += chunk
      if (!head.endsWith('\r\n\r\n')) return
      const path = head.split(' ')[1]?.slice(1) ?? ''
      head = ''
      paths.push(path)
      const route = routes[path] ?? 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'
      if (typeof route === 'string') socket.end(Buffer.from(route, 'latin1'))
      else route(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { base: parseBaseAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), paths }
}
