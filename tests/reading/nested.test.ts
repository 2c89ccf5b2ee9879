import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deriveDocument } from '../../src/lib/reading/derive.ts'
import { openTable } from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'

const sourceOf = (text: string) => () => [Buffer.from(text)]

/** The columns of a document, and its rows, as its page and its csv have them. */
function tableOf(document: unknown, format: 'json' | 'xml' = 'json') {
  const source = sourceOf(typeof document === 'string' ? document : JSON.stringify(document))
  const { columns, rows } = readDocument(source, { format })
  const table = openTable(source, { format })
  const all: (string | null)[][] = []
  table.each((cells) => all.push(table.names.map((_name, at) => cells[at] ?? null)))
  const names = columns.map(({ name }) => name)
  assert.deepEqual(table.names, names)
  assert.deepEqual(all, rows)
  return { names, rows }
}

const cells = (no: number, more: object = {}) => ({
  Name: `Kiosk ${no}`,
  Street: 'Main',
  House: no,
  Open: 'yes',
  ...more,
})

describe('objects in records are columns', () => {
  test('with the name of the object before their own', () => {
    const { names, rows } = tableOf([
      { id: 1, owner: { id: 7, name: 'City' } },
      { id: 2, owner: null },
      { id: 3, owner: { name: 'Ministry' } },
    ])
    assert.deepEqual(names, ['id', 'owner.id', 'owner.name'])
    assert.deepEqual(rows, [
      ['1', '7', 'City'],
      ['2', null, null],
      ['3', null, 'Ministry'],
    ])
  })

  test('with their own name if one object is nearly the whole record, and objects in it are columns too', () => {
    const { names, rows } = tableOf(
      [1, 2].map((no) => ({ global_id: no, Number: no, Cells: cells(no, { at: { city: 'M', zip: '1' } }) })),
    )
    assert.deepEqual(names, ['global_id', 'Number', 'Name', 'Street', 'House', 'Open', 'at.city', 'at.zip'])
    assert.deepEqual(rows[1], ['2', '2', 'Kiosk 2', 'Main', '2', 'yes', 'M', '1'])
  })

  test('with a number if the record repeats what the object states', () => {
    const { names } = tableOf([1, 2].map((no) => ({ id: no, Cells: cells(no, { id: no }) })))
    assert.deepEqual(names, ['id', 'Name', 'Street', 'House', 'Open', 'id (2)'])
  })

  test('with the name of the object if columns beside it have its names and other values', () => {
    const { names } = tableOf([1, 2].map((no) => ({ Name: 'a', more: cells(no) })))
    assert.deepEqual(names, ['Name', 'more.Name', 'more.Street', 'more.House', 'more.Open'])
  })

  test('and a name that is taken gets a number', () => {
    const { names, rows } = tableOf([
      { 'a.b': 1, a: { b: 2, c: 3 } },
      { 'a.b': 4, a: { b: 5, c: 6 } },
    ])
    assert.deepEqual(names, ['a.b', 'a.b (2)', 'a.c'])
    assert.deepEqual(rows[0], ['1', '2', '3'])
  })

  test('elements and their attributes', () => {
    const rows = ['bus', 'tram'].map(
      (name) => `<row><title lang="en">${name}</title><at><street>Main</street><no>1</no></at></row>`,
    )
    const plain = '<row><title>beds</title><at/></row>'
    const table = tableOf(`<rows>${rows.join('')}${plain}</rows>`, 'xml')
    assert.deepEqual(table.names, ['title.lang', 'title', 'at.street', 'at.no'])
    assert.deepEqual(table.rows, [
      ['en', 'bus', 'Main', '1'],
      ['en', 'tram', 'Main', '1'],
      [null, 'beds', null, null],
    ])
  })

  test('in objects by key, and in features', () => {
    const one = (city: string) => ({ name: city, size: 1, at: { city, zip: 1 } })
    const keyed = Object.fromEntries(['k1', 'k2', 'k3', 'k4'].map((key) => [key, one(key)]))
    assert.deepEqual(tableOf(keyed).names, ['(key)', 'name', 'size', 'at.city', 'at.zip'])
    const feature = (city: string) => ({
      type: 'Feature',
      properties: one(city),
      geometry: {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    })
    const features = { type: 'FeatureCollection', features: [feature('M'), feature('P')] }
    assert.deepEqual(tableOf(features).names, ['name', 'size', 'at.city', 'at.zip', 'geometry'])
  })
})

describe('other values stay one', () => {
  for (const [what, values] of Object.entries({
    'dictionaries, whose names differ': ['ab', 'cd', 'ef', 'gh', 'ij', 'kl'].map((name) => ({ [name]: 1 })),
    'objects beside lists': [{ a: 1 }, [1, 2]],
    'objects beside numbers': [{ a: 1 }, 3],
    geometries: [1, 2].map((x) => ({ type: 'Point', coordinates: [x, 2] })),
    lists: [[{ a: 1 }], [{ a: 2 }]],
    'empty objects': [{}, {}],
  }))
    test(what, () => {
      assert.deepEqual(tableOf(values.map((value, no) => ({ no, value }))).names, ['no', 'value'])
    })
})

test('a derived document has the objects of its source', () => {
  let json = ''
  const xml = '<rows><row><n>1</n><at><no>1</no></at></row><row><n>2</n><at><no>2</no></at></row></rows>'
  deriveDocument(sourceOf(xml), { format: 'xml' }, 'json', (text) => {
    json += text
  })
  assert.deepEqual(JSON.parse(json), [
    { n: '1', at: { no: '1' } },
    { n: '2', at: { no: '2' } },
  ])
  assert.deepEqual(tableOf(json).names, ['n', 'at.no'])
})
