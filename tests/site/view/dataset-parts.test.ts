import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { datasetResource } from '../../../src/lib/interface/index.ts'
import type { Column, ColumnKind, Reading, Value } from '../../../src/lib/reading/index.ts'
import { readDocument } from '../../../src/lib/reading/read.ts'
import type { ResourceRecords } from '../../../src/lib/site/mirror.ts'
import { bibtexOf, escapeBibtex, risOf } from '../../../src/lib/site/view/cite.ts'
import { differenceLinesOf, summarizeDifference } from '../../../src/lib/site/view/differences.ts'
import {
  badgeOf,
  citeOf,
  datasetView,
  homeView,
  licencesOf,
  localeOf,
  noticesOf,
  type UseFrom,
  useFromOf,
} from '../../../src/lib/site/view/index.ts'
import type { Citation } from '../../../src/lib/site/view/terms.ts'
import { versionsViewOf } from '../../../src/lib/site/view/versions.ts'
import type { Difference, ManifestRecord, State, Version } from '../../../src/lib/snapshot/index.ts'
import fc from '../../support/fast-check.ts'
import {
  datasetEntry,
  entry,
  mirrorOf,
  readingOf,
  type SampleDataset,
  type SampleParts,
} from '../../support/sample-mirror/index.ts'
import { objectsOf, parseJsonLd } from '../harvest/support/rdf.ts'

