import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answer, jsonOf, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

describe('derived formats', () => {
  const JSON_A = 'api/v1/get_dataset/a/?type=json'
  const XML_A = 'api/v1/get_dataset/a/?type=xml'
  const GONE = { status: 404 }
  const DOWN = { status: 500 }

  test('a derived format follows new data of its source', async (t) => {
    const origin = await startScripted(t, { ...serviceRoutes({ a: 'old' }), [XML_A]: GONE })
    const crawler = openCrawler(t, origin)
    await crawler.run()
    origin.set({ [JSON_A]: answer('[{"row":"new"}]', 'application/json') })
    const run = await crawler.run()
    assert.equal(run.states['get_dataset/a/index.xml'], 'derived')
    assert.match(run.text('get_dataset/a/index.xml'), /new/)
  })

  test('a derived format stays unchanged while its source is stale', async (t) => {
    const origin = await startScripted(t, { ...serviceRoutes({ a: 'old' }), [XML_A]: GONE })
    const crawler = openCrawler(t, origin)
    const first = await crawler.run()
    origin.set({ [JSON_A]: DOWN, [XML_A]: DOWN })
    const second = await crawler.run()
    assert.equal(second.states['get_dataset/a/index.json'], 'stale')
    assert.equal(second.states['get_dataset/a/index.xml'], 'derived')
    const of = (run: typeof first) => run.record('get_dataset/a/index.xml')
    assert.deepEqual([of(second)?.sha256, of(second)?.changedAt], [of(first)?.sha256, of(first)?.changedAt])
  })

  test('data derived from html is kept if the html fails as well', async (t) => {
    const page =
      '<html><body><table><tr><th>k</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table></body></html>'
    const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }), [JSON_A]: GONE, [XML_A]: GONE })
    origin.set({ 'api/v1/get_dataset/a/': answer(page, 'text/html') })
    const crawler = openCrawler(t, origin)
    const first = await crawler.run()
    origin.set({ 'api/v1/get_dataset/a/': DOWN })
    const second = await crawler.run()
    for (const format of ['json', 'xml']) {
      const file = `get_dataset/a/index.${format}`
      assert.equal(first.states[file], 'derived')
      assert.equal(second.states[file], 'stale')
      assert.ok(second.bytes(file).equals(first.bytes(file)))
    }
  })

  test('html is not requested from an unreachable address', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const silent = { after: new Promise<never>(() => {}) }
    origin.set({ [JSON_A]: silent, [XML_A]: silent })
    await openCrawler(t, origin).run({ deadlines: { connect: 5, idle: 0.2, total: 60 } })
    assert.ok(origin.requests.every(({ path }) => path !== 'api/v1/get_dataset/a/'))
  })

  test('an origin of one format is not asked for others, which is no gap', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const run = await openCrawler(t, origin).run({ formats: ['xml'] })
    assert.ok(origin.requests.every(({ path }) => path.endsWith('?type=xml')))
    assert.equal(run.states['get_dataset/a/index.xml'], 'fetched')
    assert.equal(run.states['get_dataset/a/index.json'], 'derived')
    assert.deepEqual(run.problems, [])
    assert.equal(run.manifest.complete, true)
  })

  test('finds a dataset that is only in the field of codes and not in links, if the origin has it', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3' }))
    const row = (id: string, linked: boolean) => ({ id, u: linked ? `/api/v1/get_dataset/${id}/` : '' })
    const list = jsonOf([row('a', true), row('b', true), row('c', false)])
    for (const name of ['list', 'list_datasets'])
      origin.set({
        [`api/v1/${name}/?type=json`]: name === 'list' ? '[]' : list,
        [`api/v1/${name}/?type=xml`]: '<r/>',
      })
    assert.deepEqual((await openCrawler(t, origin).run()).manifest.codes.order, ['a', 'b', 'c'])
  })

  test('finds a dataset that is only in the list of available data', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: '1', b: '2', c: '3' }))
    const ids = (...codes: string[]) => jsonOf(codes.map((id) => ({ id })))
    origin.set({ 'api/v1/list/?type=json': ids('a', 'b', 'c'), 'api/v1/list/?type=xml': '<r/>' })
    origin.set({ 'api/v1/list_datasets/?type=json': ids('a', 'b'), 'api/v1/list_datasets/?type=xml': '<r/>' })
    assert.deepEqual((await openCrawler(t, origin).run()).manifest.codes.order, ['a', 'b', 'c'])
  })

  const SEVERAL = `{"meta":{"updated":"2026-01-02","rate":1.10,"tags":["t1","t2"]},"schools":[{"s":"school 1","rooms":[[1,2],["r3"]]},
  {"s":"school 2","№ <x>":null}],"city":{"wards":{"list":[{"w":"ward 1"}]},"name":"city & co"},
  "hospitals":[{"h":"h1","beds":90071992547409930},{"h":"h2","open":true},{"h":"h3","at":{"lat":1e400}}],"total":"3"}`

  const SEVERAL_XML = `<service updated="2026-01-02"><schools kind="k"><school id="s1"><name>school 1</name></school>
  <school id="s2">school 2</school></schools>text beside<city><wards><ward no="w1">ward 1</ward></wards></city>
  <hospitals><hospital><h>h1</h><beds>007</beds></hospital><hospital><h>h2</h></hospital><hospital><h>h3</h></hospital></hospitals>
  <total>3</total></service>`

  // Every scalar value of a json document, as written.
  const scalarsOfJson = (json: string): string[] =>
    [...json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[-\d][-+.\deE]*|true|false/g)].flatMap(
      ([literal, text, colon]) =>
        colon ? [] : [text === undefined ? literal : (JSON.parse(text) as string)],
    )

  const plain = (xml: string) => xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

  // Every text and attribute value of an xml document.
  const scalarsOfXml = (xml: string): string[] =>
    [...xml.matchAll(/="([^"]*)"|>([^<]+)</g)]
      .map(([, attribute, text]) => plain(attribute ?? text ?? '').trim())
      .filter((text) => text !== '')

  test('xml derived from json with several lists has all values', async (t) => {
    const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }), [XML_A]: GONE })
    origin.set({ [JSON_A]: answer(SEVERAL, 'application/json') })
    const xml = (await openCrawler(t, origin).run()).text('get_dataset/a/index.xml')
    const there = new Set(scalarsOfXml(xml))
    assert.deepEqual(
      scalarsOfJson(SEVERAL).filter((value) => !there.has(value)),
      [],
    )
    assert.ok(there.has('№ <x>'))
    assert.equal(xml.match(/<record>/g)?.length, 3)
    assert.equal(xml.match(/school 1/g)?.length, 1)
    assert.match(xml, /<field name="s">school 1<\/field>/)
  })

  test('json derived from xml with several lists has all values', async (t) => {
    const origin = await startScripted(t, { ...serviceRoutes({ a: 'x' }), [JSON_A]: GONE })
    origin.set({ [XML_A]: answer(SEVERAL_XML, 'application/xml') })
    const json = (await openCrawler(t, origin).run()).text('get_dataset/a/index.json')
    const there = new Set(scalarsOfJson(json).map((value) => value.trim()))
    assert.deepEqual(
      scalarsOfXml(SEVERAL_XML).filter((value) => !there.has(value)),
      [],
    )
    assert.deepEqual(JSON.parse(json).records, [{ h: 'h1', beds: '007' }, { h: 'h2' }, { h: 'h3' }])
    assert.equal(JSON.parse(json).rest.name, 'service')
  })
})

