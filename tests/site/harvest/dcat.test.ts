import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Quad } from 'n3'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { findPublished, serveSite } from '../../../src/lib/site/index.ts'
import { mirrorEveryKind } from '../../support/every-kind.ts'
import { datasetEntry, mirrorOf, type SampleParts } from '../../support/sample-mirror/index.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import {
  canonize,
  findShapeFaults,
  findStandard,
  harvest,
  objectsOf,
  parseJsonLd,
  parseTurtle,
  thingsOf,
} from './support/rdf.ts'
import { harvestTexts } from './support/texts.ts'

const DCAT = 'http://www.w3.org/ns/dcat#'
const DCT = 'http://purl.org/dc/terms/'
const SHAPES = findStandard('dcat-ap-3.0.1-shapes.ttl')
const skip = SHAPES === undefined ? 'the shapes of DCAT-AP 3.0.1 are not on this machine' : false

describe('the catalogue of a mirror with a dataset in every state', () => {
  const folder = temporaryFolder({ after })
  let out: string
  let quads: Quad[]
  before(async () => {
    out = (await mirrorEveryKind(folder)).out
    quads = parseTurtle(readFileSync(join(out, 'catalog.ttl'), 'utf8'))
  })

  test('is the same graph in Turtle and in JSON-LD, but for the addresses of the pages', async () => {
    const other = await parseJsonLd(readFileSync(join(out, 'catalog.jsonld'), 'utf8'))
    const sameEnding = (text: string) => text.replace(/(catalog(?:-\d+)?)\.jsonld>/g, '$1.ttl>')
    assert.equal(sameEnding(await canonize(other)), await canonize(quads))
  })

  test('has every dataset with a copy, withdrawn ones too', () => {
    const { records } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as {
      records: { code?: string; format: string; sha256?: string }[]
    }
    const codes = records.flatMap(({ code, format, sha256 }) =>
      code && format !== 'html' && sha256 ? [code] : [],
    )
    const wanted = [...new Set(codes)].map(
      (code) => `https://mirror.example.org/data/api/v1/get_dataset/${encodeURIComponent(code)}/#dataset`,
    )
    assert.deepEqual(thingsOf(quads, `${DCAT}Dataset`).toSorted(), wanted.toSorted())
    assert.ok(wanted.some((iri) => iri.endsWith('/withdrawn/#dataset')))
    assert.ok(!wanted.some((iri) => iri.endsWith('/missing/#dataset')))
  })

  test('states the size and checksum of every file as they are', () => {
    const sums = findPublished(out)
    const files = thingsOf(quads, `${DCAT}Distribution`)
    assert.ok(files.length > 150)
    for (const file of files) {
      const [address = ''] = objectsOf(quads, `${DCAT}downloadURL`, file)
      const path = decodeURIComponent(address.replace('https://mirror.example.org/data/', ''))
      const [size] = objectsOf(quads, `${DCAT}byteSize`, file)
      assert.equal(Number(size), readFileSync(join(out, path)).length, path)
      const [checksum = ''] = objectsOf(quads, 'http://spdx.org/rdf/terms#checksum', file)
      const [value] = objectsOf(quads, 'http://spdx.org/rdf/terms#checksumValue', checksum)
      assert.equal(value, sums.get(path), path)
    }
  })

  test('says which files the mirror made, and in what copies differ from the origin', () => {
    const dataset = 'https://mirror.example.org/data/api/v1/get_dataset/withdrawn/#dataset'
    assert.match(objectsOf(quads, 'http://www.w3.org/ns/adms#versionNotes', dataset).join(), /last copy/)
    const csv = dataset.replace('#dataset', '#csv')
    assert.deepEqual(objectsOf(quads, 'http://www.w3.org/ns/prov#wasDerivedFrom', csv), [
      dataset.replace('#dataset', '#json'),
    ])
  })

  test('meets the shapes of DCAT-AP 3.0.1', { skip }, async () => {
    assert.deepEqual(await findShapeFaults(SHAPES ?? '', quads), [])
  })

  test('would not meet them without a title, with two publishers, or with a sum that is no number', {
    skip,
  }, async () => {
    const text = readFileSync(join(out, 'catalog.ttl'), 'utf8')
    for (const [what, broken] of [
      ['title', text.replace(/(a dcat:Dataset) ;\n {2}dct:title "[^"]*"/, '$1')],
      ['publisher', text.replace('dct:publisher [', 'dct:publisher [ a foaf:Agent ; foaf:name "B" ], [')],
      ['checksumValue', text.replace(/spdx:checksumValue "\w+"\^\^xsd:hexBinary/, 'spdx:checksumValue "no"')],
      ['primaryTopic', text.replace(/foaf:primaryTopic <[^>]*> ;/, '')],
    ] as const) {
      assert.notEqual(broken, text)
      const faults = await findShapeFaults(SHAPES ?? '', parseTurtle(broken))
      assert.match(faults.join('\n'), new RegExp(what), what)
    }
  })

  test('is announced by the pages, and the page of a dataset leads to the part that has it', () => {
    const home = readFileSync(join(out, 'index.html'), 'utf8')
    assert.match(home, /<link rel="alternate" href="catalog\.ttl" type="text\/turtle">/)
    assert.match(home, /<link rel="alternate" href="catalog\.jsonld" type="application\/ld\+json">/)
    const dataset = readFileSync(join(out, 'api/v1/get_dataset/stale/index.html'), 'utf8')
    assert.match(
      dataset,
      /<link rel="describedby" href="\.\.\/\.\.\/\.\.\/\.\.\/catalog\.ttl" type="text\/turtle">/,
    )
    assert.ok(!existsSync(join(out, 'catalog-2.ttl')))
  })
})

const SITE = 'https://m.example/'
const mirrorWith = (parts: SampleParts = {}) => mirrorOf({ site: SITE, ...parts })
const entriesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ entry: datasetEntry(`d${n}`, { title: `D ${n}` }) }))

