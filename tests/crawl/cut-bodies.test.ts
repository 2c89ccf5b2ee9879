import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openCrawler, serviceRoutes } from '../support/crawling.ts'
import { ROOT } from '../support/files.ts'
import { type Route, startScripted } from '../support/scripted-origin.ts'

/** The division of a body into chunks. */
type Cut = (body: Buffer) => Iterable<Uint8Array>

const cutAt =
  (...ends: readonly number[]): Cut =>
  (body) =>
    [0, ...ends].map((from, at) => body.subarray(from, ends[at]))
const CUTS: Readonly<Record<string, Cut>> = {
  'byte by byte': cutAt(...Array.from({ length: 1200 }, (_, at) => at + 1)),
  'after the first byte': cutAt(1),
  'after a few bytes': cutAt(2, 5),
  'within the declaration': cutAt(25, 40),
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const declared = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<rows><row><n>x</n></row></rows>`
const report = `<error><message>Database is down${' '.repeat(1500)}</message></error>`

/** Bodies whose first bytes decide what is made of them. */
const DECIDED_AT_FIRST: Readonly<Record<string, readonly [format: 'json' | 'xml', body: string | Buffer]>> = {
  'cyrillic xml': ['xml', Buffer.from(declared('windows-1251').replace('x<', '\xcf\xe0\xf0\xea<'), 'latin1')],
  'utf-16le xml': ['xml', utf16(declared('utf-16'))],
  'utf-16be xml': ['xml', utf16(declared('utf-16')).swap16()],
  'a report': ['json', '\n{"error":"not found"}'],
  'a marked report': ['json', '\ufeff{"error":"not found"}'],
  'a report in xml': ['xml', `<?xml version="1.0"?>\n${report}`],
  'no value': ['json', ' null'],
  'a page': ['json', '\n<!doctype html><title>Sign in</title>'],
}

/** The documents by code and format. */
function documents(): (readonly [code: string, format: string, body: Buffer])[] {
  return [
    ...globSync('tests/fixtures/reading/*/input.{json,xml}', { cwd: ROOT }).map(
      (file) => [basename(dirname(file)), extname(file).slice(1), readFileSync(join(ROOT, file))] as const,
    ),
    ...Object.entries(DECIDED_AT_FIRST).map(
      ([code, [format, body]]) => [code, format, Buffer.from(body)] as const,
    ),
  ]
}

function serviceOf(cut: Cut): Record<string, Route> {
  const all = documents()
  const lists = serviceRoutes(Object.fromEntries(all.map(([code]) => [code, ''])))
  const bodies = new Map<string, Buffer>(
    Object.entries(lists)
      .filter(([path]) => !path.includes('get_dataset'))
      .map(([path, route]) => [path, Buffer.from((route as { body: string }).body)]),
  )
  for (const [code, format, body] of all)
    bodies.set(`api/v1/get_dataset/${encodeURIComponent(code)}/?type=${format}`, body)
  return Object.fromEntries(
    [...bodies].map(([path, body]) => [
      path,
      { headers: { 'content-type': `application/${path.split('=')[1]}` }, body: [...cut(body)] },
    ]),
  )
}

/** The result of a crawl of the documents, without times. */
async function crawl(t: TestContext, cut: Cut) {
  const origin = await startScripted(t, serviceOf(cut))
  const { manifest } = await openCrawler(t, origin).run()
  return manifest.records.map(({ path, state, sha256, charset, derivedFrom, reason }) => ({
    path,
    state,
    sha256,
    charset,
    derivedFrom,
    reason,
  }))
}

test('gives the same result for any division of a body into chunks', async (t) => {
  const whole = await crawl(t, (body) => [body])
  const fate = (code: string, format: string) =>
    whole.find(({ path }) => path === `api/v1/get_dataset/${code}/index.${format}`)
  for (const [code, [format, body]] of Object.entries(DECIDED_AT_FIRST))
    if (code.includes('xml') && !code.includes('report'))
      assert.equal(fate(code, format)?.sha256, hash('sha256', body), code)
    else assert.equal(fate(code, format)?.state, 'missing', code)
  for (const [how, cut] of Object.entries(CUTS)) assert.deepEqual(await crawl(t, cut), whole, how)
})