describe('limits of deriving', () => {
  const NONE = { status: 404 }
  const XML = 'api/v1/get_dataset/a/?type=xml'
  const JSON_A = 'api/v1/get_dataset/a/?type=json'

  test('derived copies have the limit of fetched ones, and a gap states which one was exceeded', async (t) => {
    // As xml each of these is some twenty times as long.
    const body = `[${'[],'.repeat(30_000)}[]]`
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: 'x', b: 'y' }),
      [JSON_A]: answer(`{"a":${body},"b":{"c":1,"d":{"e":2}}}`, 'application/json'),
      [XML]: NONE,
    })
    const crawler = openCrawler(t, origin)
    const run = await crawler.run({ maxBodyBytes: 200_000 })
    assert.equal(run.record('get_dataset/a/index.json')?.state, 'fetched')
    assert.equal(run.record('get_dataset/a/index.xml')?.state, 'missing')
    assert.match(
      run.record('get_dataset/a/index.xml')?.reason ?? '',
      / derived from json: .*200000 bytes \(the config key maxBodyBytes\)/,
    )
    assert.equal(run.record('get_dataset/b/index.json')?.state, 'fetched')
  })

  test('a derived list has the limit of lists, a derived dataset of that size has not', async (t) => {
    const textOf = (name: string) => JSON.stringify([{ name, parts: Array.from({ length: 8000 }, () => []) }])
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    for (const resource of ['list_oivs', 'get_dataset/a'])
      origin.set({
        [`api/v1/${resource}/?type=json`]: answer(textOf(resource), 'application/json'),
        [`api/v1/${resource}/?type=xml`]: NONE,
      })
    const run = await openCrawler(t, origin).run({ maxListBytes: 100_000 })
    assert.match(
      run.record('list_oivs/index.xml')?.reason ?? '',
      /100000 bytes \(the config key maxListBytes\)/,
    )
    assert.equal(run.states['get_dataset/a/index.xml'], 'derived')
  })

  test('all derived copies of a run share what the received bodies leave of its limit', async (t) => {
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: 'x'.repeat(3000), b: 'y'.repeat(3000) }),
      [XML]: NONE,
      'api/v1/get_dataset/b/?type=xml': NONE,
    })
    const unlimited = await openCrawler(t, origin).run()
    const each = unlimited.bytes('get_dataset/a/index.xml').length
    const run = await openCrawler(t, origin).run({
      maxTotalBytes: unlimited.received + Math.floor(1.5 * each),
    })
    const copies = ['a', 'b'].map((code) => run.record(`get_dataset/${code}/index.xml`))
    assert.deepEqual(copies.map((copy) => copy?.state).sort(), ['derived', 'missing'])
    assert.match(copies.map((copy) => copy?.reason).join(), / derived from json: .*config key maxTotalBytes/)
  })

  test('xml entities count with their expanded size', async (t) => {
    const xml = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(9000)}">]><a>${'<r>&b;</r>'.repeat(1000)}</a>`
    const origin = await startScripted(t, {
      ...serviceRoutes({ a: 'x' }),
      [JSON_A]: NONE,
      [XML]: answer(xml, 'application/xml'),
    })
    const run = await openCrawler(t, origin).run({ maxBodyBytes: 1_000_000 })
    assert.equal(run.record('get_dataset/a/index.xml')?.state, 'missing')
    assert.match(
      run.record('get_dataset/a/index.xml')?.reason ?? '',
      /entities that stand for more than \d+ characters/,
    )
  })

  test('xml entities of a list count towards the limit of lists', async (t) => {
    const xml = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(9000)}">]><a>${'<r>&b;</r>'.repeat(100)}</a>`
    const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
    const asXml = answer(xml, 'application/xml')
    origin.set({ 'api/v1/list_oivs/?type=xml': asXml, 'api/v1/get_dataset/a/?type=xml': asXml })
    const run = await openCrawler(t, origin).run({ maxListBytes: 100_000 })
    assert.match(
      run.record('list_oivs/index.xml')?.reason ?? '',
      /body that is too large: .*entities that stand for more than \d{5} characters/,
    )
    assert.equal(run.states['get_dataset/a/index.xml'], 'fetched')
  })

  test('a list with too many entries for memory counts as failed: the previous copy stays, and there is a gap', async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
    const crawler = openCrawler(t, origin)
    const first = await crawler.run()
    const before = first.text('list_oivs/index.json')
    // The names of the columns count for each of the records below them.
    const names = JSON.stringify(['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(900)))
    const table = `[${names},${'[1,2,3,4,5],'.repeat(220_000)}[1,2,3,4,5]]`
    origin.set({ 'api/v1/list_oivs/?type=json': answer(table, 'application/json') })
    const second = await crawler.run()
    assert.equal(second.record('list_oivs/index.json')?.state, 'stale')
    assert.equal(second.text('list_oivs/index.json'), before)
    assert.ok(second.problems.some((problem) => /^gap .*more entries than/.test(problem)))
    assert.equal(second.record('get_dataset/a/index.json')?.state, 'unchanged')
  })
})
