import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'application/javascript',
  json: 'application/json',
  xml: 'text/xml',
  svg: 'image/svg+xml',
}

/** A static host without rules: it ignores queries, sends no CORS headers, and has its own 404 page. */
export async function startPlainHost(t: { after(clean: () => void): void }, folder: string): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const path = join(folder, decodeURIComponent(url.split('?')[0] ?? ''))
    const isFolder = existsSync(path) && statSync(path).isDirectory()
    if (isFolder && !path.endsWith('/'))
      return void response.writeHead(301, { location: `${url.split('?')[0]}/` }).end()
    const file = isFolder ? `${path}index.html` : path
    if (!existsSync(file))
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('no such file')
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
