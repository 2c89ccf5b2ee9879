import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { datasetView, homeView } from '../../../src/lib/site/view/index.ts'
import { datasetEntry, mirrorOf, type SampleParts } from '../../support/sample-mirror/index.ts'
import { objectsOf, parseJsonLd } from '../harvest/support/rdf.ts'

describe('data for search engines', () => {
  const SITE = 'https://m.example/mirror/'

  const STOPS = Array.from({ length: 30 }, (_, n) => ({
    name: `Stop ${n}`,
    longitude: 37.5 + n / 100,
    latitude: 55.5 + n / 100,
  }))

  const mirrored = (parts: SampleParts = { site: SITE }, over: Parameters<typeof datasetEntry>[1] = {}) => {
    const entry = datasetEntry('a b', { title: 'Bus stops', ...over })
    const reading = readDocument(() => [Buffer.from(JSON.stringify(STOPS))], { format: 'json' })
    const mirror = mirrorOf({ datasets: [{ entry, reading }], ...parts })
    return { mirror, view: datasetView(mirror, entry) }
  }

  /** All values under a name, at any depth. */
  function valuesOf(node: unknown, name: string): unknown[] {
    if (typeof node !== 'object' || node === null) return []
    return Object.entries(node).flatMap(([key, value]) => [
      ...(key === name ? [value] : []),
      ...valuesOf(value, name),
    ])
  }

  describe('search engines find in the page of a dataset', () => {
    const { structuredData } = mirrored().view.chrome
    const data = JSON.parse(structuredData ?? '{}')

    test('what schema.org and Google Dataset Search require', () => {
      assert.equal(data['@context'], 'https://schema.org/')
      assert.equal(data['@type'], 'Dataset')
      assert.equal(data.name, 'Bus stops')
      assert.equal(data.identifier, 'a b')
      assert.ok(data.description.length >= 50 && data.description.length <= 5000, data.description)
      assert.match(data.description, /30 records/)
      for (const description of ['Where buses stop', 'Where buses stop.']) {
        const { view } = mirrored({ site: SITE }, { description })
        assert.match(
          JSON.parse(view.chrome.structuredData ?? '{}').description,
          /^Where buses stop\. 30 records/,
        )
      }
    })

    test('absolute addresses below that of the site, and the one of the origin', () => {
      assert.equal(data.url, `${SITE}api/v1/get_dataset/a%20b/`)
      const addresses = [...valuesOf(data, '@id'), ...valuesOf(data, 'url'), ...valuesOf(data, 'contentUrl')]
      assert.ok(addresses.length >= 5)
      for (const address of addresses) assert.ok(String(address).startsWith(SITE), String(address))
      assert.ok(!String(data.sameAs ?? data.isBasedOn).startsWith(SITE))
      assert.doesNotMatch(String(data.sameAs ?? data.isBasedOn), /type=/)
    })

    test('each file with its media type, size and checksum', () => {
      for (const file of data.distribution) {
        assert.match(file.encodingFormat, /^(application\/(json|xml)|text\/csv)$/)
        assert.match(file.contentSize ?? '0 B', /^\d+ B$/)
        if (file.encodingFormat !== 'text/csv') assert.match(file.sha256, /^[0-9a-f]{64}$/)
      }
    })

    test('the columns, and the box that the map shows: south, west, north, east', () => {
      assert.deepEqual(valuesOf(data.variableMeasured, 'name'), ['name', 'longitude', 'latitude'])
      assert.equal(data.spatialCoverage.geo.box, '55.5 37.5 55.79 37.79')
    })

    test('no publisher, licence or date that the origin does not state', () => {
      for (const name of ['creator', 'publisher', 'license', 'dateModified'])
        assert.equal(data[name], undefined, name)
    })
  })

  test('a mirror without an address of its own states none to search engines', () => {
    const { mirror, view } = mirrored({})
    assert.equal(view.chrome.structuredData, undefined)
    assert.equal(homeView(mirror).chrome.structuredData, undefined)
  })

  test('a title cannot end the block that search engines read', () => {
    const title = 'Stops </script><script>alert(1)</script> \u2028 <!--'
    const { structuredData } = mirrored(undefined, { title }).view.chrome
    assert.doesNotMatch(structuredData ?? '<', /[<\u2028]/)
    assert.match(JSON.parse(structuredData ?? '{}').name, /<\/script><script>/)
  })

  test('a licence with a link is its address, another one a name; the date is that of the origin', () => {
    const licensed = (licence: string) => {
      const { view } = mirrored(undefined, { fields: new Map([['licence', licence]]), updated: '2026-03-04' })
      return JSON.parse(view.chrome.structuredData ?? '{}')
    }
    const linked = licensed('https://creativecommons.org/licenses/by/4.0/')
    assert.deepEqual(linked.license, ['https://creativecommons.org/licenses/by/4.0/'])
    assert.match(linked.dateModified, /^2026-03-04/)
    assert.deepEqual(licensed('Free for all').license, [{ '@type': 'CreativeWork', name: 'Free for all' }])
  })

  test('the home page is a catalogue that the datasets are in', () => {
    const { mirror, view } = mirrored()
    const home = JSON.parse(homeView(mirror).chrome.structuredData ?? '{}')
    assert.equal(home['@type'], 'DataCatalog')
    assert.equal(home['@id'], JSON.parse(view.chrome.structuredData ?? '{}').includedInDataCatalog['@id'])
  })

  test('a reader of JSON-LD gets every statement, with absolute addresses', async () => {
    const { mirror, view } = mirrored()
    // What schema.org's own context says of these names.
    const addresses = ['url', 'sameAs', 'isBasedOn', 'license', 'contentUrl']
    const context = {
      '@vocab': 'https://schema.org/',
      ...Object.fromEntries(addresses.map((name) => [name, { '@type': '@id' }])),
    }
    for (const text of [view.chrome.structuredData, homeView(mirror).chrome.structuredData]) {
      const quads = await parseJsonLd(text ?? '', { 'https://schema.org/': context })
      assert.ok(quads.length > 5)
      for (const name of addresses)
        for (const address of objectsOf(quads, `https://schema.org/${name}`))
          assert.ok(URL.canParse(address), address)
    }
  })
})