describe('citations', () => {
  const CITATION: Citation = {
    code: 'Ünï/code #1',
    title: 'Roads & {Bridges} 100% of DNA_x ~^\\ $5 #1',
    publishers: ['City of A and B', 'Département'],
    date: '2026-10-02',
    version: '0123456789ab',
    address: 'https://m.example/api/v1/get_dataset/a%20b/',
    via: 'Mirror of data.example.org',
    licences: ['licence: CC BY 4.0'],
  }

  const cited = (parts: SampleParts = {}, over: Parameters<typeof datasetEntry>[1] = {}) => {
    const dataset = datasetEntry('a b', { title: 'Bus stops', ...over })
    const mirror = mirrorOf({ datasets: [{ entry: dataset, reading: readingOf([{ n: 1 }]) }], ...parts })
    return citeOf(mirror, dataset, [{ name: 'licence', text: 'CC BY 4.0' }]) ?? assert.fail('nothing to cite')
  }

  test('bibtex has every field, with special characters escaped and capitals preserved', () => {
    const { before, accessed, after } = bibtexOf(CITATION)
    assert.equal(
      before + accessed + after,
      `@misc{n-code-1-01234567,
  title = {{Roads \\& \\textbraceleft{}Bridges\\textbraceright{} 100\\% of DNA\\_x \\textasciitilde{}\\textasciicircum{}\\textbackslash{} \\$5 \\#1}},
  publisher = {{City of A and B} and {Département}},
  year = {2026},
  date = {2026-10-02},
  version = {0123456789ab},
  howpublished = {Data set, via Mirror of data.example.org},
  url = {https://m.example/api/v1/get_dataset/a%20b/},
  note = {licence: CC BY 4.0},
  urldate = {{day}},
}`,
    )
  })

  test('an entry stays one entry with balanced braces, whatever a title contains', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('{', '}', '\\', '@', '\n', '"', '%', 'a') }),
    )
    fc.assert(
      fc.property(texts, (title) => {
        const { before, accessed, after } = bibtexOf({
          ...CITATION,
          title,
          code: title,
          via: title,
          address: title,
        })
        const all = before + accessed + after
        let depth = 0
        for (let at = 0; at < all.length; at++) {
          if (all[at] === '{') depth++
          if (all[at] === '}') assert.ok(--depth > 0 || at === all.length - 1, 'it ends too early')
        }
        assert.equal(depth, 0)
        assert.doesNotMatch(escapeBibtex(title), /[\n\r]|(?<!\\)[&%$#_~^]/)
      }),
    )
  })

  test('ris consists of lines with a tag and a value that end in CRLF, whatever the values contain', () => {
    const { before, accessed, after } = risOf(CITATION)
    assert.deepEqual((before + accessed + after).split('\r\n'), [
      'TY  - DATA',
      `TI  - ${CITATION.title}`,
      'PB  - City of A and B; Département',
      'PY  - 2026',
      'DA  - 2026/10/02/',
      'ET  - 0123456789ab',
      'DP  - Mirror of data.example.org',
      'AN  - Ünï/code #1',
      'N1  - licence: CC BY 4.0',
      'UR  - https://m.example/api/v1/get_dataset/a%20b/',
      'Y2  - {slashes}/',
      'ER  - ',
      '',
    ])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        const ris = risOf({ ...CITATION, title: `${title}\r\nER  - \n` })
        for (const line of ris.before.split('\r\n').slice(0, -1))
          assert.match(line, /^[A-Z][A-Z0-9] {2}- [^\r\n]+$/)
        assert.doesNotMatch(ris.before, /^ER/m)
      }),
    )
  })

  test('the sentence states author, date, title, version and address, and only facts from the data', () => {
    const oivs = [entry('o1', 'Transport Department')]
    const { text } = cited({ oivs, site: 'https://m.example/' }, { oivs: ['o1'], updated: '2025-08-21' })
    assert.match(
      text.before,
      /^Transport Department \(2025\)\. Bus stops \[data set\]\. 2025-08-21, sha256 [0-9a-f]{12}\. Via Open data of Exampleshire\. licence: CC BY 4\.0\. https:\/\/m\.example\/api\/v1\/get_dataset\/a%20b\/$/,
    )
  })

  test('a Russian page cites as ГОСТ Р 7.0.100–2018 describes electronic resources', () => {
    const oivs = [entry('o1', 'Департамент транспорта')]
    const { text } = cited(
      { oivs, site: 'https://m.example/', language: 'ru' },
      { title: 'Остановки', oivs: ['o1'], updated: '2025-08-21' },
    )
    assert.match(
      text.before + text.accessed,
      /^Остановки : набор данных \/ Департамент транспорта\. — 2025\. — Версия от 21\.08\.2025, sha256 [0-9a-f]{12}\. — Получено через «Open data of Exampleshire»\. — licence: CC BY 4\.0\. — URL: https:\/\/m\.example\/api\/v1\/get_dataset\/a%20b\/ \(дата обращения: \{dots\}\)\.$/,
    )
    assert.match(cited({ language: 'ru' }).text.before, /^Bus stops : набор данных\. — 2026\. — /)
  })

  test('without an address of the mirror the origin is cited; without a date of the origin the day on which the bytes changed', () => {
    const { text, forms } = cited({}, { updated: 'soon' })
    assert.match(
      text.before,
      /^Bus stops \[data set\]\. 2026-10-02, .* https:\/\/data\.example\.org\/open\/api\/v1\/get_dataset\/a%20b\/$/,
    )
    assert.doesNotMatch(forms.map(({ cited }) => cited.before).join(''), /publisher|PB {2}-/)
  })

  test('a dataset without a copy has no citation', () => {
    const dataset = datasetEntry('gone')
    const gone = { state: 'missing' } as const
    const mirror = mirrorOf({ datasets: [{ entry: dataset, records: { json: gone, xml: gone } }] })
    assert.equal(citeOf(mirror, dataset, []), undefined)
  })

  test('a publisher that is not stated is no author', () => {
    const of = (title: string) =>
      cited({ oivs: [entry('p', title)] }, { title: 'Stocks', oivs: ['p'] }).text.before
    assert.doesNotMatch(of('Not stated'), /Not stated/)
    assert.doesNotMatch(of('не указано'), /не указано/)
    assert.match(of('City council'), /^City council/)
  })
})

