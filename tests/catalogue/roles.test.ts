import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import {
  buildCatalogue,
  describeInferred,
  findCodeFields,
  findLinkedCodes,
  findNamedField,
  KEY_FIELD,
  type ListDocument,
  readLists,
} from '../../src/lib/catalogue/index.ts'
import { openRows } from '../../src/lib/catalogue/row.ts'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import fc from '../support/fast-check.ts'
import { catalogueOf, codeFieldNames, listOf } from './lists.ts'

describe('roles of fields', () => {
  test('finds title, description and date by English field names', () => {
    const [dataset] = catalogueOf(
      {
        list_datasets: [
          { id: 'a', title: 'Schools', description: 'All of them.', last_updated: '2024-05-06' },
        ],
      },
      ['a'],
      'id',
    ).datasets
    assert.equal(dataset?.title, 'Schools')
    assert.equal(dataset?.description, 'All of them.')
    assert.equal(dataset?.updated, '2024-05-06')
  })

  test('finds titles of one word whose field has a name of one letter', () => {
    const { categories, datasets } = catalogueOf(
      {
        list_datasets: [
          { c: 'bus', t: 'Buses', k: 'trn' },
          { c: 'beds', t: 'Beds', k: 'hlt' },
          { c: 'art', t: 'Art', k: 'trn' },
        ],
        list_categories: [
          { c: 'trn', t: 'Transport' },
          { c: 'hlt', t: 'Health' },
        ],
      },
      ['bus', 'beds', 'art'],
      'c',
    )
    assert.deepEqual(
      datasets.map(({ title }) => title),
      ['Buses', 'Beds', 'Art'],
    )
    assert.deepEqual(
      categories.map(({ title }) => title),
      ['Transport', 'Health'],
    )
  })

  test('finds titles of one word, and the topics of datasets, by the field names of PXWeb and data.gov.ru', () => {
    const { datasets } = catalogueOf(
      {
        list_datasets: [
          { id: 'be01', type: 't', text: 'Buses', topic: 'trn' },
          { id: 'he01', type: 't', text: 'Beds', topic: 'hlt' },
        ],
        list_categories: [
          { topic: 'trn', name: 'Transport' },
          { topic: 'hlt', name: 'Health' },
        ],
      },
      ['be01', 'he01'],
      'id',
    )
    assert.deepEqual(
      datasets.map(({ title, categories }) => [title, ...categories]),
      [
        ['Buses', 'trn'],
        ['Beds', 'hlt'],
      ],
    )
  })

  test('finds titles of one word where only a description, a value or a preferred label has them', () => {
    const { datasets, categories, oivs } = catalogueOf(
      {
        list_datasets: [
          { Code: 'bus', Description: 'Buses', Topic_Key: 'k1', Owner: '71' },
          { Code: 'beds', Description: 'Beds', Topic_Key: 'k2', Owner: '72' },
        ],
        list_categories: [
          { '@id': 'k1', 'skos:prefLabel': 'Transport' },
          { '@id': 'k2', 'skos:prefLabel': 'Health' },
        ],
        list_oivs: [
          { ID: '71', VALUE: 'Roads' },
          { ID: '72', VALUE: 'Care' },
        ],
      },
      ['bus', 'beds'],
      'Code',
    )
    assert.deepEqual(
      [datasets, categories, oivs].map((all) => all.map(({ title }) => title)),
      [
        ['Buses', 'Beds'],
        ['Transport', 'Health'],
        ['Roads', 'Care'],
      ],
    )
  })

  test('finds title, description and date by Russian field names', () => {
    const record = {
      Код: '77-1',
      Наименование: 'Школы',
      Описание: 'Список школ города.',
      'Дата актуализации': '06.05.2024',
    }
    const [dataset] = catalogueOf({ list_datasets: [record] }, ['77-1'], 'Код').datasets
    assert.equal(dataset?.title, 'Школы')
    assert.equal(dataset?.description, 'Список школ города.')
    assert.equal(dataset?.updated, '06.05.2024')
  })

  test('finds them by the field names of Bitrix', () => {
    const record = {
      ID: '5000',
      CODE: '7710-schools',
      NAME: 'Школы',
      PREVIEW_TEXT: 'Список школ города.',
      TIMESTAMP_X: '06.05.2024 10:15:00',
    }
    const [dataset] = catalogueOf({ list_datasets: [record] }, ['7710-schools'], 'CODE').datasets
    assert.equal(dataset?.title, 'Школы')
    assert.equal(dataset?.description, 'Список школ города.')
    assert.equal(dataset?.updated, '06.05.2024 10:15:00')
  })

  test('finds them by field names with prefixes of namespaces, and values with attributes', () => {
    const record = {
      '@code': 'a',
      'ns2:title': { '@lang': 'en', $: 'Schools' },
      'ns2:annotation': { $: 'All of them.' },
      'ns2:modified': { $: '2024-05-06' },
    }
    const [dataset] = catalogueOf({ list_datasets: [record] }, ['a'], '@code').datasets
    assert.equal(dataset?.title, 'Schools')
    assert.equal(dataset?.description, 'All of them.')
    assert.equal(dataset?.updated, '2024-05-06')
  })

  test('finds a title as deep as in metadata of ISO 19139, where a description is less deep', () => {
    const text = (value: string) => ({ CharacterString: value })
    const list_datasets = ['a', 'b'].map((code) => ({
      code,
      identificationInfo: {
        MD_DataIdentification: {
          abstract: text(`All records of ${code}`),
          citation: { CI_Citation: { title: text(`On ${code}`) } },
        },
      },
    }))
    const { datasets } = catalogueOf({ list_datasets }, ['a', 'b'], 'code')
    assert.deepEqual(
      datasets.map(({ title }) => title),
      ['On a', 'On b'],
    )
  })

  test('uses a field of short phrases as the title if no name fits', () => {
    const list_datasets = [
      { k: 'a1', x: 'Schools of the city', y: 'open data' },
      { k: 'b1', x: 'Parks of the city', y: 'open data' },
    ]
    const { datasets, inferences } = catalogueOf({ list_datasets }, ['a1', 'b1'], 'k')
    assert.deepEqual(
      datasets.map(({ title }) => title),
      ['Schools of the city', 'Parks of the city'],
    )
    assert.match(inferences.find(({ what }) => what === 'dataset title')?.evidence.code ?? '', /phrases/)
  })

  test('uses no phrases as the title that most datasets share', () => {
    const codes = ['a1', 'b1', 'c1', 'd1']
    const list_datasets = codes.map((k, at) => ({ k, x: ['Ministry of roads', 'City archive'][at % 2] }))
    assert.deepEqual(
      catalogueOf({ list_datasets }, codes, 'k').datasets.map(({ title }) => title),
      codes,
    )
  })

  test('one overlong title does not take the titles of the other datasets', () => {
    const long = 'x'.repeat(200_000)
    const list_datasets = [long, 'Schools', 'Parks'].map((title, n) => ({ id: `d${n}`, title }))
    const { datasets } = catalogueOf({ list_datasets }, ['d0', 'd1', 'd2'], 'id')
    assert.deepEqual(
      datasets.map(({ title }) => title),
      [long, 'Schools', 'Parks'],
    )
  })

  test('phrases that repeat in the rows of one dataset are titles, those of publishers are none', () => {
    const list_datasets = ['a', 'b', 'c', 'd'].flatMap((id, n) =>
      ['json', 'xml', 'csv'].map((format) => ({
        id,
        by: `Department ${'AB'[n % 2]} of data`,
        text: `All about ${id}`,
        format,
      })),
    )
    const { datasets } = catalogueOf({ list_datasets }, ['a', 'b', 'c', 'd'], 'id')
    assert.deepEqual(
      datasets.map(({ title }) => title),
      ['All about a', 'All about b', 'All about c', 'All about d'],
    )
  })

  test('a language after the name of a field is no prefix of it', () => {
    const list_datasets = [{ id: 'a', title: 'Schools', 'description:en': 'All of them.' }]
    const [dataset] = catalogueOf({ list_datasets }, ['a'], 'id').datasets
    assert.equal(dataset?.description, 'All of them.')
  })

  test('long texts are no titles, whatever the name of their field', () => {
    const list_datasets = ['Schools', 'Parks'].map((name, n) => ({
      k: `d${n}`,
      word: name,
      title: name.repeat(99),
    }))
    const { datasets } = catalogueOf({ list_datasets }, ['d0', 'd1'], 'k')
    assert.deepEqual(
      datasets.map(({ title }) => title),
      ['d0', 'd1'],
    )
  })

  test('a dataset without a title has its code as title, and a field of numbers is not a date', () => {
    const [dataset] = catalogueOf({ list_datasets: [{ id: 'a', updated: 17 }] }, ['a'], 'id').datasets
    assert.equal(dataset?.title, 'a')
    assert.equal(dataset?.updated, undefined)
  })

  test('the config chooses the field of the title', () => {
    const list_datasets = [{ id: 'a', title: 'T1', label: 'Schools' }]
    const { datasets, inferences } = catalogueOf({ list_datasets }, ['a'], 'id', { title: 'label' })
    assert.equal(datasets[0]?.title, 'Schools')
    assert.equal(inferences.find(({ what }) => what === 'dataset title')?.evidence.code, 'config')
  })

  test('reads datasets from a list of links only, of strings, and from a keyed object', () => {
    const titles = (body: unknown, codes: string[], field?: string) =>
      catalogueOf({ list_datasets: body }, codes, field).datasets.map(({ title }) => title)
    const links = [
      { name: 'Schools', url: '/api/v1/get_dataset/s%201/' },
      { name: 'Parks', url: 'https://x.org/api/v1/get_dataset/p/' },
    ]
    assert.deepEqual(titles(links, ['p', 's 1']), ['Parks', 'Schools'])
    assert.deepEqual(titles(['s1', 'p1'], ['s1', 'p1'], 'value'), ['s1', 'p1'])
    assert.deepEqual(titles({ s1: { title: 'Schools' }, p1: { title: 'Parks' } }, ['p1', 's1'], '(key)'), [
      'Parks',
      'Schools',
    ])
  })

  test('a code that no list contains still has an entry', () => {
    const { datasets } = catalogueOf({ list_datasets: [{ id: 'a', title: 'A' }] }, ['a', 'from-config'], 'id')
    assert.deepEqual(
      datasets.map(({ code, title }) => [code, title]),
      [
        ['a', 'A'],
        ['from-config', 'from-config'],
      ],
    )
  })

  test('an entry keeps all fields with their original names', () => {
    const body = '[{"id":"a","__proto__":"x","constructor":"y","":"empty"}]'
    const [dataset] = catalogueOf({ list_datasets: body }, ['a'], 'id').datasets
    assert.deepEqual([...(dataset?.fields.keys() ?? [])], ['id', '__proto__', 'constructor', ''])
  })

  test('a list that cannot be read is ignored, and the others are used', () => {
    const source = (text: string) => () => [Buffer.from(text)]
    const lists = readLists([
      { operation: 'list_datasets', format: 'xml', source: source('<r><d><id>a</id></d></r>') },
      { operation: 'list_datasets', format: 'json', source: source('[{"id": "a"') },
      { operation: 'list', format: 'json', source: source('[{"id":"b"}]') },
    ])
    assert.deepEqual(
      lists.map(({ operation, format }) => [operation, format]),
      [
        ['list', 'json'],
        ['list_datasets', 'xml'],
      ],
    )
  })

  test('categories and publishers that are plain strings are entries', () => {
    const { categories, datasets } = catalogueOf(
      { list_datasets: [{ id: 'a', tags: ['Парки', 'Лес'] }], list_categories: ['Парки', 'Лес', 'Дороги'] },
      ['a'],
      'id',
    )
    assert.deepEqual(
      categories.map(({ title }) => title),
      ['Парки', 'Лес', 'Дороги'],
    )
    assert.deepEqual(datasets[0]?.categories, ['Парки', 'Лес'])
  })

  test('a configured field is used; if it does not exist, that is reported and the likeliest field is used', () => {
    const list_datasets = [{ id: 'a', title: 'Schools', heading: 'All the schools' }]
    const named = (title: string) => catalogueOf({ list_datasets }, ['a'], 'id', { title })
    assert.equal(named('heading').datasets[0]?.title, 'All the schools')
    const wrong = named('headline')
    assert.equal(wrong.datasets[0]?.title, 'Schools')
    const { evidence } = wrong.inferences.find(({ what }) => what === 'dataset title') ?? {}
    assert.equal(
      evidence && describeInferred(evidence),
      'the list has no field "headline", which the config names; its name, and its values are short texts',
    )
  })

  test('reports the role of each field, and whether it was configured', () => {
    const list_datasets = [
      { id: 'a', title: 'Schools', owner: { code: '10' }, when: '2024-05-06', also: '2024-05-07' },
      { id: 'b', title: 'Parks', owner: { code: '11' }, when: '2024-05-06', also: '2024-05-08' },
    ]
    const list_oivs = [
      { code: '10', name: 'Department of Schools' },
      { code: '11', name: 'Department of Parks' },
    ]
    const { roles } = catalogueOf({ list_datasets, list_oivs }, ['a', 'b'], 'id', { updated: 'also' })
    assert.deepEqual(roles, {
      code: { field: 'id', named: false },
      title: { field: 'title', named: false },
      updated: { field: 'also', named: true },
      oiv: { field: 'owner.code', named: false },
    })
  })
})

