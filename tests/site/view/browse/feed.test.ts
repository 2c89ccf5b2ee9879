import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { SaxesParser } from 'saxes'
import { feedOf, feedValues, renderFeed } from '../../../../src/lib/site/view/index.ts'
import fc from '../../../support/fast-check.ts'
import {
  datasetEntry,
  entry,
  largeMirror,
  mirrorOf,
  readingOf,
  sampleMirror,
} from '../../../support/sample-mirror/index.ts'

const one = readingOf([{ n: 1 }])
const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ['entry', 'link', 'category'].includes(name),
})

/** Reads xml strictly, namespaces too. Throws for what is not well-formed. */
function parseStrictly(xml: string) {
  const strict = new SaxesParser({ xmlns: true })
  strict.on('error', (error) => {
    throw error
  })
  strict.write(xml).close()
  return parser.parse(xml).feed
}

test('feeds are well-formed whatever the data contains', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(']]>', '\u0000\u0008', '\ud800', '<a b="', '&amp;', '\ufffe'),
  )
  fc.assert(
    fc.property(any, any, any, (title, key, site) => {
      const mirror = mirrorOf({
        title: site,
        datasets: [{ entry: datasetEntry('a', { title, categories: [key] }), reading: one }],
        categories: [entry(key, title)],
      })
      for (const value of [undefined, ...feedValues(mirror)]) {
        const feed = parseStrictly(renderFeed(feedOf(mirror, value)))
        assert.equal(feed.entry.length, 1)
        assert.ok(feed.id && feed.updated && feed.author.name)
      }
    }),
    { numRuns: 60 },
  )
})

test('a feed lists the fifty datasets that changed most recently, and contains no other times', () => {
  const day = (at: number) => `2026-10-${String(at + 1).padStart(2, '0')}T00:00:00.000Z`
  const mirror = mirrorOf({
    datasets: [3, 0, 2, 1].map((at) => ({
      entry: datasetEntry(`d${at}`),
      reading: one,
      records: {
        json: { state: 'fetched', changedAt: day(at) },
        xml: { state: 'fetched', changedAt: day(0) },
      },
    })),
  })
  const feed = feedOf(mirror)
  assert.deepEqual(
    feed.entries.map(({ title }) => title),
    ['d3', 'd2', 'd1', 'd0'],
  )
  assert.equal(feed.updated, day(3))
  assert.equal(feedOf(largeMirror(300, 1)).entries.length, 50)
  assert.deepEqual(feedOf(mirrorOf()).entries, [])
})

test('an entry has the same id in every feed and on every run, by its dataset and change', () => {
  const at = (changedAt: string) =>
    mirrorOf({
      datasets: [
        {
          entry: datasetEntry('a', { categories: ['x'] }),
          reading: one,
          records: { json: { state: 'fetched', changedAt }, xml: { state: 'fetched', changedAt } },
        },
      ],
      categories: [entry('x', 'Roads')],
    })
  const before = at('2026-01-01T00:00:00.000Z')
  const [roads] = before.facets.category
  const [id] = feedOf(before).entries.map(({ id }) => id)
  assert.match(id ?? '', /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(feedOf(before, roads).entries[0]?.id, id)
  assert.notEqual(feedOf(before, roads).id, feedOf(before).id)
  assert.notEqual(feedOf(at('2026-02-01T00:00:00.000Z')).entries[0]?.id, id)
})

test('links are absolute if the site has an address, otherwise relative to the feed', () => {
  const sited = feedOf(sampleMirror(), sampleMirror().facets.oiv[0])
  assert.equal(sited.self, 'https://mirror.example.net/open/browse/oiv/10/feed.xml')
  assert.ok(
    sited.entries.every(({ page }) => page.startsWith('https://mirror.example.net/open/api/v1/get_dataset/')),
  )
  const plain = mirrorOf({
    datasets: [{ entry: datasetEntry('a b', { oivs: ['1'] }), reading: one }],
    oivs: [entry('1', 'O')],
  })
  const [oiv] = feedValues(plain)
  assert.equal(feedOf(plain).self, undefined)
  assert.equal(feedOf(plain).entries[0]?.page, 'api/v1/get_dataset/a%20b/index.html')
  assert.equal(feedOf(plain, oiv).entries[0]?.page, '../../../api/v1/get_dataset/a%20b/index.html')
  assert.equal(feedOf(plain, oiv).entries[0]?.files[0]?.href, '../../../api/v1/get_dataset/a%20b/index.json')
})

test('the summary of an entry states its records and columns, and no sizes of files', () => {
  const mirror = mirrorOf({ datasets: [{ entry: datasetEntry('a'), reading: one }] })
  const { entry: entries } = parseStrictly(renderFeed(feedOf(mirror)))
  assert.match(entries[0].summary, /^1 record with 1 column$/)
  assert.doesNotMatch(entries[0].summary, /json|xml|\d.bytes|kB|MB/)
})