describe('licences', () => {
  const listing = (fields: Record<string, Value>) => licencesOf(Object.entries(fields))

  test('a licence is shown only if the data has a field of that name that is not empty', () => {
    assert.deepEqual(listing({ title: 'Licences issued', licence: ' ', license: null, licenses: [] }), [])
    assert.deepEqual(
      listing({ license_plate: 'A 123', licensed_until: '2030', copyrights: 'all', bill_of_rights_no: '1' }),
      [],
    )
    assert.deepEqual(listing({ licence: 'CC BY 4.0' }), [{ name: 'licence', text: 'CC BY 4.0' }])
  })

  test('a licence is found under the names that open data uses, in the list or beside the records', () => {
    for (const name of [
      'license',
      'Licence',
      'dct:license',
      'result.rights',
      'Лицензия',
      'Условия использования',
      'licenseTitle',
    ])
      assert.deepEqual(listing({ [name]: 'Open' }), [{ name, text: 'Open' }], name)
    assert.deepEqual(licencesOf([], [{ name: 'meta.licence', value: 'Open' }]), [
      { name: 'meta.licence', text: 'Open' },
    ])
  })

  test('the licences of parts of a document are not shown as its own', () => {
    const parts = ['saxes', 'undici'].map((name) => ({ name: `packages.${name}.license`, value: 'ISC' }))
    assert.deepEqual(licencesOf([], parts), [])
    assert.deepEqual(licencesOf([], [...parts, { name: 'license', value: 'MIT' }]), [
      { name: 'license', text: 'MIT' },
    ])
  })

  test('a name and an address become one link, also in an object', () => {
    const href = 'https://creativecommons.org/licenses/by/4.0/'
    const link = { name: 'license_title', text: 'CC BY', href }
    assert.deepEqual(listing({ license_title: 'CC BY', license_url: href }), [link])
    assert.deepEqual(
      listing({
        licenses: [
          {
            members: [
              ['title', 'CC BY'],
              ['path', href],
            ],
          },
        ],
      }),
      [{ ...link, name: 'licenses' }],
    )
  })

  test('only a web address becomes a link', () => {
    assert.deepEqual(listing({ license: 'javascript:alert(1)' }), [
      { name: 'license', text: 'javascript:alert(1)' },
    ])
    assert.deepEqual(
      listing({
        license: {
          members: [
            ['name', 'x'],
            ['url', 'javascript:alert(1)'],
          ],
        },
      }),
      [{ name: 'license', text: 'x' }],
    )
  })
})

