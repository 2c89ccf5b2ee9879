import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  all,
  COLUMNS,
  each,
  HEADER,
  NAMED_THREE,
  NAMED_TWO,
  on,
  read,
  rows,
  SEVEN,
  testShapes,
  titles,
  untitled,
} from '../../support/list-shapes.ts'

testShapes({
  'rows with a header, one of which has the name of the field as its code': {
    list: [
      ['dataset', 'title'],
      ['bus', 'On bus'],
      ['dataset', 'On dataset'],
    ],
    named: each('bus dataset'),
  },
  'rows without a header': {
    list: all('bus tram beds').map(({ code, title }) => [code, title]),
    named: each('bus tram beds'),
  },
  'columns with lists in them': {
    list: { ...COLUMNS, category: [['c1'], ['c1', 'c2'], []] },
    named: { ...on('bus', 'Transport'), ...on('tram', 'Transport', 'Health'), ...on('beds') },
  },
  'columns with lists of as many values as there are datasets': {
    list: {
      code: ['bus', 'tram'],
      title: ['On bus', 'On tram'],
      category: [
        ['c1', 'c2'],
        ['c1', 'c3'],
      ],
    },
    named: { ...on('bus', 'Transport', 'Health'), ...on('tram', 'Transport', 'Culture') },
  },
  'columns with tags': { list: { ...COLUMNS, tags: [['x', 'y'], ['x'], ['z']] }, named: NAMED_THREE },
  'rows with lists in them beside their names': {
    list: {
      columns: ['code', 'title', 'category'],
      rows: [
        ['bus', 'On bus', ['c1']],
        ['tram', 'On tram', ['c1', 'c2']],
        ['beds', 'On beds', ['c2']],
      ],
    },
    named: { ...on('bus', 'Transport'), ...on('tram', 'Transport', 'Health'), ...on('beds', 'Health') },
  },
  'rows with categories, without a header': {
    list: [
      ['bus', 'On bus', 'c1'],
      ['tram', 'On tram', 'c1'],
      ['beds', 'On beds', 'c2'],
    ],
    named: NAMED_THREE,
  },
  'columns with lists of objects': {
    list: {
      code: ['bus', 'tram'],
      title: ['On bus', 'On tram'],
      category: [[{ id: 'c1' }], [{ id: 'c3' }, { id: 'c1' }]],
    },
    named: { ...on('bus', 'Transport'), ...on('tram', 'Culture', 'Transport') },
  },
  'columns by position with lists in them': {
    list: {
      code: { 0: 'bus', 1: 'tram' },
      title: { 0: 'On bus', 1: 'On tram' },
      category: { 0: ['c1', 'c2'], 1: ['c1'] },
    },
    named: { ...on('bus', 'Transport', 'Health'), ...on('tram', 'Transport') },
  },
  'columns beside lists of the codes of related datasets': {
    list: { ...COLUMNS, related: [['tram'], ['bus', 'beds'], []] },
    named: NAMED_THREE,
  },
  'columns with lists in them in several objects': {
    list: {
      result: {
        page1: { code: ['bus', 'tram'], title: ['On bus', 'On tram'], category: [['c1'], ['c1']] },
        page2: { code: ['beds'], title: ['On beds'], category: [['c2']] },
      },
    },
    named: NAMED_THREE,
  },
  'columns beside lists of codes by category': {
    list: {
      codes: ['bus', 'tram', 'beds'],
      titles: titles('bus tram beds'),
      categories: { c1: ['bus', 'tram'], c2: ['beds'] },
    },
    named: NAMED_THREE,
  },
  columns: { list: COLUMNS, named: NAMED_THREE },
  'columns in an object': { list: { status: 'ok', total: 3, data: COLUMNS }, named: NAMED_THREE },
  'columns, the codes last, beside those of related datasets': {
    list: { note: ['a', 'b', 'c'], parent: ['', 'bus', 'bus'], ...COLUMNS, code: COLUMNS.code },
    named: NAMED_THREE,
  },
  'columns with objects in them': {
    list: { code: ['bus', 'tram'], title: ['On bus', 'On tram'], category: [{ id: 'c1' }, { id: 'c3' }] },
    named: { ...on('bus', 'Transport'), ...on('tram', 'Culture') },
  },
  'columns in groups': {
    list: {
      Transport: { code: ['bus', 'tram'], title: ['On bus', 'On tram'] },
      Health: { code: ['clinics', 'beds'], title: ['On clinics', 'On beds'] },
    },
    named: NAMED_TWO,
  },
  'columns with a larger total': { list: { total: 30, ...COLUMNS }, named: NAMED_THREE, isPaged: true },
  'columns with a code that the origin lacks': { list: COLUMNS, named: NAMED_THREE, absent: ['beds'] },
  'columns with a dataset without a code': {
    list: { code: ['bus', null, 'beds'], title: ['On bus', 'On tram', 'On beds'] },
    named: each('bus beds'),
    unnamed: 1,
  },
  'columns by position': {
    list: {
      code: Object.fromEntries(SEVEN.split(' ').entries()),
      title: Object.fromEntries(
        SEVEN.split(' ')
          .map((code) => `On ${code}`)
          .entries(),
      ),
    },
    named: each(SEVEN),
  },
  'rows without a header, of different lengths': {
    list: [
      ['bus', 'On bus', 'x'],
      ['tram', 'On tram'],
      ['beds', 'On beds', 'y', 'z'],
    ],
    named: each('bus tram beds'),
  },
  'rows by the key of their group': {
    list: { Transport: rows('bus tram'), Health: rows('beds') },
    named: { ...NAMED_THREE, ...untitled('bus') },
  },
  'rows by the key of their group, each under a header': {
    list: { Transport: [HEADER, ...rows('bus tram')], Health: [HEADER, ...rows('beds')] },
    named: NAMED_THREE,
  },
  'rows in groups with a title': {
    list: [
      { title: 'Transport', rows: rows('bus tram') },
      { title: 'Health', rows: rows('beds') },
    ],
    named: NAMED_THREE,
  },
  'rows in groups with a title, under the names of their columns': {
    list: [
      { title: 'Transport', columns: HEADER, rows: rows('bus tram') },
      { title: 'Health', columns: HEADER, rows: rows('beds') },
    ],
    named: NAMED_THREE,
  },
  'rows under a header beside other rows': {
    list: { datasets: [HEADER, ...rows('bus tram beds')], archive: rows('art films') },
    named: each('bus tram beds art films'),
  },
  'rows beside objects': {
    list: { datasets: rows('bus tram beds'), archive: all('art films') },
    named: each('bus tram beds art films'),
  },
  'objects beside rows': {
    list: { datasets: all('bus tram beds'), archive: rows('art films') },
    named: each('bus tram beds art films'),
  },
  'objects beside objects with another name for the code': {
    list: {
      datasets: all('bus tram beds'),
      archive: all('art films').map(({ code, title }) => ({ id: code, title })),
    },
    named: each('bus tram beds art films'),
  },
  'objects beside plain codes': {
    list: { datasets: all('bus tram beds'), archive: ['art', 'films'] },
    named: { ...each('bus tram beds'), ...untitled('art films') },
  },
  'lists of codes in a list': {
    list: [['bus', 'tram'], ['beds']],
    named: untitled('bus tram beds'),
  },
  'lists of codes in a list, of different lengths': {
    list: [['bus'], SEVEN.split(' ').slice(1), ['parks', 'zoos']],
    named: untitled(`${SEVEN} parks zoos`),
  },
})

