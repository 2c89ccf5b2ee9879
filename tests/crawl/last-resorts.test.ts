import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const page = (body: string) => answer(`<html><body>${body}</body></html>`, 'text/html')
const TABLE = page('<table><tr><th>k</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>')
const GONE = { status: 404 }

test('publishes xml in UTF-8 if its encoding was only in the header, since static hosts do not send it', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  // Привет, in windows-1251.
  const body = Buffer.concat([
    Buffer.from('<?xml version="1.0"?><r><a>'),
    Buffer.from([207, 240, 232, 226, 229, 242]),
    Buffer.from('</a></r>'),
  ])
  origin.set({
    'api/v1/get_dataset/a/?type=xml': {
      headers: { 'content-type': 'application/xml; charset=windows-1251' },
      body,
    },
  })
  const crawler = openCrawler(t, origin)
  const { record, text } = await crawler.run()
  assert.equal(record('get_dataset/a/index.xml')?.state, 'derived')
  assert.equal(new XMLParser().parse(text('get_dataset/a/index.xml')).r.a, 'Привет')
  assert.deepEqual(
    new Uint8Array((await crawler.run()).bytes('get_dataset/a/index.xml.original')),
    new Uint8Array(body),
  )
})

test('derives no data from a login page', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x' }))
  origin.set({
    'api/v1/get_dataset/a/?type=json': GONE,
    'api/v1/get_dataset/a/?type=xml': GONE,
    'api/v1/get_dataset/a/': TABLE,
  })
  const crawler = openCrawler(t, origin)
  assert.deepEqual(JSON.parse((await crawler.run()).text('get_dataset/a/index.json')), [
    { k: '1' },
    { k: '2' },
  ])
  origin.set({ 'api/v1/get_dataset/a/': page('<form>Please log in <input name="user"></form>') })
  const second = await crawler.run()
  assert.deepEqual(JSON.parse(second.text('get_dataset/a/index.json')), [{ k: '1' }, { k: '2' }])
  assert.equal(second.record('get_dataset/a/index.json')?.state, 'stale')
})

test('the failure of an html list does not mean that its entries are gone', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const links = page(
    '<ul><li><a href="../get_dataset/a/">a</a></li><li><a href="../get_dataset/b/">b</a></li></ul>',
  )
  const lists = ['list', 'list_categories', 'list_oivs', 'list_datasets']
  const html = (body: typeof links | typeof GONE) =>
    Object.fromEntries(lists.map((list) => [`api/v1/${list}/`, body]))
  origin.set(
    Object.fromEntries(
      lists.flatMap((list) => ['json', 'xml'].map((type) => [`api/v1/${list}/?type=${type}`, GONE])),
    ),
  )
  origin.set(html(links))
  const crawler = openCrawler(t, origin)
  assert.equal((await crawler.run()).states['get_dataset/a/index.json'], 'fetched')
  origin.set({ ...html({ status: 500 }), 'api/v1/list/': page('<a href="../get_dataset/a/">a</a>') })
  const { states } = await crawler.run()
  assert.notEqual(states['get_dataset/a/index.json'], 'withdrawn')
  assert.notEqual(states['get_dataset/b/index.xml'], 'withdrawn')
})