describe('the field of codes', () => {
  test('prefers a field called code to one called title, in English and in Russian', () => {
    assert.equal(
      codeFieldNames([
        { title: 'Schools', code: 's1' },
        { title: 'Parks', code: 'p1' },
      ])[0],
      'code',
    )
    const russian = [
      { Название: 'Школы города', 'Код набора': '77-школы' },
      { Название: 'Парки города', 'Код набора': '77-парки' },
    ]
    assert.equal(codeFieldNames(russian)[0], 'Код набора')
  })

  test('prefers short values without spaces if no field name helps', () => {
    const records = [
      { a: 'Schools of the city', b: 'x-1' },
      { a: 'Parks of the city', b: 'x-2' },
    ]
    assert.deepEqual(codeFieldNames(records), ['b', 'a'])
  })

  test('a field that repeats values, is often empty, or contains addresses is not the code', () => {
    const records = Array.from({ length: 20 }, (_, n) => ({
      id: `d${n}`,
      kind: n % 2 ? 'map' : 'table',
      note: n < 10 ? `n${n}` : '',
      page: `https://x.org/${n}`,
    }))
    assert.deepEqual(codeFieldNames(records), ['id'])
  })

  test('keeps codes that cannot be folder names, so they can be reported', () => {
    const records = Array.from({ length: 20 }, (_, n) => ({ code: n === 3 ? '../../etc' : `d${n}` }))
    const [field] = findCodeFields([listOf('list_datasets', records)])
    assert.equal(field?.values[3], '../../etc')
  })

  test('reads a code inside a nested object, in xml, and as a number exactly as written', () => {
    const nested = [
      { title: 'same', about: { code: 'a' } },
      { title: 'same', about: { code: 'b' } },
    ]
    assert.deepEqual(codeFieldNames(nested), ['about.code'])
    const xml = listOf('list_datasets', '<r><d><id>007</id></d><d><id>1e5</id></d></r>', 'xml')
    assert.deepEqual(findCodeFields([xml])[0]?.values, ['007', '1e5'])
    const [big] = findCodeFields([listOf('list_datasets', '[{"id":9007199254740993},{"id":2.50}]')])
    assert.deepEqual(big?.values, ['9007199254740993', '2.50'])
  })

  test('accepts plain strings and the keys of an object as codes', () => {
    const [strings] = findCodeFields([listOf('list_datasets', ['a b', 'б', 'c'])])
    assert.deepEqual(strings?.values, ['a b', 'б', 'c'])
    const [keys] = findCodeFields([listOf('list_datasets', { s1: { n: 'Schools' }, p1: { n: 'Parks' } })])
    assert.equal(keys?.name, KEY_FIELD)
    assert.deepEqual(keys?.values, ['s1', 'p1'])
  })

  test('finds nothing in an empty list or a list of equal rows', () => {
    for (const body of [[], {}, [{ x: 1 }, { x: 1 }, { x: 1 }]])
      assert.deepEqual(codeFieldNames(body), [], JSON.stringify(body))
  })

  test('uses the configured field even if its values are unlikely codes', () => {
    const lists = [listOf('list_datasets', [{ k: 'a' }, { k: 'a' }, { k: '' }, { k: 'b' }])]
    assert.deepEqual(findCodeFields(lists), [])
    assert.deepEqual(findNamedField(lists, 'k')?.values, ['a', 'b'])
    assert.equal(findNamedField(lists, 'nothing'), undefined)
  })

  test('uses links to this service, with or without www, and no others', () => {
    const lists = [
      listOf('list_datasets', [
        { url: 'https://www.data.org/api/v1/get_dataset/a%20b/' },
        { url: 'http://data.org/api/v1/get_dataset/c/?type=json' },
        { url: '/api/v1/get_dataset/d/' },
        { url: 'https://other.org/api/v1/get_dataset/x/' },
        { html: '<a href="../get_dataset/a%20b/">again</a>' },
      ]),
      listOf('list', '<html><body><a href="/api/v1/get_dataset/e/">E</a></body></html>', 'html'),
      listOf('list_oivs', '<r><u href="/api/v1/get_dataset/f/"/></r>', 'xml'),
    ]
    assert.deepEqual(findLinkedCodes(lists, ['data.org']), ['a b', 'c', 'd', 'e', 'f'])
  })
})

