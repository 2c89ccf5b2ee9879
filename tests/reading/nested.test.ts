import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deriveDocument, eachRecord, openTable } from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import fc from '../support/fast-check.ts'
import { readingOf } from './generate.ts'

describe('records in records', () => {
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

  test('an object in a few of many records has columns of its own only if these are few', () => {
    const many = (last: object) => [
      ...Array.from({ length: 40 }, (_, no) => ({ no, name: `Country ${no}` })),
      last,
    ]
    const states = Object.fromEntries(Array.from({ length: 6 }, (_, no) => [`State ${no}`, no]))
    const { names, rows } = tableOf(many({ no: 40, name: 'Union', states }))
    assert.deepEqual(names, ['no', 'name', 'states'])
    assert.equal(rows.at(-1)?.[2], JSON.stringify(states))
    const { head, phone } = { head: 'A. Orlov', phone: '1-23' }
    assert.deepEqual(tableOf(many({ no: 40, name: 'Union', office: { head, phone } })).names, [
      ...['no', 'name'],
      ...['office.head', 'office.phone'],
    ])
  })

  describe('a second row of the heading is no record', () => {
    const NAMES = ['Город', 'Население', 'Площадь']
    const BELOW = [
      ['Абакан', '187239', '112,4'],
      ['Абаза', '14800', '20,3'],
      ['Саяногорск', '58100', '95'],
    ]
    const readRows = (second: readonly string[], below: readonly (readonly string[])[] = BELOW) => {
      const table = [second, ...below]
      const objects = table.map((row) => Object.fromEntries(row.map((cell, at) => [NAMES[at], cell])))
      const all = [tableOf(objects), tableOf([NAMES, ...table])]
      assert.deepEqual(all[0], all[1])
      return all[0]?.rows ?? []
    }

    for (const second of [
      ['1', '2', '3'],
      ['А', '1', '2'],
      ['1', '2', '3 = 2*100'],
      ['', 'чел.', 'кв. км'],
      NAMES,
    ])
      test(`as ${second.join(', ')}`, () => assert.deepEqual(readRows(second), BELOW))

    test('and its units describe the columns', () => {
      const rows = [NAMES, ['', 'чел.', 'кв. км'], ...BELOW]
      const { columns, count } = readDocument(sourceOf(JSON.stringify(rows)), { format: 'json' })
      assert.equal(count, 3)
      assert.deepEqual(
        columns.map(({ kind, description }) => [kind, description]),
        [
          ['text', undefined],
          ['number', 'чел.'],
          ['number', 'кв. км'],
        ],
      )
    })

    for (const first of [
      ['Бея', 'чел.', 'кв. км'],
      ['', 'нет данных', 'x'],
      ['', '5', 'кв. км'],
      ['1', '2', '4'],
    ])
      test(`but ${first.join(', ')} is one`, () => assert.deepEqual(readRows(first), [first, ...BELOW]))

    test('nor is a row of numbers over numbers, or one of texts over texts', () => {
      const numbers = [['1', '2', '3'], ...BELOW.map((row) => ['7', ...row.slice(1)])]
      assert.equal(readRows(numbers[0] ?? [], numbers.slice(1)).length, 4)
      assert.equal(
        readRows(
          ['', 'чел.', 'кв. км'],
          BELOW.map((row) => row.map((cell) => `${cell} x`)),
        ).length,
        4,
      )
    })

    test('and has its columns, even those that no record has', () => {
      const { names } = tableOf([{ a: '1', b: '2', c: '3' }, { a: 'x' }, { a: 'y', b: '5' }, { a: 'z' }])
      assert.deepEqual(names, ['a', 'b', 'c'])
    })
  })

  describe('rows whose cells are objects with a value', () => {
    const cols = ['Place', 'Since'].map((label, at) => ({ id: 'AB'[at], label, type: 'string' }))

    test('are a table with the names beside them', () => {
      const { names, rows } = tableOf({
        table: {
          cols,
          rows: [{ c: [{ v: 'Mill' }, { v: 1901, f: 'in 1901' }] }, { c: [{ v: 'Bridge' }, null] }],
        },
      })
      assert.deepEqual(names, ['Place', 'Since'])
      assert.deepEqual(rows, [
        ['Mill', '1901'],
        ['Bridge', null],
      ])
    })

    test('are none if they have something else as well, or other lengths', () => {
      const point = { v: 'Mill', owner: 'City' }
      assert.deepEqual(tableOf([{ c: [point, point] }, { c: [point, point] }]).names, ['c'])
      assert.deepEqual(tableOf([{ tags: ['a', 'b'] }, { tags: ['c'] }]).names, ['tags'])
      assert.deepEqual(tableOf([{ tags: ['a', 'b'] }, { tags: ['c', 'd'] }]).names, ['tags'])
    })
  })

  describe('rows whose cells are elements', () => {
    const sheet = (...rows: readonly string[]) => `<Workbook><Table>${rows.join('')}</Table></Workbook>`
    const row = (...cells: readonly string[]) =>
      `<Row Height="15">${cells.map((cell) => `<Cell><Data Type="String">${cell}</Data></Cell>`).join('')}</Row>`

    test('are a table under the first one, as in SpreadsheetML, where cells behind empty ones state their places', () => {
      const gap = '<Row><Cell><Data>Bridge</Data></Cell><Cell Index="3"><Data>1850</Data></Cell></Row>'
      const { names, rows } = tableOf(
        sheet(row('Place', 'Town', 'Since'), row('Mill', 'A', '1901'), gap, row('Gate', 'B', '')),
        'xml',
      )
      assert.deepEqual(names, ['Place', 'Town', 'Since'])
      assert.deepEqual(rows, [
        ['Mill', 'A', '1901'],
        ['Bridge', null, '1850'],
        ['Gate', 'B', ''],
      ])
    })

    test('may have their texts directly', () => {
      const cells = (...texts: readonly string[]) =>
        `<r>${texts.map((text) => `<c>${text}</c>`).join('')}</r>`
      const { names, rows } = tableOf(`<t>${cells('a', 'b')}${cells('1', '2')}${cells('3', '4')}</t>`, 'xml')
      assert.deepEqual(names, ['a', 'b'])
      assert.deepEqual(rows, [
        ['1', '2'],
        ['3', '4'],
      ])
    })

    test('are none if the first lacks one, or has no names, if rows have fields, or if the elements are not named like cells', () => {
      const rows = [row('Mill', 'A'), row('Gate', 'B'), row('Lock', 'C')]
      assert.deepEqual(tableOf(sheet(...rows), 'xml').names, ['Height', 'Cell'])
      assert.deepEqual(tableOf(sheet(row('1', '5'), row('2', '6'), row('3', '7')), 'xml').names, [
        'Height',
        'Cell',
      ])
      const years = sheet(row('Town', '2023'), row('A', '4'), row('B', '5'))
      assert.deepEqual(tableOf(years, 'xml').names, ['Town', '2023'])
      const tags = (...texts: readonly string[]) =>
        `<i>${texts.map((text) => `<tag>${text}</tag>`).join('')}</i>`
      assert.deepEqual(tableOf(`<t>${tags('a', 'b')}${tags('c', 'd')}${tags('e', 'f')}</t>`, 'xml').names, [
        'tag',
      ])
      const short = sheet(row('Place'), row('Mill', '1901'), row('Gate', '1850'))
      assert.deepEqual(tableOf(short, 'xml').names, ['Height', 'Cell'])
      let number = 0
      const fields = sheet(row('a', 'b'), row('c', '1'), row('e', '2')).replace(
        /"15"/g,
        () => `"${number++}"`,
      )
      assert.deepEqual(tableOf(fields, 'xml').names, ['Height', 'Cell'])
    })
  })

  describe('names with a value each are columns', () => {
    const rows = [
      ['3', 'brick'],
      ['5', 'wood'],
    ]
    const PLACES = rows.map(([height, material], at) => ({
      id: at,
      has: [
        { name: 'height', value: height },
        { name: 'material', value: material },
      ],
    }))

    test('in lists of objects', () => {
      assert.deepEqual(tableOf(PLACES), {
        names: ['id', 'has.height', 'has.material'],
        rows: rows.map((row, at) => [String(at), ...row]),
      })
    })

    test('in elements, also where one stands alone', () => {
      const pair = (name: string, value = '') => `<d name="${name}"><value>${value}</value></d>`
      const place = (...pairs: string[]) => `<p><n>x</n><has>${pairs.join('')}</has></p>`
      const xml = rows.map(([height, material]) => place(pair('height', height), pair('material', material)))
      assert.deepEqual(tableOf(`<t>${xml.join('')}${place(pair('height', '9'))}</t>`, 'xml'), {
        names: ['n', 'has.d.height', 'has.d.material'],
        rows: [...rows.map((row) => ['x', ...row]), ['x', '9', null]],
      })
      const short = rows.map(([height]) => `<p><n>x</n><has name="height" value="${height}"/></p>`)
      assert.deepEqual(tableOf(`<t>${short.join('')}</t>`, 'xml').names, ['n', 'has.height'])
    })

    test('unless records hardly have a name in common, or a list has anything else', () => {
      const other = PLACES.map(({ id }) => ({ id, has: [{ name: `n${id}`, value: 'x', unit: 'm' }] }))
      assert.deepEqual(tableOf(other).names, ['id', 'has'])
      const many = Array.from({ length: 9 }, (_, id) => ({ id, has: [{ name: `n${id}`, value: 'x' }] }))
      assert.deepEqual(tableOf(many).names, ['id', 'has'])
    })
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

    test('and so are the objects in them', () => {
      const { names, rows } = tableOf(
        '<f><d i="1"><p><fio last="A" first="B"/></p></d><d i="2"><p><fio last="C" first="D"/></p></d></f>',
        'xml',
      )
      assert.deepEqual(names, ['i', 'p.fio.last', 'p.fio.first'])
      assert.deepEqual(rows[1], ['2', 'C', 'D'])
    })

    test('with their own name if one object is nearly the whole record, and objects in it are columns too', () => {
      const { names, rows } = tableOf(
        [1, 2].map((no) => ({
          global_id: no,
          Number: no,
          Cells: cells(no, { at: { city: 'M', zip: '1' } }),
        })),
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
})

describe('tables by columns', () => {
  const sourceOf = (text: string) => () => [Buffer.from(text)]

  /** What the page and the csv of a json document have. */
  function tableOf(document: unknown) {
    const source = sourceOf(typeof document === 'string' ? document : JSON.stringify(document))
    const { shape, path, count, columns, beside } = readDocument(source, { format: 'json' })
    const table = openTable(source, { format: 'json' })
    const rows: (string | null)[][] = []
    table.each((cells) => rows.push(table.names.map((_name, at) => cells[at] ?? null)))
    return { shape, path, count, names: columns.map(({ name }) => name), beside, rows }
  }

  const days = (count: number) =>
    Array.from({ length: count }, (_, n) => new Date(Date.UTC(2026, 0, n + 1)).toISOString().slice(0, 10))
  const WEATHER = {
    latitude: 52.52,
    longitude: 13.41,
    daily_units: { time: 'iso8601', rain: 'mm' },
    daily: { time: days(30), rain: days(30).map((_, n) => n % 3), notes: days(30).map((_, n) => ['dry', n]) },
  }

  describe('a table by columns', () => {
    test('has a record for each position, the contents beside it are outside of the records', () => {
      const { shape, path, count, names, beside, rows } = tableOf(WEATHER)
      assert.deepEqual([shape, path, count], ['columns', 'daily', 30])
      assert.deepEqual(names, ['time', 'rain', 'notes'])
      assert.deepEqual(rows[4], ['2026-01-05', '1', '["dry",4]'])
      assert.deepEqual(Object.fromEntries(beside.map(({ name, value }) => [name, value])), {
        latitude: '52.52',
        longitude: '13.41',
        'daily_units.time': 'iso8601',
        'daily_units.rain': 'mm',
      })
    })

    test('may be one of several, the longest of which has the records', () => {
      const hours = { time: days(90), wind: days(90).map((_, n) => n) }
      const source = sourceOf(JSON.stringify({ ...WEATHER, hourly: hours }))
      const { path, count, others } = readDocument(source, { format: 'json' })
      assert.deepEqual([path, count], ['hourly', 90])
      assert.deepEqual(
        others?.map(({ path, count }) => ({ path, count })),
        [{ path: 'daily', count: 30 }],
      )
    })

    test('has the first records of the other lists beside its own, by their columns', () => {
      const hours = { time: days(90), wind: days(90).map((_, n) => n) }
      const wide = [Object.fromEntries(days(20).map((_, n) => [`c${n}`, 'x'.repeat(500)]))]
      const source = sourceOf(JSON.stringify({ ...WEATHER, hourly: hours, wide }))
      const [daily, other] = readDocument(source, { format: 'json' }).others ?? []
      assert.deepEqual(daily?.first?.names, ['time', 'rain', 'notes'])
      assert.deepEqual([daily.first.rows.length, daily.first.rows[0]?.[0]], [10, days(1)[0]])
      assert.deepEqual(
        [other?.path, other?.first?.names.length, other?.first?.moreColumns],
        ['wide[]', 12, true],
      )
      assert.equal(other?.first?.rows[0]?.[0], `${'x'.repeat(400)}…`)
    })

    test('may be the whole document, with null and numbers of any length', () => {
      const { path, names, rows } = tableOf('{"code":["a",null],"price":[1.10,12345678901234567890]}')
      assert.deepEqual([path, names], ['', ['code', 'price']])
      assert.deepEqual(rows, [
        ['a', '1.10'],
        [null, '12345678901234567890'],
      ])
    })

    test('may have columns by position, as pandas writes them, in any number', () => {
      const byPosition = (make: (n: number) => unknown) =>
        Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [n, make(n)]))
      const { shape, count, names, rows } = tableOf({
        code: byPosition((n) => `c${n}`),
        price: byPosition((n) => n / 2),
      })
      assert.deepEqual([shape, count, names], ['columns', 3000, ['code', 'price']])
      assert.deepEqual(rows[2999], ['c2999', '1499.5'])
    })

    test('is the same table in xml that is derived from it, and what is beside it is kept', () => {
      const xml: string[] = []
      deriveDocument(sourceOf(JSON.stringify(WEATHER)), { format: 'json' }, 'xml', (chunk) => xml.push(chunk))
      const derived = xml.join('')
      const table = openTable(sourceOf(derived), { format: 'xml' })
      const rows: unknown[] = []
      table.each((cells) => rows.push([...cells]))
      assert.deepEqual(table.names, ['time', 'rain', 'notes'])
      assert.deepEqual(rows, tableOf(WEATHER).rows)
      assert.match(derived, /<rest .*52\.52.*daily_units.*iso8601/s)
      assert.equal(derived.split('2026-01-05').length, 2)
    })

    test('is read again for the rows that do not fit into memory, and not further than to the rows that are wanted', () => {
      const columns = 900
      const rows = 1200
      const document = Object.fromEntries(
        Array.from({ length: columns }, (_, at) => [
          `c${at}`,
          Array.from({ length: rows }, (_, row) => at * rows + row),
        ]),
      )
      const text = Buffer.from(JSON.stringify(document))
      let reads = 0
      const source = () => {
        reads++
        return [text]
      }
      let seen = 0
      eachRecord(source, { format: 'json' }, (record) => {
        assert.equal((record.get('c17') as { numeral: string }).numeral, String(17 * rows + seen))
        assert.equal(record.size, columns)
        seen++
      })
      assert.equal(seen, rows)
      const all = reads
      reads = 0
      eachRecord(source, { format: 'json' }, () => false)
      assert.ok(reads < all, `${reads} of ${all}`)
    })

    for (const [name, document] of Object.entries({
      'arrays of different lengths': { a: [1, 2], b: [1, 2, 3] },
      'short lists in a record': { id: 1, title: 'On a', tags: ['x', 'y'], colours: ['red', 'blue'] },
      'names of columns beside rows': {
        columns: ['a', 'b'],
        index: [0, 1],
        data: [
          [1, 2],
          [3, 4],
        ],
      },
      'objects beside lists': { names: ['a', 'b'], codes: ['c', 'd'], items: [{ x: 1 }, { x: 2 }] },
      'one array': { a: [1, 2, 3] },
      'objects with other names': { a: { 1: 'x', 2: 'y' }, b: { 1: 'x', 2: 'y' } },
    }))
      test(`is not ${name}`, () => {
        assert.notEqual(tableOf(document).shape, 'columns')
      })

    test('has the values of any document of this shape, wherever it lies', () => {
      const value = fc.oneof(
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.boolean(),
        fc.array(fc.integer()),
      )
      const table = fc
        .tuple(
          fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 5 }),
          fc.integer({ min: 2, max: 8 }),
        )
        .chain(([names, length]) =>
          fc.tuple(
            fc.constant(names),
            fc.array(fc.array(value, { minLength: length, maxLength: length }), {
              minLength: names.length,
              maxLength: names.length,
            }),
          ),
        )
      let tables = 0
      fc.assert(
        fc.property(table, fc.boolean(), ([names, columns], isNested) => {
          const object = `{${names.map((name, at) => `${JSON.stringify(name)}:${JSON.stringify(columns[at])}`).join(',')}}`
          const text = isNested ? `{"source":"x","table":${object}}` : object
          const records: unknown[] = []
          const { shape } = eachRecord(sourceOf(text), { format: 'json' }, (record) => {
            records.push([...record])
          })
          if (shape !== 'columns') return
          tables++
          const plain = (cell: unknown): unknown =>
            Array.isArray(cell)
              ? cell.map(plain)
              : typeof cell === 'object' && cell !== null && 'numeral' in cell
                ? Number(cell.numeral)
                : cell
          const expected = columns[0]?.map((_, row) => names.map((name, at) => [name, columns[at]?.[row]]))
          assert.deepEqual(
            records.map((record) =>
              (record as [string, unknown][]).map(([name, cell]) => [name, plain(cell)]),
            ),
            expected,
          )
        }),
        { numRuns: 300, seed: 7 },
      )
      assert.ok(tables > 100, `${tables} tables`)
    })
  })

  describe('lists of different lengths beside as many labels', () => {
    const lists = [['B', 'C', '7'], ['M2'], ['9', '10']]

    test('are labelled one by one', () => {
      for (const name of ['labels', 'names', 'districts']) {
        const { shape, count, names, rows } = tableOf({ [name]: ['North', 'South', 'West'], routes: lists })
        assert.deepEqual([shape, count, names], ['columns', 3, [name, 'routes']])
        assert.deepEqual(
          rows,
          lists.map((list, at) => [['North', 'South', 'West'][at], JSON.stringify(list)]),
        )
      }
    })

    test('are rows if the labels are named like those of columns, or the lists have one length', () => {
      const full = lists.map((list) => [...list, '', ''].slice(0, 3))
      for (const document of [
        { columns: ['from', 'to', 'line'], rows: lists },
        { header: ['from', 'to', 'line'], rows: lists },
        { labels: ['from', 'to', 'line'], rows: full },
      ]) {
        const { shape, count, names } = tableOf(document)
        assert.deepEqual([shape, count, names], ['rows', 3, ['from', 'to', 'line']])
      }
    })

    test('are rows under a header if there are more or fewer lists than labels', () => {
      const { shape, names } = tableOf({ labels: ['from', 'to', 'line'], rows: [...lists, ['11']] })
      assert.deepEqual([shape, names], ['rows', ['from', 'to', 'line']])
    })
  })
})

describe('mixed documents', () => {
  const scalar = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null))
  const container = fc.oneof(
    fc.array(scalar, { maxLength: 2 }),
    fc.array(fc.dictionary(fc.string(), scalar, { maxKeys: 2 }), { maxLength: 2 }),
    fc.dictionary(fc.string(), scalar, { minKeys: 1, maxKeys: 3 }),
  )
  // More plain values than lists and objects hold together, in any order.
  const mixed = fc
    .array(container, { maxLength: 4 })
    .chain((containers) =>
      fc
        .array(scalar, { minLength: 2 * containers.length + 1, maxLength: 12 })
        .chain((scalars) =>
          fc.shuffledSubarray([...containers, ...scalars], { minLength: containers.length + scalars.length }),
        ),
    )
  const textOf = (value: unknown) =>
    value === null || typeof value === 'string' ? value : JSON.stringify(value)

  test('a list of values of any kinds is read as that list, with every value in place', () => {
    fc.assert(
      fc.property(mixed, fc.boolean(), (list, isWrapped) => {
        const reading = readingOf(JSON.stringify(isWrapped ? { list } : list), 'json')
        assert.equal(reading.shape, 'values')
        assert.equal(reading.count, list.length)
        assert.deepEqual(
          reading.rows,
          list.map((value) => [textOf(value)]),
        )
      }),
    )
  })
})