for (const ending of ['ttl', 'jsonld'])
  test(`a harvester that follows the pages of catalog.${ending} has every dataset once`, async (t) => {
    const folder = temporaryFolder(t)
    for (const [path, text] of harvestTexts(mirrorWith({ datasets: entriesOf(7) }), 3)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const host = await serveSite({ folder, host: '127.0.0.1', port: 0, base: '/' })
    t.after(() => host.close())
    const { pages, quads } = await harvest(`${SITE}catalog.${ending}`, (address, method) => {
      assert.ok(address.startsWith(SITE), address)
      return fetch(address.replace(SITE, host.url), { method })
    })
    assert.equal(pages, 3)
    const datasets = thingsOf(quads, `${DCAT}Dataset`)
    assert.equal(datasets.length, 7)
    assert.equal(new Set(datasets).size, 7)
    // udata skips a dataset without an identifier.
    for (const dataset of datasets) assert.equal(objectsOf(quads, `${DCT}identifier`, dataset).length, 1)
    assert.deepEqual(new Set(objectsOf(quads, 'http://www.w3.org/ns/hydra/core#totalItems')), new Set(['7']))
  })

test('every page of a catalogue meets the shapes by itself', { skip }, async () => {
  for (const [path, text] of harvestTexts(mirrorWith({ datasets: entriesOf(7) }), 3))
    if (path.endsWith('.ttl'))
      assert.deepEqual(await findShapeFaults(SHAPES ?? '', parseTurtle(text)), [], path)
})

test('a mirror without any dataset has a catalogue of one page that meets the shapes', { skip }, async () => {
  const texts = harvestTexts(mirrorWith({ datasets: [] }))
  assert.deepEqual(
    [...texts.keys()].filter((path) => path.endsWith('.ttl')),
    ['catalog.ttl'],
  )
  assert.deepEqual(await findShapeFaults(SHAPES ?? '', parseTurtle(texts.get('catalog.ttl') ?? '')), [])
})

test('texts of the origin come back as they were, whatever their characters', async () => {
  const title = 'A "quote" \\ back\\slash\n\ttab \u{1f30d} é Ж a < b > c \u2028 end\\'
  const entry = datasetEntry('a\\b <c> "d"', {
    title,
    description: `${title}\n\n"""`,
    fields: new Map([['licence', 'https://l.example/a b"c<d>{e}|f\\g^`']]),
  })
  const files = harvestTexts(mirrorWith({ datasets: [{ entry }] }))
  const turtle = parseTurtle(files.get('catalog.ttl') ?? '')
  const json = await parseJsonLd(files.get('catalog.jsonld') ?? '')
  const [dataset = ''] = thingsOf(turtle, `${DCAT}Dataset`)
  for (const quads of [turtle, json]) {
    assert.deepEqual(thingsOf(quads, `${DCAT}Dataset`), [dataset])
    assert.match(
      objectsOf(quads, `${DCT}title`, dataset)[0] ?? '',
      /^A "quote" \\ back\\slash\n.*🌍 é Ж a < b > c .*end\\$/s,
    )
  }
  assert.equal((await canonize(json)).replaceAll('.jsonld>', '.ttl>'), await canonize(turtle))
})

test('the licence in a document and the places of its records are stated', async () => {
  const stops = [37.5, 37.6].map((longitude, n) => ({
    name: `Stop ${n}`,
    longitude,
    latitude: 55.5 + n / 10,
  }))
  const many = Array.from({ length: 20 }, (_, n) => ({ ...stops[n % 2], name: `Stop ${n}` }))
  const text = JSON.stringify({ license: { name: 'CC BY', url: 'https://l.example/by' }, stops: many })
  const reading = readDocument(() => [Buffer.from(text)], { format: 'json' })
  const mirror = mirrorWith({ datasets: [{ entry: datasetEntry('d0'), reading }] })
  const quads = parseTurtle(harvestTexts(mirror).get('catalog.ttl') ?? '')
  assert.deepEqual(new Set(objectsOf(quads, `${DCT}license`)), new Set(['https://l.example/by']))
  assert.deepEqual(objectsOf(quads, `${DCAT}bbox`), [
    'POLYGON((37.5 55.5, 37.6 55.5, 37.6 55.6, 37.5 55.6, 37.5 55.5))',
  ])
})

test('a description that an editor of html wrote is its text, as on the page', () => {
  const entry = datasetEntry('d0', { description: '<p>Trees <b>along</b> roads</p><p>R&amp;D</p>' })
  const files = harvestTexts(mirrorWith({ datasets: [{ entry }] }))
  const quads = parseTurtle(files.get('catalog.ttl') ?? '')
  const [text = ''] = objectsOf(quads, `${DCT}description`, `${SITE}api/v1/get_dataset/d0/#dataset`)
  assert.match(text, /^Trees along roads\s+R&D$/)
})

test('a dataset that the origin does not describe has a true sentence', () => {
  const [{ entry }] = entriesOf(1) as [{ entry: ReturnType<typeof datasetEntry> }]
  const { description: _, ...bare } = entry
  for (const language of ['en', 'ru'] as const) {
    const files = harvestTexts(mirrorWith({ datasets: [{ entry: bare }], language }))
    const quads = parseTurtle(files.get('catalog.ttl') ?? '')
    const [text = ''] = objectsOf(quads, `${DCT}description`, `${SITE}api/v1/get_dataset/d0/#dataset`)
    assert.match(
      text,
      language === 'en'
        ? /^Dataset d0 of data\.example\.org.* The origin gives no description\.$/
        : /^Набор данных d0 с data\.example\.org.* Описания у источника нет\.$/,
    )
  }
})
