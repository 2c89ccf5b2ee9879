import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { DataFormat } from '../../src/lib/interface/index.ts'
import { copyCrawler } from '../support/crawled-datasets.ts'
import { answer, both, type Crawler, jsonOf, openCrawler, serviceRoutes, xmlOf } from '../support/crawling.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'

const ROWS = Array.from({ length: 60 }, (_, index) => ({
  name: `Stop ${index}`,
  street: `Street ${index * 7}`,
}))
const [JSON_BODY, XML_BODY] = [jsonOf(ROWS), xmlOf(ROWS)]
const HTML = '<!doctype html><html><head><title>502</title></head><body><h1>Bad gateway</h1></body></html>'
const half = (text: string, end = '') => text.slice(0, text.indexOf(end, text.length / 2) + end.length)

/** Bodies that a failing origin sends with 200 for one format of a dataset. */
const GARBLED: readonly (readonly [what: string, format: DataFormat, body: string])[] = [
  ['cut in the middle', 'json', half(JSON_BODY)],
  ['cut after a record', 'json', half(JSON_BODY, '},')],
  ['a page of html', 'json', HTML],
  ['followed by a page of html', 'json', JSON_BODY + HTML],
  ['after a warning in html', 'json', `<br />\n<b>Warning</b>\n${JSON_BODY}`],
  ['the document twice', 'json', JSON_BODY + JSON_BODY],
  ['with bytes of another kind', 'json', JSON_BODY.replace('Stop 30', 'Stop \u0000')],
  ['a page of html as a text', 'json', JSON.stringify(HTML)],
  ['a message as a text', 'json', '"Internal error"'],
  ['a number', 'json', '0'],
  ['false', 'json', 'false'],
  ['an empty object', 'json', '{}'],
  ['xml', 'json', XML_BODY],
  ['empty', 'json', ''],
  ['cut in the middle', 'xml', half(XML_BODY)],
  ['cut after a record', 'xml', half(XML_BODY, '</item>')],
  ['a page of html', 'xml', HTML],
  ['followed by html', 'xml', `${XML_BODY}<br/>Warning`],
  ['a message in an element', 'xml', '<?xml version="1.0"?>\n<message code="5">Try again later</message>\n'],
  ['an empty element', 'xml', '<?xml version="1.0"?><data/>'],
  ['a declaration', 'xml', '<?xml version="1.0"?>'],
  ['json', 'xml', JSON_BODY],
]

const GOOD = { ...serviceRoutes({ a: 'x', b: 'y' }), ...both('get_dataset/a', ROWS) }
const badOf = (format: DataFormat, body: string) => ({
  [`api/v1/get_dataset/a/?type=${format}`]: answer(body, `application/${format}`),
})
const pathOf = (format: DataFormat) => `get_dataset/a/index.${format}`
const otherOf = (format: DataFormat) => pathOf(format === 'json' ? 'xml' : 'json')

describe('in place of a good copy', () => {
  const suite = suiteContext()
  let service: { origin: ScriptedOrigin; crawler: Crawler }
  before(async () => {
    const origin = await startScripted(suite, GOOD)
    service = { origin, crawler: openCrawler(suite, origin) }
    await service.crawler.run()
  })

  for (const [what, format, body] of GARBLED)
    test(`${format} that is ${what} replaces no copy, and is a gap`, async (t) => {
      service.origin.set({ ...GOOD, ...badOf(format, body) })
      const run = await copyCrawler(t, service).run()
      assert.deepEqual([run.states[pathOf(format)], run.states[otherOf(format)]], ['stale', 'unchanged'])
      assert.equal(run.text(pathOf(format)), format === 'json' ? JSON_BODY : XML_BODY)
      assert.equal(run.manifest.complete, false)
      assert.deepEqual(
        run.problems.map((one) => one.split(' ')[0]),
        ['gap'],
      )
    })
})

for (const [what, format, body] of GARBLED)
  test(`${format} that is ${what} is reported on a first run, and the other format is published`, async (t) => {
    const run = await openCrawler(t, await startScripted(t, { ...GOOD, ...badOf(format, body) })).run()
    assert.equal(run.states[otherOf(format)], 'fetched')
    assert.equal(run.manifest.problems.length, 1, 'it is not reported')
    const [problem] = run.manifest.problems
    if (problem?.severity === 'gap') assert.equal(run.states[pathOf(format)], 'derived')
    else assert.deepEqual([problem?.code, run.record(pathOf(format))?.empty], ['formats-disagree', true])
  })

test('short json that begins with a byte order mark is not taken for an empty document', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({
    ...both('get_dataset/a', ROWS.slice(0, 20)),
    'api/v1/get_dataset/a/?type=json': answer(`\ufeff${jsonOf(ROWS.slice(0, 20))}`, 'application/json'),
  })
  const run = await openCrawler(t, origin).run()
  assert.deepEqual([run.problems, run.record('get_dataset/a/index.json')?.empty], [[], undefined])
})

test('one value in both formats is no disagreement', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({
    'api/v1/get_dataset/a/?type=json': answer('42', 'application/json'),
    'api/v1/get_dataset/a/?type=xml': answer('<count>42</count>', 'application/xml'),
  })
  const run = await openCrawler(t, origin).run()
  assert.deepEqual(run.problems, [])
})
