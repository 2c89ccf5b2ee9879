import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Serves a given number of small tables, prepared in memory, so the clients are measured and not the origin. The second argument is ms.
 * A number on the standard input changes so many datasets of a hundred.
 */
const count = Number(process.argv[2])
const latency = Number(process.argv[3] ?? 0)
const codes = Array.from({ length: count }, (_, index) => `dataset-${String(index).padStart(6, '0')}`)
const bodies = new Map<string, { body: Buffer; type: string; etag: string }>()

function add(path: string, json: unknown, xml: string): void {
  const put = (type: string, text: string) => {
    const body = Buffer.from(text)
    const etag = `"${createHash('sha1').update(body).digest('hex')}"`
    bodies.set(`/api/v1/${path}/?type=${type}`, { body, type: `application/${type}`, etag })
  }
  put('json', JSON.stringify(json))
  put('xml', `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
}

function addRows(path: string, rows: readonly Record<string, string | number>[]): void {
  const xml = rows.map(
    (row) =>
      `<row>${Object.entries(row)
        .map(([name, value]) => `<${name}>${value}</${name}>`)
        .join('')}</row>`,
  )
  add(path, rows, `<rows>${xml.join('')}</rows>`)
}

function addDataset(code: string, index: number, version: number): void {
  const rows = Array.from({ length: 20 }, (_, row) => ({
    id: row,
    name: `Record ${row} of ${code}`,
    value: ((index * 31 + row * 17 + version) % 1000) / 10,
    day: `2026-0${(row % 9) + 1}-1${index % 10}`,
  }))
  addRows(`get_dataset/${code}`, rows)
}

for (const [index, code] of codes.entries()) addDataset(code, index, 0)
let version = 0
process.stdin.on('data', (chunk) => {
  version++
  for (const [index, code] of codes.entries())
    if (index % 100 < Number(chunk)) addDataset(code, index, version)
  process.stdout.write('\n')
})
addRows(
  'list_datasets',
  codes.map((code, index) => ({
    code,
    title: `Dataset number ${index}`,
    category: `c${index % 12}`,
    oiv: `o${index % 40}`,
  })),
)
addRows(
  'list',
  codes.map((code) => ({ code })),
)
addRows(
  'list_categories',
  Array.from({ length: 12 }, (_, index) => ({ code: `c${index}`, title: `Category ${index}` })),
)
addRows(
  'list_oivs',
  Array.from({ length: 40 }, (_, index) => ({ code: `o${index}`, title: `Body ${index}` })),
)

const server = createServer((request, response) => {
  if (latency === 0) answer(request, response)
  else setTimeout(() => answer(request, response), latency)
})

function answer(request: IncomingMessage, response: ServerResponse): void {
  const found = bodies.get(request.url ?? '')
  if (found === undefined) return void response.writeHead(404).end()
  const headers = { 'content-type': found.type, etag: found.etag }
  if (request.headers['if-none-match'] === found.etag) return void response.writeHead(304, headers).end()
  response.writeHead(200, { ...headers, 'content-length': found.body.length }).end(found.body)
}

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, paths: [...bodies.keys()] })}\n`)
})
