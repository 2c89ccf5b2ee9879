import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

/**
 * Serves small tables, which are prepared in memory, so that the clients are measured and not the origin. Arguments: the number of tables, the ms
 * before each answer, and the megabytes of json of an additional dataset, which is generated while it is sent. A number on the standard input
 * changes this percentage of the tables.
 */
const count = Number(process.argv[2])
const latency = Number(process.argv[3] ?? 0)
const megabytes = Number(process.argv[4] ?? 0)
const LARGE = 'large'
const codes = [
  ...Array.from({ length: count }, (_, index) => `dataset-${String(index).padStart(6, '0')}`),
  ...(megabytes > 0 ? [LARGE] : []),
]
const bodies = new Map<string, { body: Buffer; type: string; etag: string }>()

function add(path: string, json: unknown, xml: string): void {
  const put = (type: string, text: string) => {
    const body = Buffer.from(text)
    const etag = `"${hash('sha1', body)}"`
    bodies.set(`/api/v1/${path}/?type=${type}`, { body, type: `application/${type}`, etag })
  }
  put('json', JSON.stringify(json))
  put('xml', `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
}

type Row = Readonly<Record<string, string | number>>

function toXml(row: Row): string {
  const members = Object.entries(row).map(([name, value]) => `<${name}>${value}</${name}>`)
  return `<row>${members.join('')}</row>`
}

function addRows(path: string, rows: readonly Row[]): void {
  add(path, rows, `<rows>${rows.map(toXml).join('')}</rows>`)
}

function rowOf(code: string, index: number, row: number, version = 0): Row {
  return {
    id: row,
    name: `Record ${row} of ${code}`,
    value: ((index * 31 + row * 17 + version) % 1000) / 10,
    day: `2026-0${(row % 9) + 1}-1${index % 10}`,
  }
}

function addDataset(code: string, index: number, version: number): void {
  if (code === LARGE) return
  const rows = Array.from({ length: 20 }, (_, row) => rowOf(code, index, row, version))
  addRows(`get_dataset/${code}`, rows)
}

const ROWS_AT_ONCE = 1000
const BYTES_PER_ROW = JSON.stringify(rowOf(LARGE, 0, 1_000_000)).length + 1

function* largeDocument(type: string): Generator<string> {
  const render = type === 'json' ? (row: Row) => JSON.stringify(row) : toXml
  const separator = type === 'json' ? ',' : ''
  const rows = Math.ceil((megabytes * 1e6) / BYTES_PER_ROW)
  yield type === 'json' ? '[' : '<?xml version="1.0" encoding="UTF-8"?>\n<rows>'
  for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, rows - first)
    const block = Array.from({ length }, (_, at) => render(rowOf(LARGE, 0, first + at)))
    yield (first === 0 ? '' : separator) + block.join(separator)
  }
  yield type === 'json' ? ']' : '</rows>'
}

for (const [index, code] of codes.entries()) addDataset(code, index, 0)
let version = 0
const versions = codes.map(() => 0)
process.stdin.on('data', (chunk) => {
  version++
  for (const [index, code] of codes.entries()) {
    if (index % 100 >= Number(chunk)) continue
    versions[index] = version
    addDataset(code, index, version)
  }
  addListOfDatasets()
  process.stdout.write('\n')
})
function addListOfDatasets(): void {
  const rows = codes.map((code, index) => ({
    code,
    title: `Dataset number ${index}`,
    category: `c${index % 12}`,
    oiv: `o${index % 40}`,
    updated: new Date(Date.UTC(2026, 0, 1 + (index % 28), versions[index])).toISOString(),
  }))
  addRows('list_datasets', rows)
}
addListOfDatasets()
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
  const [, type] = /^\/api\/v1\/get_dataset\/large\/\?type=(json|xml)$/.exec(request.url ?? '') ?? []
  if (type !== undefined && megabytes > 0) {
    response.writeHead(200, { 'content-type': `application/${type}` })
    return void Readable.from(largeDocument(type)).pipe(response)
  }
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
