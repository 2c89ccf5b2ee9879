import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small origin whose data can change. */
export interface DrillOrigin {
  readonly url: string
  /** The address of a time stamping authority that grants every request, without a signature. */
  readonly authority: string
  /** The data it serves: before or after the change. */
  version: 'old' | 'new'
  close(): void
}

/** Two states of a service: one dataset changes, one is removed, one is added; one is large enough to be written in chunks. */
const LARGE = 'x'.repeat(300_000)
const VERSIONS = {
  old: { a: 'old', 'b в': 'same', '100%': 'same', gone: 'last words', large: `${LARGE} old` },
  new: { a: 'new', 'b в': 'same', '100%': 'same', 'new ☃': 'first words', large: `${LARGE} new` },
} as const
const CHANGED = { old: 'Thu, 01 Jan 2026 00:00:00 GMT', new: 'Sun, 01 Feb 2026 00:00:00 GMT' } as const

/** Starts it on a free port. */
export async function startDrillOrigin(): Promise<DrillOrigin> {
  const origin = { version: 'old' as 'old' | 'new' }
  const bodies = { old: bodiesOf('old'), new: bodiesOf('new') }
  const server = createServer((request, response) => {
    if (request.method === 'POST') return void stamp(request, response)
    const found = bodies[origin.version].get(request.url ?? '')
    if (found === undefined) return void response.writeHead(404).end()
    const { body, ...headers } = found
    if (request.headers['if-none-match'] === headers.etag) return void response.writeHead(304, headers).end()
    response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(origin, {
    url: `http://127.0.0.1:${port}/`,
    authority: `http://127.0.0.1:${port}/authority`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
}

// The answer of RFC 3161: granted, and what the request is about. Both are short sequences of DER.
async function stamp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const granted = Buffer.from('3003020100', 'hex')
  const content = Buffer.concat([granted, ...(await request.toArray())])
  response.end(Buffer.concat([Buffer.from([0x30, content.length]), content]))
}

interface Body {
  readonly body: Buffer
  readonly 'content-type': string
  readonly etag: string
  readonly 'last-modified': string
}

function bodiesOf(version: 'old' | 'new'): Map<string, Body> {
  const bodies = new Map<string, Body>()
  const datasets = Object.entries(VERSIONS[version])
  const add = (path: string, rows: readonly Readonly<Record<string, string>>[], isNew: boolean) => {
    const put = (type: string, text: string) => {
      const body = Buffer.from(text)
      const etag = `"${hash('sha1', body)}"`
      const changed = CHANGED[isNew ? version : 'old']
      bodies.set(`/api/v1/${path}/?type=${type}`, {
        body,
        'content-type': `application/${type}`,
        etag,
        'last-modified': changed,
      })
    }
    const xml = rows.map(
      (row) =>
        `<row>${Object.entries(row)
          .map(([name, value]) => `<${name}>${value}</${name}>`)
          .join('')}</row>`,
    )
    put('json', JSON.stringify(rows))
    put('xml', `<?xml version="1.0" encoding="UTF-8"?>\n<rows>${xml.join('')}</rows>`)
  }
  const listed = datasets.map(([code]) => ({ code, title: `About ${code}`, category: 'c1', oiv: 'o1' }))
  add(
    'list',
    datasets.map(([code]) => ({ code })),
    true,
  )
  add('list_datasets', listed, true)
  add('list_categories', [{ key: 'c1', title: 'Category' }], false)
  add('list_oivs', [{ key: 'o1', title: 'Body' }], false)
  for (const [code, text] of datasets)
    add(
      `get_dataset/${encodeURIComponent(code)}`,
      [
        { id: '1', text },
        { id: '2', text: 'more' },
      ],
      text !== 'same',
    )
  return bodies
}
