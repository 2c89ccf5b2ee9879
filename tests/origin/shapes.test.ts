import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeShape, type OriginShape, type RunningOrigin, SHAPES } from '../../scripts/origin/index.ts'
import { FORMATS, type Format, findDatasetLinks, type Resource } from '../../src/lib/interface/index.ts'
import { datasetPath, get, pathOf, resourcesOf, startFor } from './support/origin.ts'
import { type Element, elementsOf, parseXml } from './support/xml.ts'

describe('shapes', () => {
  const CODE = 'lookup_groups'

  /** The datasets list, and the data of one dataset, in both data formats. */
  async function answersIn(t: Parameters<typeof startFor>[0], shape: OriginShape) {
    const origin = await startFor(t, undefined, { shape })
    const read = async (path: string) => (await get(origin, path)).bytes
    const json = async (path: string) => JSON.parse((await read(path)).toString())
    return {
      listJson: await json('api/v1/list_datasets/?type=json'),
      listXml: await read('api/v1/list_datasets/?type=xml'),
      dataJson: await json(datasetPath(CODE, 'json')),
      dataXml: parseXml(await read(datasetPath(CODE, 'xml'))),
    }
  }

  function child(element: Element | undefined, index = 0): Element {
    const found = element?.children[index]
    assert.ok(found)
    return found
  }

  test('plain: arrays of objects, elements with child elements', async (t) => {
    const { listJson, dataJson, dataXml } = await answersIn(t, 'plain')
    assert.equal(listJson[0].code, 'airports')
    assert.deepEqual(dataJson[0], { group: 1, person: 'Alan' })
    assert.deepEqual(dataXml.attributes, { code: CODE })
    assert.equal(child(child(dataXml), 1).text, 'Alan')
  })

  test('wrapped: an array inside two wrappers next to scalars, values in attributes', async (t) => {
    const { listJson, dataJson, dataXml } = await answersIn(t, 'wrapped')
    assert.equal(listJson.result.total, listJson.result.items.length)
    assert.deepEqual(listJson.result.items[0].categories, ['transport'])
    assert.equal(dataJson.result.code, CODE)
    assert.deepEqual(child(child(dataXml)).attributes, { group: '1', person: 'Alan' })
  })

  test('keyed: lists keyed by code, fields with a name attribute', async (t) => {
    const { listJson, dataXml } = await answersIn(t, 'keyed')
    assert.equal(listJson.airports.title, 'Airports')
    assert.equal(listJson.airports.code, undefined)
    assert.deepEqual(child(child(dataXml)).attributes, { name: 'group' })
  })

  test('table: a header row above arrays, names in namespaces', async (t) => {
    const { listJson, dataJson, dataXml } = await answersIn(t, 'table')
    assert.equal(listJson[0][0], 'code')
    assert.deepEqual(dataJson.slice(0, 2), [
      ['group', 'person'],
      [1, 'Alan'],
    ])
    assert.equal(child(child(dataXml), 1).name, 'c:person')
  })

  test('strings: only codes', async (t) => {
    const { listJson, listXml } = await answersIn(t, 'strings')
    assert.equal(listJson[0], 'airports')
    assert.equal(child(parseXml(listXml)).text, 'airports')
  })

  test('links: only links, xml in UTF-16 with a byte order mark', async (t) => {
    const { listJson, listXml } = await answersIn(t, 'links')
    assert.match(listJson[0], /^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/get_dataset\/airports\/$/)
    assert.equal(listJson[2], '../../../api/v1/get_dataset/anscombe/')
    assert.deepEqual([...listXml.subarray(0, 2)], [0xff, 0xfe])
  })

  test('html: xml is windows-1251 with references for other characters, datasets have no json', async (t) => {
    const origin = await startFor(t, 'awkward', { shape: 'html' })
    const { bytes, headers } = await get(origin, datasetPath('values', 'xml'))
    const ascii = bytes.toString('latin1')
    assert.match(ascii, /^<\?xml version="1.0" encoding="windows-1251"\?>/)
    assert.match(ascii, /&#128690; caf&#233;/)
    assert.equal(headers['content-type'], 'application/xml')
    const names = parseXml(bytes).children[0]?.children.map(({ name }) => name)
    assert.deepEqual(names, ['id', '_1_Адрес', 'a_b', '_', 'multi', 'note'])
    assert.equal((await get(origin, datasetPath('values', 'json'))).status, 404)
  })

  test('cyrillic: Russian names with spaces, cells one level down', async (t) => {
    const { listJson, dataJson, listXml } = await answersIn(t, 'cyrillic')
    assert.equal(listJson[0]['Код набора'], 'airports')
    assert.equal(listJson[0]['Дата последнего обновления'], '21.08.2025')
    assert.deepEqual(dataJson[0].Cells, { group: 1, person: 'Alan' })
    assert.equal(child(child(parseXml(listXml))).name, 'Код_набора')
  })

  test('geo: features with points for records with coordinates', async (t) => {
    const { dataJson } = await answersIn(t, 'geo')
    assert.equal(dataJson.type, 'FeatureCollection')
    assert.deepEqual(dataJson.features[0], {
      type: 'Feature',
      geometry: null,
      properties: { group: 1, person: 'Alan' },
    })
    const origin = await startFor(t, undefined, { shape: 'geo' })
    const airports = JSON.parse((await get(origin, datasetPath('airports', 'json'))).bytes.toString())
    assert.deepEqual(airports.features[0].geometry, {
      type: 'Point',
      coordinates: [-89.23450472, 31.95376472],
    })
  })

  test('a document that is no table is the same json in every shape, and a tree in xml', async (t) => {
    for (const shape of SHAPES.filter((name) => name !== 'html')) {
      const origin = await startFor(t, 'awkward', { shape })
      const { bytes } = await get(origin, datasetPath('tree', 'json'))
      assert.equal(bytes.toString(), '{"2":null,"10":"x","b":[1,[2,{"c d":"<e>"}]]}', shape)
      const tree = parseXml((await get(origin, datasetPath('tree', 'xml'))).bytes)
      assert.deepEqual(
        tree.children.map(({ name, attributes }) => [name, attributes]),
        [
          ['_2', { name: '2' }],
          ['_10', { name: '10' }],
          ['b', {}],
        ],
      )
    }
  })

  test('describes every shape in one sentence', () => {
    for (const shape of SHAPES) assert.match(describeShape(shape), /^[a-z].{20,}[^.]$/)
  })
})

describe('operations', () => {
  const TYPES: Record<Format, RegExp> = {
    html: /^text\/html; charset=utf-8$/,
    json: /^application\/json; charset=utf-8$/,
    xml: /^(?:application|text)\/xml(?:; charset=(?:utf-8|utf-16))?$/,
  }
  // Large datasets take long to write, and their answers are made in the same way.
  const SMALL_BYTES = 20_000

  for (const shape of SHAPES) {
    test(`answers every operation in every format, well-formed, in the shape ${shape}`, async (t) => {
      const origin = await startFor(t, undefined, { shape })
      for (const resource of resourcesOf(origin, SMALL_BYTES))
        for (const format of FORMATS) await checkAnswer(origin, resource, format, shape)
    })
  }

  async function checkAnswer(origin: RunningOrigin, resource: Resource, format: Format, shape: string) {
    const path = pathOf(resource, format)
    const { status, headers, bytes } = await get(origin, path)
    if (shape === 'html' && format === 'json' && resource.operation === 'get_dataset')
      return assert.equal(status, 404, path)
    assert.equal(status, 200, path)
    assert.match(String(headers['content-type']), TYPES[format], path)
    if (format === 'json') JSON.parse(bytes.toString())
    else if (format === 'xml') parseXml(bytes)
    else assert.match(bytes.toString(), /^<!doctype html>.*<\/html>\n$/s, path)
  }

  test('lists all datasets of the sample, each with a listed category and publisher', async (t) => {
    const origin = await startFor(t)
    const read = async (list: string) =>
      JSON.parse(`${(await get(origin, `api/v1/${list}/?type=json`)).bytes}`)
    const datasets: Record<string, string>[] = await read('list_datasets')
    assert.equal(datasets.length, 68)
    assert.deepEqual(
      datasets.map(({ code }) => code),
      origin.package.datasets.map(({ code }) => code),
    )
    const categories = (await read('list_categories')).map(({ key }: { key: string }) => key)
    const oivs = (await read('list_oivs')).map(({ key }: { key: string }) => key)
    assert.ok(categories.length >= 6 && categories.length <= 9)
    assert.deepEqual(new Set(datasets.map(({ category }) => category)), new Set(categories))
    assert.deepEqual(new Set(datasets.map(({ oiv }) => oiv)), new Set(oivs))
  })

  test('links every dataset from the html list', async (t) => {
    const origin = await startFor(t)
    const html = (await get(origin, 'api/v1/list_datasets/')).bytes.toString()
    for (const { code } of origin.package.datasets)
      assert.ok(html.includes(`href="../../../api/v1/get_dataset/${code}/"`), code)
  })

  test('serves a json source byte for byte in the plain shape, large or small', async (t) => {
    const origin = await startFor(t)
    const bytes = (code: string) => origin.package.datasets.find((dataset) => dataset.code === code)?.bytes
    for (const code of ['anscombe', 'flights_200k_json', 'us_10m']) {
      const answer = await get(origin, `api/v1/get_dataset/${code}/?type=json`)
      assert.equal(answer.bytes.length, bytes(code))
      assert.equal(answer.headers['content-length'], String(bytes(code)))
    }
  })

  test('shows at most 200 rows on the page of a dataset, and says so', async (t) => {
    const origin = await startFor(t)
    const html = (await get(origin, 'api/v1/get_dataset/zipcodes/')).bytes.toString()
    assert.match(html, /The first 200 of 42049 rows/)
    assert.equal(html.match(/<tr>/g)?.length, 201)
  })

  test('describes itself at its base address', async (t) => {
    const origin = await startFor(t)
    const { status, bytes } = await get(origin, '')
    assert.equal(status, 200)
    for (const list of ['list', 'list_categories', 'list_oivs', 'list_datasets'])
      assert.ok(bytes.includes(`href="api/v1/${list}/?type=xml"`), list)
  })
})

describe('awkward codes and values', () => {
  for (const shape of SHAPES)
    test(`every unusual code is found at its own address in the shape ${shape}`, async (t) => {
      const origin = await startFor(t, 'awkward', { shape })
      for (const { code } of origin.package.datasets)
        for (const format of FORMATS.filter((format) => shape !== 'html' || format !== 'json')) {
          const { status, bytes } = await get(origin, datasetPath(code, format))
          assert.equal(status, 200, `${code} ${format}`)
          if (format === 'json') JSON.parse(bytes.toString())
          if (format === 'xml') parseXml(bytes)
        }
    })

  for (const shape of SHAPES)
    test(`lists every unusual code in the shape ${shape}`, async (t) => {
      const origin = await startFor(t, 'awkward', { shape })
      const codes = new Set<string>(origin.package.datasets.map(({ code }) => code))
      for (const format of shape === 'html' ? (['html'] as const) : FORMATS)
        assert.deepEqual(await codesListed(origin, format, codes), codes, format)
    })

  /** The codes in a list, as a value, a key or a link, whatever its structure. */
  async function codesListed(origin: RunningOrigin, format: Format, codes: ReadonlySet<string>) {
    const path = `api/v1/list_datasets/${format === 'html' ? '' : `?type=${format}`}`
    const texts = textsOf((await get(origin, path)).bytes, format)
    const found = texts.flatMap((text) => [text, ...findDatasetLinks(text).map(({ code }) => code)])
    return new Set(found.filter((text) => codes.has(text)))
  }

  function textsOf(bytes: Buffer, format: Format): string[] {
    if (format === 'json') return [...jsonTexts(JSON.parse(bytes.toString()))]
    if (format === 'xml')
      return [...elementsOf(parseXml(bytes))].flatMap(({ text, attributes }) => [
        text,
        ...Object.values(attributes),
      ])
    return [...bytes.toString().matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&#39;', "'"),
    )
  }

  function* jsonTexts(value: unknown): Generator<string> {
    if (typeof value === 'string') yield value
    else if (Array.isArray(value)) for (const item of value) yield* jsonTexts(item)
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) {
        yield key
        yield* jsonTexts(member)
      }
  }

  test('the shape html has no codes in its json and xml lists', async (t) => {
    const origin = await startFor(t, undefined, { shape: 'html' })
    for (const format of ['json', 'xml'] as const) {
      const { bytes } = await get(origin, `api/v1/list_datasets/?type=${format}`)
      assert.ok(!bytes.includes('flights_200k_json'))
      assert.ok(!bytes.includes('get_dataset'))
    }
  })

  const NUMERALS = ['9007199254740993', '0.30000000000000004441', '1.10']

  for (const shape of SHAPES.filter((name) => name !== 'html'))
    test(`keeps every digit of a number in the shape ${shape}`, async (t) => {
      const origin = await startFor(t, 'awkward', { shape })
      for (const format of ['json', 'xml'] as const) {
        const { bytes } = await get(origin, datasetPath('values', format))
        const text = shape === 'links' && format === 'xml' ? bytes.toString('utf16le') : bytes.toString()
        for (const numeral of NUMERALS) assert.ok(text.includes(numeral), `${format} ${numeral}`)
      }
    })

  for (const shape of SHAPES)
    test(`keeps every valid xml character of a value in the shape ${shape}`, async (t) => {
      const origin = await startFor(t, 'awkward', { shape })
      const elements = [...elementsOf(parseXml((await get(origin, datasetPath('values', 'xml'))).bytes))]
      const texts = elements.flatMap(({ text, attributes }) => [text, ...Object.values(attributes)])
      const expected = [
        '  padded  ',
        "<script>alert('x')</script>",
        'line one\nline two\r\nline "three"',
        ']]> & ; \' " \t end',
        'مرحبا بالعالم',
        '🚲 café e\u0301',
        'bell \ufffd and nul \ufffd',
        '\u202eright to left\u202c',
        'own member',
      ]
      for (const text of expected) assert.ok(texts.includes(text), JSON.stringify(text))
    })

  test('converts the cells of a csv to the types of its schema, if they are valid', async (t) => {
    const origin = await startFor(t, 'awkward')
    const { bytes } = await get(origin, datasetPath('numbers', 'json'))
    assert.equal(
      bytes.toString(),
      [
        '[',
        '{"zip":"00501","count":12345678901234567890,"share":1.50,"flag":true,"count (2)":"1","":"a,b"},',
        '{"zip":7,"count":null,"share":1e400,"flag":false,"count (2)":"2","":"two\\nlines"},',
        '{"zip":"08","count":3,"share":"NaN","flag":"maybe","count (2)":"3"}',
        ']',
      ].join('\n'),
    )
  })

  test('reads a csv in its stated encoding and dialect', async (t) => {
    const origin = await startFor(t, 'awkward')
    const { bytes } = await get(origin, datasetPath('latin', 'json'))
    assert.deepEqual(JSON.parse(bytes.toString()), [{ имя: 'Ёлкин; Пётр', город: 'Орёл' }])
  })

  test('escapes markup in values', async (t) => {
    const origin = await startFor(t, 'awkward')
    for (const path of [
      '',
      'api/v1/list_datasets/',
      datasetPath('values', 'html'),
      datasetPath('<script>alert(1)', 'html'),
    ])
      assert.ok(!(await get(origin, path)).bytes.includes('<script'), path)
  })
})
