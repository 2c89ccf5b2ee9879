import { once } from 'node:events'
import type { Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import { body, type Exchange, type Fault } from '../fault.ts'

const SMALL = { maxBodyBytes: 1_000_000 }
const PIECE = Buffer.alloc(1 << 20, ' ')
const LAUGHS = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at === 0 ? '' : at};`.repeat(10)}">`,
).join('')}]><lolz>&lol9;</lolz>`

const streamed =
  (headers: Record<string, string>, make: (exchange: Exchange) => AsyncIterable<Uint8Array>) =>
  async (exchange: Exchange) => {
    const { response, type, gone } = exchange
    response.writeHead(200, { 'content-type': type, ...headers })
    for await (const piece of make(exchange)) {
      if (response.destroyed) return
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), gone])
    }
    response.end()
  }

/** A quarter of a gigabyte of blanks, compressed while it is sent. */
async function* compressed(coder: Transform): AsyncIterable<Uint8Array> {
  const fill = async () => {
    for (let at = 0; at < 256; at++) if (!coder.write(PIECE)) await once(coder, 'drain')
    coder.end()
  }
  fill().catch(() => {})
  try {
    yield* coder
  } finally {
    coder.destroy()
  }
}

async function* repeated(text: string, bytes: number): AsyncIterable<Uint8Array> {
  const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)))
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
}

const bomb = (coding: string, open: () => Transform): Fault => ({
  name: `${coding} bomb`,
  describe: `sends a quarter of a gigabyte as ${coding}`,
  apply: streamed({ 'content-encoding': coding }, () => compressed(open())),
  says: /maxBodyBytes/,
  options: SMALL,
})

export const BOMBS: readonly Fault[] = [
  bomb('gzip', () => createGzip({ level: 1 })),
  bomb('br', () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
  bomb('zstd', () => createZstdCompress()),
  {
    name: 'endless body',
    describe: 'sends blanks without end',
    apply: streamed({}, () => repeated(' ', 1e12)),
    says: /maxBodyBytes/,
    options: SMALL,
  },
  {
    name: 'deep nesting',
    describe: 'nests a million levels deep',
    apply: streamed({}, ({ format }) => repeated(format === 'json' ? '[' : '<a>', 3_000_000)),
    says: /nested deeper than 1000 levels \(the config key maxDepth\)/,
    evidence: true,
  },
  {
    name: 'billion laughs',
    describe: 'multiplies entities',
    apply: body(({ format }) => (format === 'json' ? `[${'"lol",'.repeat(9)}` : LAUGHS)),
    says: /entity|ends early/,
    evidence: true,
  },
  {
    name: 'external entity',
    describe: 'asks for a file of ours by an entity',
    apply: body(({ format }) =>
      format === 'json'
        ? '{"$ref":'
        : '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><data><item>&x;</item></data>',
    ),
    says: /entity|ends early/,
    evidence: true,
  },
  {
    name: 'external subset',
    describe: 'declares its entities in a document elsewhere',
    apply: body(({ format }) =>
      format === 'json' ? '[' : '<!DOCTYPE a PUBLIC "x" "http://evil.test/a.dtd"><data>&x;</data>',
    ),
    says: /entity|ends early/,
    evidence: true,
  },
  {
    name: 'string of ten megabytes',
    describe: 'sends a single string of ten megabytes',
    apply: streamed({}, async function* ({ format }) {
      yield Buffer.from(format === 'json' ? '[{"row":"' : '<data><item><row>')
      yield* repeated('x', 10_000_000)
      yield Buffer.from(format === 'json' ? '"}]' : '</row></item></data>')
    }),
    outcome: 'believed',
  },
]
