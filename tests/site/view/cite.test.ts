import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Value } from '../../../src/lib/reading/index.ts'
import { bibtexOf, escapeBibtex, risOf } from '../../../src/lib/site/view/cite.ts'
import { citeOf, licencesOf } from '../../../src/lib/site/view/index.ts'
import type { Citation } from '../../../src/lib/site/view/terms.ts'
import fc from '../../support/fast-check.ts'
import {
  datasetEntry,
  entry,
  mirrorOf,
  readingOf,
  type SampleParts,
} from '../../support/sample-mirror/index.ts'

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
    for (const none of ['1970-01-01T00:00:00Z', '1970-01-01T03:00:00+03:00', '0001-01-01', '1900-01-01'])
      assert.equal(cited({}, { updated: none }).text.before, text.before)
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
