import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RunningOrigin, SHAPES } from '../../scripts/origin/index.ts'
import { FORMATS, type Format, findDatasetLinks } from '../../src/lib/interface/index.ts'
import { datasetPath, get, startFor } from './support/origin.ts'
import { elementsOf, parseXml } from './support/xml.ts'

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