describe('states', () => {
  const en = localeOf('en')

  type Over = Partial<ManifestRecord>

  const { badges, notices } = en.words

  function records(json: State | undefined, xml: State | undefined, jsonOver: Over = {}, xmlOver: Over = {}) {
    const make = (format: 'json' | 'xml', state: State, over: Over): ManifestRecord => ({
      path: `api/v1/get_dataset/a/index.${format}`,
      operation: 'get_dataset',
      code: 'a',
      format,
      state,
      address: 'https://data.example.org/',
      ...over,
    })
    return {
      ...(json && { json: make('json', json, jsonOver) }),
      ...(xml && { xml: make('xml', xml, xmlOver) }),
    } satisfies ResourceRecords
  }

  test('a current dataset has no badge', () => {
    assert.equal(badgeOf(en, records('fetched', 'unchanged')), undefined)
    assert.equal(badgeOf(en, {}), undefined)
    assert.deepEqual(noticesOf(en, records('unchanged', 'unchanged')), [])
  })

  test('a badge shows the worst state, and the format if only one has it', () => {
    const texts = (json: State, xml: State) => badgeOf(en, records(json, xml))?.text
    assert.equal(texts('stale', 'stale'), badges.staleWhole)
    assert.equal(texts('stale', 'unchanged'), badges.stale('json'))
    assert.equal(texts('unchanged', 'derived'), badges.derived('xml'))
    assert.equal(texts('stale', 'derived'), badges.stale('json'))
    assert.equal(texts('withdrawn', 'derived'), badges.withdrawn)
    assert.equal(texts('missing', 'missing'), badges.missingWhole)
    assert.equal(texts('unchanged', 'missing'), badges.missing('xml'))
  })

  test('the origin’s html has no badge, because it is not published', () => {
    const html: ManifestRecord = {
      path: 'api/v1/list/index.html',
      operation: 'list',
      format: 'html',
      state: 'missing',
      address: 'https://data.example.org/',
    }
    assert.equal(badgeOf(en, { ...records('unchanged', 'unchanged'), html }), undefined)
  })

  test('formats that failed for different reasons share one notice that distinguishes them', () => {
    const [notice, ...more] = noticesOf(
      en,
      records('missing', 'missing', { reason: 'It answered 500.' }, { reason: 'A login page.' }),
    )
    assert.equal(more.length, 0)
    assert.equal(notice?.text, badges.missingWhole)
    assert.equal(notice?.sentence, notices.missing('json and xml'))
    assert.deepEqual(notice?.stateReasons, [
      { formats: 'json', reason: { text: 'It answered 500.' } },
      { formats: 'xml', reason: { text: 'A login page.' } },
    ])
  })

  test('what the mirror did not request is not blamed on the origin', () => {
    for (const [locale, origin, mirror] of [
      [en, /origin did not|never delivered/, /mirror/],
      [localeOf('ru'), /получить .* не удалось|ни разу не отдал/, /зеркал/],
    ] as const) {
      for (const state of ['stale', 'missing'] as const) {
        for (const reasonCode of ['not-asked', 'robots-disallowed', 'robots-unreadable', 'too-large']) {
          const [notice, ...more] = noticesOf(
            locale,
            records(state, 'unchanged', { reasonCode, reason: 'Why.' }),
          )
          assert.equal(more.length, 0)
          assert.doesNotMatch(notice?.sentence ?? '', origin)
          assert.match(notice?.sentence ?? '', mirror)
        }
        const apart = noticesOf(
          locale,
          records(state, state, { reasonCode: 'not-asked' }, { reasonCode: 'not-found' }),
        )
        assert.deepEqual(
          apart.map(({ sentence }) => origin.test(sentence)),
          [false, true],
        )
      }
    }
  })

  test('formats with the same state and reason share one sentence, which is the reason of what is withdrawn', () => {
    const withdrawn = {
      since: '2026-09-14T04:00:00.000Z',
      reason: 'It is no longer in the lists.',
      reasonCode: 'no-longer-listed',
    }
    const [notice] = noticesOf(en, records('withdrawn', 'withdrawn', withdrawn, withdrawn))
    assert.deepEqual(notice?.stateReasons, [
      { since: { datetime: '2026-09-14', text: '14\u00a0Sept\u00a02026' }, sinceWord: 'Last listed' },
    ])
  })

  test('a derived copy is never described as the origin’s', () => {
    const [notice] = noticesOf(en, records('unchanged', 'derived', {}, { derivedFrom: 'json' }))
    assert.match(notice?.sentence ?? '', /not the origin’s.*\bxml\b.*\bjson\b/i)
  })

  test('a copy that is derived because the config leaves a format out is not blamed on the origin', () => {
    const why = {
      reasonCode: 'format-not-offered',
      reason: 'The config leaves it out.',
      derivedFrom: 'json',
    } as const
    for (const [language, failed] of [
      ['en', /gave|failed|usable/],
      ['ru', /отдал|прислал|пригодн/],
    ] as const) {
      const [notice] = noticesOf(localeOf(language), records('unchanged', 'derived', {}, why))
      assert.doesNotMatch(notice?.sentence ?? '', failed)
      assert.ok(notice?.stateReasons[0]?.reason)
    }
  })
})

