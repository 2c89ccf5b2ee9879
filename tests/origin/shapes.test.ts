import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeShape, type OriginShape, SHAPES } from '../../scripts/origin/index.ts'
import { datasetPath, get, startFor } from './support/origin.ts'
import { type Element, parseXml } from './support/xml.ts'

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
  assert.deepEqual(airports.features[0].geometry, { type: 'Point', coordinates: [-89.23450472, 31.95376472] })
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