describe('formats of lists', () => {
  const CATEGORIES = { transport: { title: 'Transport' }, schools: { title: 'Schools' } }
  const THEMES = ['transport', 'schools']

  const catalogueFor = (documents: readonly ListDocument[], codes: readonly string[], name: string) =>
    buildCatalogue({
      documents,
      codes: codes.map(parseDatasetCode),
      codeField: { operation: 'list_datasets', name },
      named: {},
    })

  test('reads titles and categories from a json keyed list although the field of codes is only in the xml', () => {
    const codes = ['set 0', 'set 1', 'set 2', 'set 3']
    const fields = (n: number) => ({
      title: `Set of data no. ${n}`,
      theme: THEMES[n % 2] ?? '',
      rows: `${n}`,
    })
    const json = Object.fromEntries(codes.map((code, n) => [code, fields(n)]))
    const items = codes.map((code, n) => `<d><code>${code}</code><title>Set of data no. ${n}</title></d>`)
    const documents = [
      listOf('list_datasets', json),
      listOf('list_datasets', `<r>${items.join('')}</r>`, 'xml'),
      listOf('list_categories', CATEGORIES),
    ]
    for (const name of ['code', '(key)']) {
      const { datasets, categories, roles } = catalogueFor(documents, codes, name)
      assert.deepEqual(
        datasets.map(({ title, categories }) => [title, ...categories]),
        codes.map((_, n) => [`Set of data no. ${n}`, THEMES[n % 2]]),
      )
      assert.deepEqual(
        categories.map(({ title }) => title),
        ['Transport', 'Schools'],
      )
      assert.equal(roles.code?.field, '(key)')
    }
  })

  test('reads title and category of a dataset from the only format that lists it', () => {
    const json = [{ code: 'a', title: 'Title of a', theme: 'transport' }]
    const xml =
      '<r><d id="a" name="Title of a" kind="transport"/><d id="b" name="Title of b" kind="schools"/></r>'
    const documents = [
      listOf('list_datasets', json),
      listOf('list_datasets', xml, 'xml'),
      listOf('list_categories', CATEGORIES),
    ]
    const { datasets } = catalogueFor(documents, ['a', 'b'], 'code')
    assert.deepEqual(
      datasets.map(({ title, categories }) => [title, ...categories]),
      [
        ['Title of a', 'transport'],
        ['Title of b', 'schools'],
      ],
    )
  })

  test('reads a title that is blank in one list from another list', () => {
    const documents = [
      listOf('list_datasets', [
        { code: 'a', title: null, size: 4 },
        { code: 'b', title: null, size: 4 },
      ]),
      listOf('list', [
        { code: 'a', title: 'Title of a' },
        { code: 'b', title: 'Title of b' },
      ]),
    ]
    assert.deepEqual(
      catalogueFor(documents, ['a', 'b'], 'code').datasets.map(({ title }) => title),
      ['Title of a', 'Title of b'],
    )
  })
})