describe('former versions', () => {
  const version = (sha256: string, firstSeen: string, lastSeen = firstSeen): Version => ({
    format: 'json',
    sha256: sha256.repeat(64),
    bytes: 20,
    firstSeen,
    lastSeen,
    changedAt: firstSeen,
    address: 'https://data.example.org/',
  })

  const linesOf = (...versions: Version[]) =>
    versionsViewOf(localeOf('en'), { code: 'parks', versions }, () => undefined)?.versions.map(
      ({ from, until, mark, saveAs }) => [from.text, until.text, mark, saveAs],
    )

  test('former versions have the days on which they were seen', () => {
    assert.deepEqual(
      linesOf(
        version('a', '2026-11-20T06:00:00Z', '2026-11-24T06:00:00Z'),
        version('b', '2026-11-19T06:00:00Z'),
      ),
      [
        ['20\u00a0Nov\u00a02026', '24\u00a0Nov\u00a02026', undefined, 'parks-2026-11-20.json'],
        ['19\u00a0Nov\u00a02026', '19\u00a0Nov\u00a02026', undefined, 'parks-2026-11-19.json'],
      ],
    )
  })

  test('former versions of the same day have times, and those of the same minute the beginning of their checksums', () => {
    assert.deepEqual(
      linesOf(
        version('a', '2026-11-20T12:00:30Z'),
        version('b', '2026-11-20T12:00:10Z'),
        version('c', '2026-11-20T06:15:00Z'),
        version('d', '2026-11-19T06:00:00Z'),
      ),
      [
        [
          '20\u00a0Nov\u00a02026, 12:00 UTC',
          '20\u00a0Nov\u00a02026, 12:00 UTC',
          'aaaaaaaa',
          'parks-2026-11-20T1200-aaaaaaaa.json',
        ],
        [
          '20\u00a0Nov\u00a02026, 12:00 UTC',
          '20\u00a0Nov\u00a02026, 12:00 UTC',
          'bbbbbbbb',
          'parks-2026-11-20T1200-bbbbbbbb.json',
        ],
        [
          '20\u00a0Nov\u00a02026, 06:15 UTC',
          '20\u00a0Nov\u00a02026, 06:15 UTC',
          undefined,
          'parks-2026-11-20T0615.json',
        ],
        ['19\u00a0Nov\u00a02026', '19\u00a0Nov\u00a02026', undefined, 'parks-2026-11-19.json'],
      ],
    )
  })
})

describe('differences between versions', () => {
  const HEAD = {
    generation: '20261120T040000000Z',
    at: '2026-11-20T04:07:31.000Z',
    format: 'json',
    from: 'a'.repeat(64),
    to: 'b'.repeat(64),
  } as const
  const CHANGED: Difference = {
    ...HEAD,
    kind: 'substantive',
    records: { before: 1200, after: 1211, added: 12, removed: 1, changed: 3 },
    key: ['id'],
    changed: ['price', 'b', 'c', 'd', 'e', 'f', 'g'].map((column) => ({ column, records: 3 })),
    volatile: ['exported'],
    values: [{ column: 'kind', added: ['juice'], removed: ['tea'] }],
  }

  const linesIn = (language: 'en' | 'ru', difference: Difference) =>
    differenceLinesOf(localeOf(language), difference).map(({ text, names, more = '' }) =>
      [text, ...names, more].filter((part) => part !== '').join(' | '),
    )

  test('a page states how many records changed, in which columns, and which values are new or gone', () => {
    assert.deepEqual(linesIn('en', CHANGED), [
      '+12 records, −1 record, 3 records changed | price | b | c | d | e | f | and 1 more',
      'new values | kind: juice',
      'values that no longer occur | kind: tea',
      'changes with every export, not counted | exported',
    ])
    assert.equal(linesIn('ru', CHANGED)[0]?.split(' | ')[0], '+12 записей, −1 запись, 3 записи изменены')
  })

  test('a feed has the first of these lines', () => {
    const changed = ['price', 'Срок, дней'].map((column) => ({ column, records: 3 }))
    const { volatile: _, values: __, ...few } = CHANGED
    const summary = summarizeDifference(localeOf('en'), { ...few, changed })
    assert.equal(summary, '+12 records, −1 record, 3 records changed: price; Срок, дней')
  })

  test('the same records in another order, or written differently, are said to be so; what was not compared has no lines', () => {
    const records = { before: 5, after: 5, added: 0, removed: 0, changed: 0 }
    assert.deepEqual(linesIn('en', { ...HEAD, kind: 'clerical', records }), [
      'the same records, written differently',
    ])
    assert.deepEqual(linesIn('en', { ...HEAD, kind: 'clerical', records: { ...records, reordered: true } }), [
      'the records are in another order',
    ])
    assert.deepEqual(linesIn('en', { ...HEAD, kind: 'substantive' }), [])
  })
})

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