testShapes({
  'a row among objects': {
    list: [...all('tram beds art'), ['bus', 'On bus']],
    named: each('tram beds art bus'),
  },
  'rows among objects': {
    list: [...all('tram beds art'), ...rows('bus labs')],
    named: each('tram beds art bus labs'),
  },
  'a row among objects, its cells in another order': {
    list: [...all('tram beds art'), ['On bus', 'bus']],
    named: each('tram beds art bus'),
  },
  'one row beside objects': {
    list: { datasets: all('tram beds art'), archive: rows('bus') },
    named: each('tram beds art bus'),
  },
  'a header that is repeated': {
    list: [HEADER, ...rows('tram beds art'), HEADER, ...rows('bus metro')],
    named: each('tram beds art bus metro'),
  },
  'a header of one cell': { list: [['code'], ...rows('tram beds art')], named: each('tram beds art') },
  'a title above the header': {
    list: [['All datasets of 2026'], HEADER, ...rows('tram beds art')],
    named: each('tram beds art'),
  },
  'a title with empty cells above the header': {
    list: [['All datasets of 2026', ''], HEADER, ...rows('tram beds art')],
    named: each('tram beds art'),
  },
  'a total in the last row': {
    list: [[...HEADER, 'size'], ...rows('tram beds art').map((row) => [...row, 3]), ['Total', '', 9]],
    named: each('tram beds art'),
  },
  'a row with the name of their category above some rows': {
    list: [HEADER, ['Transport'], ...rows('tram bus'), ['Health'], ...rows('beds')],
    named: NAMED_THREE,
  },
  'rows that lack the cell of their group': {
    list: [
      ['category', ...HEADER],
      ['Transport', 'bus', 'On bus'],
      ['tram', 'On tram'],
      ['Health', 'beds', 'On beds'],
    ],
    named: { ...on('bus', 'Transport'), ...on('tram'), ...on('beds', 'Health') },
  },
  'titles of one word, without a header': {
    list: [
      ['tram', 'Trams'],
      ['beds', 'Beds'],
      ['art', 'Art'],
    ],
    named: { tram: ['Trams'], beds: ['Beds'], art: ['Art'] },
  },
  'a shorter column beside those of codes and titles': {
    list: { code: ['tram', 'beds', 'art'], title: ['On tram', 'On beds', 'On art'], notes: ['new'] },
    named: each('tram beds art'),
  },
  'columns of different lengths': {
    list: { code: ['tram', 'beds', 'art'], title: ['On tram', 'On beds'] },
    named: untitled('tram beds art'),
  },
})

test('all codes of long lists in a list are found, in the next run too', async () => {
  const first = Array.from({ length: 40 }, (_, n) => `d${n}`)
  const one = { list: [first, ['bus', 'tram']], named: untitled(['bus', 'tram', ...first].join(' ')) }
  const codes = Object.keys(one.named).toSorted()
  assert.deepEqual(Object.keys((await read(one)).found).toSorted(), codes)
  assert.deepEqual(Object.keys((await read(one, codes)).found).toSorted(), codes)
})

test('a code in the first of rows without a header is not lost while the origin fails', async () => {
  const one = { list: rows('bus tram beds'), named: each('bus tram beds') }
  const { found } = await read({ ...one, absent: ['bus'] }, ['bus', 'tram', 'beds'])
  assert.deepEqual(Object.keys(found).toSorted(), ['beds', 'bus', 'tram'])
})