describe('rows', () => {
  it('records of a list have their names and values in their order, whatever records there are beside them', () => {
    const record = fc.uniqueArray(fc.tuple(fc.constantFrom('code', 'title', '', '__proto__'), fc.string()), {
      selector: ([name]) => name,
    })
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const rowOf = openRows(new Map())
        const rows = records.map((entries) => rowOf(new Map(entries)))
        for (const [at, entries] of records.entries()) {
          const [row, map] = [rows[at] as ReadonlyMap<string, unknown>, new Map<string, string>(entries)]
          assert.deepEqual([...row], entries)
          assert.deepEqual([...row.keys()], [...map.keys()])
          assert.deepEqual([...row.values()], [...map.values()])
          assert.equal(row.size, map.size)
          for (const name of ['code', 'title', '', '__proto__', 'other'])
            assert.deepEqual([row.has(name), row.get(name)], [map.has(name), map.get(name)])
        }
      }),
    )
  })

  test('reads a list in which every record has a different field', () => {
    const codes = Array.from({ length: 10_000 }, (_, n) => `d${n}`)
    const list_datasets = codes.map((code, n) => ({ code, title: `About ${n}`, [`only ${n}`]: 'x' }))
    const { datasets } = catalogueOf({ list_datasets }, codes, 'code')
    assert.deepEqual(datasets.at(-1)?.title, 'About 9999')
  })
})