describe('code for programs', () => {
  function useOf(over: Partial<Reading>, records: SampleDataset['records'] = {}): UseFrom {
    const entry = datasetEntry('a')
    const reading = readingOf([{ n: 1 }], over)
    const mirror = mirrorOf({ datasets: [{ entry, reading, records }] })
    return useFromOf(mirror, datasetResource(entry.code), reading) ?? assert.fail('there is no use of it')
  }

  const codeOf = ({ uses }: UseFrom, tool: string) => {
    const use = uses.find((one) => one.tool === tool)
    return use && `${use.before}…${use.after}`
  }

  const columns = (kinds: Record<string, ColumnKind>): Column[] => {
    const [like] = readingOf([{ n: 1 }]).columns
    return Object.entries(kinds).map(([name, kind]) => ({ ...(like as Column), name, kind }))
  }

  test('records are read from the csv and documents from the json, and every file has its address', () => {
    const use = useOf({})
    assert.deepEqual(
      use.addresses.map(({ format, address }) => [format, address.replace(/.*\//, '')]),
      [
        ['json', 'index.json'],
        ['xml', 'index.xml'],
        ['csv', 'index.csv'],
      ],
    )
    assert.deepEqual(
      use.uses.map(({ tool, address }) => `${tool} ${address.replace(/.*[.]/, '')}`),
      ['curl json', 'pandas csv', 'r csv', 'javascript json', 'duckdb csv'],
    )
  })

  test('a document without a table is loaded as it is and has no csv', () => {
    const use = useOf({ shape: 'tree' })
    assert.deepEqual(
      use.uses.map(({ tool, address }) => `${tool} ${address.replace(/.*[.]/, '')}`),
      ['curl json', 'python json', 'r json', 'javascript json', 'duckdb json'],
    )
    assert.deepEqual(
      use.addresses.map(({ format }) => format),
      ['json', 'xml'],
    )
  })

  test('without json, the xml is downloaded and the table is read', () => {
    const use = useOf({ format: 'xml' }, { json: { state: 'missing' } })
    assert.deepEqual(
      use.uses.map(({ tool, address }) => `${tool} ${address.replace(/.*[.]/, '')}`),
      ['curl xml', 'pandas csv', 'r csv', 'duckdb csv'],
    )
  })

  test('columns of codes are read as text, which preserves leading zeros, with names as each language writes them', () => {
    const use = useOf({ columns: columns({ code: 'code', 'it\'s "so\\"': 'code', n: 'number' }) })
    assert.match(codeOf(use, 'pandas') ?? '', /dtype=\{"code": str, "it's \\"so\\\\\\"": str\},/)
    assert.match(
      codeOf(use, 'r') ?? '',
      /colClasses = c\("code" = "character", "it's \\"so\\\\\\"" = "character"\)/,
    )
    assert.match(codeOf(use, 'duckdb') ?? '', /types = \{'code': 'VARCHAR', 'it''s "so\\"': 'VARCHAR'\}/)
    assert.doesNotMatch(codeOf(useOf({ columns: columns({ n: 'number' }) }), 'pandas') ?? '', /dtype/)
  })

  test('repeated texts of digits, which may have leading zeros, are read as text too', () => {
    const use = useOf(
      readingOf([{ region: '07' }, { region: '77' }, { region: '07' }], {
        columns: columns({ region: 'text' }),
      }),
    )
    assert.match(codeOf(use, 'pandas') ?? '', /dtype=\{"region": str\}/)
  })

  test('if there are many codes, or a name is not read the same everywhere, all columns are read as text', () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`c${at}`, 'code' as const]))
    const odd: Record<string, ColumnKind>[] = [
      many,
      { '': 'code' },
      { ' a': 'code' },
      { 'a\u0000': 'code' },
      { a: 'code', A: 'text' },
    ]
    for (const kinds of odd) {
      const use = useOf({ columns: columns(kinds) })
      assert.match(codeOf(use, 'pandas') ?? '', /dtype=str,/)
      assert.match(codeOf(use, 'r') ?? '', /colClasses = "character"/)
      assert.match(codeOf(use, 'duckdb') ?? '', /all_varchar = true/)
    }
  })

  test('texts that some program takes for something else are read as text if no value of the column is clearly text', () => {
    const words = ['T', 'yes', '0x1F', '1d5', '2i', 'inf', 'NA', '1e5']
    const row = Object.fromEntries(words.map((word, at) => [`c${at}`, word]))
    const kinds = Object.fromEntries(words.map((_, at) => [`c${at}`, 'text' as const]))
    assert.match(
      codeOf(useOf(readingOf([row], { columns: columns(kinds) })), 'r') ?? '',
      /colClasses = "character"/,
    )
    const plain = Object.fromEntries(words.map((_, at) => [`c${at}`, '12:30']))
    assert.doesNotMatch(
      codeOf(useOf(readingOf([row, plain], { columns: columns(kinds) })), 'r') ?? '',
      /colClasses/,
    )
  })

  test('numbers that a float would round are text in a table, and BigInt in JavaScript', () => {
    const [like] = readingOf([{ id: 1 }]).columns
    for (const [max, is] of [
      ['9007199254740993', true],
      ['9007199254740991', false],
    ] as const) {
      const use = useOf({ columns: [{ ...(like as Column), min: '1', max }] })
      assert.equal(/dtype=\{"id": str\}/.test(codeOf(use, 'pandas') ?? ''), is)
      assert.equal(/BigInt/.test(codeOf(use, 'javascript') ?? ''), is)
    }
  })

  test('DuckDB is given the column names if it cannot read the header, or otherwise the json', () => {
    const duckOf = (names: string[]) =>
      codeOf(useOf({ columns: columns(Object.fromEntries(names.map((name) => [name, 'link']))) }), 'duckdb')
    assert.match(duckOf(['a', 'b, c']) ?? '', /header = true/)
    assert.match(duckOf(["it's, a", 'b']) ?? '', /header = false, skip = 1,\n {2}names = \['it''s, a', 'b'\]/)
    for (const names of [
      ['a\nb'],
      ['a, b', 'c\nd'],
      ['a, b', 'A, B'],
      ['a,', ...Array.from({ length: 40 }, (_, at) => `n${at}`)],
    ])
      assert.match(duckOf(names) ?? '', /read_json/)
  })

  test('the example for R mentions empty lines only if a record is one value', () => {
    assert.match(codeOf(useOf({}), 'r') ?? '', /blank\.lines\.skip = FALSE/)
    const two = useOf(readingOf([{ a: 1, b: 2 }]))
    assert.doesNotMatch(codeOf(two, 'r') ?? '', /blank\.lines/)
  })

  test('the code for programs that infer types from the first rows makes them read all rows of a long table', () => {
    const long = useOf({ count: 600_000 })
    assert.match(codeOf(long, 'duckdb') ?? '', /sample_size = -1/)
    assert.match(codeOf(long, 'pandas') ?? '', /low_memory=False/)
    assert.doesNotMatch(
      `${codeOf(useOf({}), 'duckdb')}${codeOf(useOf({}), 'pandas')}`,
      /sample_size|low_memory/,
    )
  })

  test('an address contains nothing that ends a string in a shell or a language', () => {
    const entry = datasetEntry(`it's "a" $(b) \`c\`!*\\`)
    const mirror = mirrorOf({ datasets: [{ entry, reading: readingOf([{ n: 1 }]) }] })
    const { addresses = [] } = useFromOf(mirror, datasetResource(entry.code), undefined) ?? {}
    const address = addresses[0]?.address ?? ''
    assert.match(address, /^[\w/.%-]+$/)
    assert.equal(decodeURIComponent(address), `api/v1/get_dataset/${entry.code}/index.json`)
  })

  test('examples can be made for numbers of ten million digits', () => {
    const digits = '1'.repeat(10_000_000)
    const [like] = readingOf([{ n: 1 }]).columns
    for (const kind of ['number', 'text'] as const) {
      const column = { ...(like as Column), kind, min: digits, max: digits, frequent: [] }
      const use = useOf({ columns: [column], rows: [[digits], [`${digits}x`]] })
      assert.match(codeOf(use, 'pandas') ?? '', /round_trip|dtype=str/)
    }
  })
})