describe('a description of the columns beside the records', () => {
  /** What the document states about its columns; columns without a statement are left out. */
  const statedIn = (document: unknown, format: 'json' | 'xml' = 'json') => {
    const text = typeof document === 'string' ? document : JSON.stringify(document)
    const { columns } = readDocument(() => [Buffer.from(text)], { format })
    return Object.fromEntries(
      columns.flatMap(({ name, description }) => (description === undefined ? [] : [[name, description]])),
    )
  }
  const rows = [1, 2, 3, 4].map((no) => ({ id: no, nm: `Kiosk ${no}`, sq: no * 2 }))
  const DESCRIBED = { id: 'Number in the register', sq: 'Floor space in m²' }

  test('is read in the forms of CKAN, Socrata, CSVW, a Data Package, JSON Schema and xml', () => {
    const forms: readonly (readonly [name: string, document: unknown, format?: 'xml'])[] = [
      [
        'CKAN',
        {
          success: true,
          result: {
            fields: [
              { id: 'id', type: 'int', info: { label: 'No.', notes: 'Number in the register' } },
              { id: 'nm', type: 'text', info: { label: '', notes: '' } },
              { id: 'sq', type: 'numeric', info: { label: 'Floor space in m²', notes: '' } },
            ],
            records: rows,
          },
        },
      ],
      [
        'Socrata',
        {
          meta: {
            view: {
              columns: [
                { id: 1, name: 'id', fieldName: 'id_', description: 'Number in the register' },
                { id: 2, name: 'nm', fieldName: 'nm_' },
                { id: 3, name: 'sq', fieldName: 'sq_', description: ' Floor space in m² ' },
              ],
            },
          },
          data: rows.map((row) => Object.values(row)),
        },
      ],
      [
        'CSVW',
        {
          tableSchema: {
            columns: [
              { name: 'id', titles: 'No.', 'dc:description': { en: 'Number in the register' } },
              { name: 'nm', titles: 'nm' },
              { name: 'sq', titles: 'Floor space in m²' },
            ],
          },
          row: rows,
        },
      ],
      [
        'a Data Package',
        {
          schema: {
            fields: [
              { name: 'id', type: 'integer', description: 'Number in the register' },
              { name: 'nm', type: 'string' },
              { name: 'sq', type: 'number', description: 'Floor space in m²' },
            ],
          },
          data: rows.slice(0, 2),
        },
      ],
      [
        'JSON Schema',
        {
          properties: {
            id: { type: 'integer', description: 'Number in the register' },
            nm: { type: 'string', description: '' },
            sq: { type: 'number', description: 'Floor space in m²' },
          },
          items: rows,
        },
      ],
      [
        'xml',
        `<export><passport>${Object.entries(DESCRIBED)
          .map(([code, text]) => `<поле><код>${code}</код><описание>${text}</описание></поле>`)
          .join('')}</passport><list>${rows
          .map(({ id, nm, sq }) => `<item><id>${id}</id><nm>${nm}</nm><sq>${sq}</sq></item>`)
          .join('')}</list></export>`,
        'xml',
      ],
    ]
    for (const [name, document, format] of forms)
      assert.deepEqual(statedIn(document, format), DESCRIBED, name)
  })

  test('does not take the place of the records, and other lists describe nothing', () => {
    const fields = Object.entries(DESCRIBED).map(([name, description]) => ({ name, description }))
    const one = readDocument(() => [Buffer.from(JSON.stringify({ fields, data: [{ id: 7, sq: 8 }] }))], {
      format: 'json',
    })
    assert.deepEqual([one.path, one.count, one.others?.[0]?.path], ['data[]', 1, 'fields[]'])
    for (const other of [
      [
        { name: 'id', description: 'a' },
        { name: 'else', description: 'b' },
      ],
      [{ name: 'id' }, { name: 'sq' }],
      [
        { name: 'one', description: 'a' },
        { name: 'two', description: 'b' },
      ],
    ])
      assert.deepEqual(statedIn({ other, data: rows }), {}, JSON.stringify(other))
    assert.deepEqual(statedIn(rows), {})
  })
})
