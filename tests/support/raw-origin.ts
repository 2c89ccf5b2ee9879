import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { type BaseAddress, parseBaseAddress } from '../../src/lib/interface/index.ts'

/** The reaction of a server that does not implement HTTP: bytes to send before it closes the connection, or a function. */
type RawRoute = string | ((socket: Socket) => void)

/** Starts a server that sends exactly these bytes, which node:http would refuse to send. Paths without a route are 404. */
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
