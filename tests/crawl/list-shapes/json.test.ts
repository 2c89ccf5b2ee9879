import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  all,
  CATEGORIES,
  d,
  each,
  type Groups,
  group,
  linkTo,
  NAMED_LINKS,
  NAMED_THREE,
  NAMED_TWO,
  on,
  parts,
  read,
  SEVEN,
  TWO,
  testGroups,
  testShapes,
  titles,
  untitled,
} from '../../support/list-shapes.ts'

const filesOf = (code: string) =>
  ['json', 'xml'].map((type) => ({ mediaType: type, downloadURL: `${linkTo(code)}?type=${type}` }))

const THREE_ROWS = [
  ['bus', 'On bus', 'c1'],
  ['tram', 'On tram', 'c1'],
  ['beds', 'On beds', 'c2'],
] as const

const HAL = {
  _embedded: {
    datasets: Object.entries(NAMED_THREE).map(([code, [title, category]]) => ({
      title,
      _links: {
        self: { href: `/datasets/${code}` },
        data: { href: linkTo(code) },
        category: { href: `/categories/${category}` },
      },
    })),
  },
}

test('links of a dataset that lead to other things are no entries of the list', async () => {
  const { list } = await read({ list: HAL, named: NAMED_THREE })
  assert.equal(list.records.length, 3)
})

testShapes({
  'codes only in the addresses of the files of each dataset': {
    list: {
      dataset: Object.entries(NAMED_THREE).map(([code, [title, theme]]) => ({
        title,
        theme: [theme],
        distribution: filesOf(code),
      })),
    },
    named: NAMED_THREE,
  },
  'codes only in a link of each dataset, in groups': {
    list: ['Transport', 'Health'].map((title, at) => ({
      title,
      datasets: ['bus tram', 'clinics beds'][at]
        ?.split(' ')
        .map((code) => ({ title: `On ${code}`, link: { rel: 'data', href: linkTo(code) } })),
    })),
    named: NAMED_TWO,
  },
  'groups of one dataset with a link': {
    list: Object.entries({ bus: 'Transport', clinics: 'Health' }).map(([code, title]) => ({
      title,
      datasets: [{ title: `On ${code}`, href: linkTo(code) }],
    })),
    named: { ...on('bus', 'Transport'), ...on('clinics', 'Health') },
  },
  'attributes of elements, as converters from xml write them': {
    list: {
      '@attributes': { version: '1.0', lang: 'en' },
      dataset: Object.entries(NAMED_THREE).map(([code, [title, category]]) => ({
        '@attributes': { code, category },
        title,
        files: { file: [{ '@attributes': { code: 'csv' } }, { '@attributes': { code: 'json' } }] },
      })),
    },
    named: NAMED_THREE,
  },
  'resources of JSON:API': {
    list: {
      data: [
        ['bus', 'c1'],
        ['tram', 'c1'],
        ['beds', 'c2'],
      ].map(([id = '', category]) => ({
        type: 'dataset',
        id,
        attributes: { title: `On ${id}` },
        relationships: { category: { data: { type: 'category', id: category } } },
      })),
    },
    named: NAMED_THREE,
  },
  'resources of JSON:API with the codes among their attributes': {
    list: {
      jsonapi: { version: '1.0', meta: { links: { self: { href: 'http://jsonapi.org/format/1.0/' } } } },
      data: Object.entries(NAMED_THREE).map(([code, [title, category]], at) => ({
        type: 'node--dataset',
        links: { self: { href: `/jsonapi/node/dataset/3c1f-${at}` } },
        id: `3c1f-${at}`,
        attributes: { field_code: code, title },
        relationships: { field_topic: { data: { type: 'term', id: category } } },
      })),
    },
    named: NAMED_THREE,
  },
  'resources of HAL with links to more than their data': { list: HAL, named: NAMED_THREE },
  'results of SPARQL': {
    list: {
      head: { vars: ['id', 'title', 'category'] },
      results: {
        bindings: [
          ['bus', 'c1'],
          ['tram', 'c1'],
          ['beds', 'c2'],
        ].map(([id = '', category]) => ({
          id: { type: 'literal', value: id },
          title: { type: 'literal', 'xml:lang': 'en', value: `On ${id}` },
          category: { type: 'uri', value: category },
        })),
      },
    },
    named: NAMED_THREE,
  },
  'a table of Google Visualization': {
    list: {
      version: '0.6',
      status: 'ok',
      table: {
        cols: ['code', 'title', 'category'].map((label, at) => ({ id: 'ABC'[at], label, type: 'string' })),
        rows: THREE_ROWS.map((cells) => ({
          c: cells.map((v, at) => (at === 1 ? { v, f: `${v}!` } : { v })),
        })),
      },
    },
    named: NAMED_THREE,
  },
  'rows of BigQuery': {
    list: {
      schema: { fields: ['code', 'title', 'category'].map((name) => ({ name, type: 'STRING' })) },
      rows: THREE_ROWS.map((cells) => ({ f: cells.map((v) => ({ v })) })),
      totalRows: '3',
    },
    named: NAMED_THREE,
  },
  'rows of values with their kind': {
    list: THREE_ROWS.map((cells) => cells.map((value) => ({ type: 'string', value }))),
    named: NAMED_THREE,
  },
  'lists of codes, each in an object of its own': {
    list: [{ datasets: ['bus', 'tram'] }, { datasets: ['beds', 'art'] }],
    named: untitled('bus tram beds art'),
  },
  'a graph with the catalogue, a publisher and files among its datasets': {
    list: {
      '@context': {},
      '@graph': [
        {
          '@id': '_:all',
          '@type': 'dcat:Catalog',
          'dct:title': 'All data',
          'dcat:dataset': THREE_ROWS.map(([id]) => ({ '@id': linkTo(id) })),
        },
        { '@id': 'o1', '@type': 'foaf:Agent', 'foaf:name': 'City council' },
        ...THREE_ROWS.flatMap(([id, title, theme]) => [
          {
            '@id': linkTo(id),
            '@type': ['dcat:Dataset'],
            'dct:title': title,
            'dcat:theme': { '@id': theme },
            'dct:publisher': { '@id': 'o1' },
          },
          { '@id': `${linkTo(id)}json/`, '@type': 'dcat:Distribution', 'dct:title': `${title}, as a file` },
        ]),
      ],
    },
    named: { ...each('bus tram', 'Transport', 'City council'), ...on('beds', 'Health', 'City council') },
  },
  'a catalogue of schema.org': {
    list: {
      '@context': 'https://schema.org',
      '@type': 'DataCatalog',
      name: 'All data',
      dataset: THREE_ROWS.map(([identifier, name, about]) => ({
        '@type': 'Dataset',
        identifier,
        name,
        about,
      })),
    },
    named: NAMED_THREE,
  },
  'titles of JSON-LD, of which one has no language': {
    list: {
      '@graph': ['bus', 'tram', 'beds'].map((id, at) => ({
        '@id': `ex:${id}`,
        'dct:identifier': id,
        'dct:title': at === 0 ? `On ${id}` : { '@language': 'en', '@value': `On ${id}` },
        'dcat:theme': { '@id': at < 2 ? 'c1' : 'c2' },
      })),
    },
    named: NAMED_THREE,
  },
  'datasets as lists of names and values': {
    list: [
      ['bus', 'c1'],
      ['tram', 'c1'],
      ['beds', 'c2'],
    ].map(([id = '', category]) => ({
      properties: Object.entries({ code: id, title: `On ${id}`, category }).map(([name, value]) => ({
        name,
        value,
      })),
    })),
    named: NAMED_THREE,
  },
  'categories as names and values, which differ between datasets': {
    list: [
      d('bus', { category: [{ key: 'c1', value: 'Transport' }] }),
      d('beds', {
        category: [
          { key: 'c2', value: 'Health' },
          { key: 'c1', value: 'Transport' },
        ],
      }),
      d('art', {
        category: [
          { key: 'c3', value: 'Culture' },
          { key: 'c2', value: 'Health' },
        ],
      }),
    ],
    named: {
      ...on('bus', 'Transport'),
      ...on('beds', 'Health', 'Transport'),
      ...on('art', 'Culture', 'Health'),
    },
  },
  'several categories in one text': {
    list: [
      d('bus', { category: 'c1, c2' }),
      d('tram', { category: 'c1' }),
      d('beds', { category: 'c2;c3' }),
      d('art', { category: 'c3, more' }),
    ],
    named: {
      ...on('bus', 'Transport', 'Health'),
      ...on('tram', 'Transport'),
      ...on('beds', 'Health', 'Culture'),
      ...on('art'),
    },
  },
  'a dataset beside a group': { list: [d('parks'), ...TWO], named: { ...on('parks'), ...NAMED_TWO } },
  'datasets beside a group': {
    list: [...all('parks zoos ponds'), TWO[0]],
    named: { ...each('parks zoos ponds'), ...each('bus tram', 'Transport') },
  },
  'a dataset after groups': { list: [...TWO, d('parks')], named: { ...NAMED_TWO, ...on('parks') } },
  'a dataset beside a group with another name for the code': {
    list: [
      ...all('parks zoos'),
      {
        title: 'Transport',
        datasets: [
          { id: 'bus', title: 'On bus' },
          { id: 'tram', title: 'On tram' },
        ],
      },
    ],
    named: { ...each('parks zoos'), ...each('bus tram', 'Transport') },
  },
  'a group of one that is an object': {
    list: [TWO[0], { title: 'Health', datasets: d('clinics') }],
    named: { ...each('bus tram', 'Transport'), ...on('clinics', 'Health') },
  },
  'groups with codes beside datasets': {
    list: [d('parks'), d('zoos'), { code: 'g1', title: 'Transport', datasets: all('bus tram') }],
    named: { ...each('parks zoos'), ...each('bus tram', 'Transport') },
  },
  'groups with codes': {
    list: [
      { code: 'g1', title: 'Transport', datasets: all('bus tram') },
      { code: 'g2', title: 'Health', datasets: all('clinics beds') },
    ],
    named: NAMED_TWO,
  },
  'groups with the codes of datasets': {
    list: [
      { code: 'bus', title: 'Transport', datasets: all('bus tram') },
      { code: 'clinics', title: 'Health', datasets: all('clinics beds') },
    ],
    named: NAMED_TWO,
  },
  'datasets with datasets in them': {
    list: [d('bus', { datasets: all('night-bus school-bus') }), d('tram'), d('parks')],
    named: { ...on('bus'), ...each('night-bus school-bus'), ...each('tram parks') },
  },
  'datasets with files beside groups with codes of datasets with files': {
    list: [
      {
        code: 'g1',
        title: 'Transport',
        datasets: all('bus tram').map((one) => ({ ...one, files: parts(one.code) })),
      },
      ...all('parks zoos').map((one) => ({ ...one, files: parts(one.code) })),
      {
        code: 'g2',
        title: 'Health',
        datasets: all('clinics').map((one) => ({ ...one, files: parts(one.code) })),
      },
    ],
    named: { ...each('bus tram', 'Transport'), ...each('parks zoos'), ...on('clinics', 'Health') },
  },
  'keys of groups, and a dataset in two of them': {
    list: { Transport: all('bus tram'), Health: all('beds bus') },
    named: { ...on('bus', 'Transport', 'Health'), ...on('tram', 'Transport'), ...on('beds', 'Health') },
  },
  'keys of groups, and every dataset in the first of them': {
    list: { Transport: all('bus tram'), Health: all('bus') },
    named: { ...on('bus', 'Transport', 'Health'), ...on('tram', 'Transport') },
  },
  'one group with a title': { list: [group('Transport', 'bus tram')], named: each('bus tram', 'Transport') },
  'datasets that are each in most groups': {
    list: CATEGORIES.map(({ title }) => ({ title, datasets: all('bus tram') })),
    named: each('bus tram', 'Transport', 'Health', 'Culture'),
  },
  'two levels': {
    list: [
      { title: '2024', categories: TWO },
      {
        title: '2025',
        categories: [group('Health', 'labs'), { title: 'Culture', datasets: [] }],
      },
    ],
    named: { ...NAMED_TWO, ...each('labs', 'Health') },
  },
  'mixed depth': {
    list: [
      ...TWO,
      { title: 'Culture', groups: [group('Museums', 'art')], datasets: all('films') },
      d('parks'),
    ],
    named: { ...NAMED_TWO, ...each('art films', 'Culture'), ...on('parks') },
  },
  'a tree of equal nodes': {
    list: [
      {
        code: 'g1',
        title: 'Transport',
        children: [d('bus'), d('tram'), { code: 'g3', title: 'Rail', children: all('metro trains') }],
      },
      { code: 'g2', title: 'Health', children: all('clinics beds') },
    ],
    named: { ...each('bus tram metro trains', 'Transport'), ...each('clinics beds', 'Health') },
  },
  'a tree of equal nodes, all with a list': {
    list: [
      { code: 'g1', title: 'Transport', children: all('bus tram').map((one) => ({ ...one, children: [] })) },
      { code: 'g2', title: 'Health', children: all('clinics beds').map((one) => ({ ...one, children: [] })) },
    ],
    named: NAMED_TWO,
  },
  'groups with empty lists': {
    list: [{ title: 'Culture', datasets: [] }, ...TWO, { title: 'Sports', datasets: null }],
    named: NAMED_TWO,
  },
  'empty groups beside datasets': {
    list: [...all('parks zoos ponds'), { title: 'Culture', datasets: [] }, TWO[0]],
    named: { ...each('parks zoos ponds'), ...each('bus tram', 'Transport') },
  },
  'groups of one each': {
    list: [group('Transport', 'bus'), group('Health', 'beds')],
    named: { ...on('bus', 'Transport'), ...on('beds', 'Health') },
  },
  'a dataset in several groups': {
    list: [...TWO, { title: 'Culture', datasets: [d('bus'), d('beds'), d('art')] }],
    named: {
      ...on('bus', 'Transport', 'Culture'),
      ...on('tram', 'Transport'),
      ...on('clinics', 'Health'),
      ...on('beds', 'Health', 'Culture'),
      ...on('art', 'Culture'),
    },
  },
  'a dataset with another title in another group': {
    list: [...TWO, { title: 'Culture', datasets: [{ code: 'bus', title: 'Buses' }, d('art')] }],
    named: { ...NAMED_TWO, ...on('bus', 'Transport', 'Culture'), ...on('art', 'Culture') },
  },
  'groups by publisher': {
    list: [
      { name: 'City council', items: all('bus tram') },
      { name: 'Ministry', items: all('clinics beds') },
    ],
    named: { ...each('bus tram', 'City council'), ...each('clinics beds', 'Ministry') },
  },
  'groups by category and by publisher': {
    list: {
      byCategory: TWO,
      byPublisher: [group('City council', 'bus clinics'), group('Ministry', 'tram beds')],
    },
    named: {
      ...on('bus', 'Transport', 'City council'),
      ...on('tram', 'Transport', 'Ministry'),
      ...on('clinics', 'Health', 'City council'),
      ...on('beds', 'Health', 'Ministry'),
    },
  },
  'groups by letter': {
    list: { B: all('bus beds'), C: all('clinics'), T: all('tram taxis') },
    named: each('bus beds clinics tram taxis'),
  },
  'groups by year and category as keys': {
    list: {
      2024: { Transport: all('bus tram'), Health: all('clinics') },
      2025: { Transport: all('taxis'), Health: all('beds') },
    },
    named: { ...each('bus tram taxis', 'Transport'), ...each('clinics beds', 'Health') },
  },
  'objects by key in groups': {
    list: { Transport: { k1: d('bus'), k2: d('tram') }, Health: { k1: d('clinics'), k2: d('beds') } },
    named: NAMED_TWO,
  },
  'one key of a category': { list: { Transport: all('bus tram') }, named: each('bus tram', 'Transport') },
  'the key of the only category in an object': {
    list: { total: 2, datasets: { c1: all('bus tram') } },
    named: each('bus tram', 'Transport'),
  },
  'titles by code in one category': {
    list: { Transport: titles('bus tram') },
    named: each('bus tram', 'Transport'),
  },
  'a publisher beside all datasets': {
    list: { owner: 'Ministry', version: 'o1', datasets: all('bus tram') },
    named: each('bus tram', 'Ministry'),
  },
  'a publisher beside all groups': {
    list: { owner: { id: 'o2' }, groups: TWO },
    named: {
      ...each('bus tram', 'Transport', 'Ministry'),
      ...each('clinics beds', 'Health', 'Ministry'),
    },
  },
  'an unknown owner, and a wrapper of any list': {
    list: { owner: 'Someone', status: 'ok', results: all('bus tram') },
    named: each('bus tram'),
  },
  'titles by code by category': {
    list: { Transport: titles('bus tram taxis'), Health: titles('clinics beds bus') },
    named: {
      ...on('bus', 'Transport', 'Health'),
      ...each('tram taxis', 'Transport'),
      ...each('clinics beds', 'Health'),
    },
  },
  'titles by code by category, all in both': {
    list: { Transport: titles('bus tram'), Health: titles('tram bus') },
    named: each('bus tram', 'Transport', 'Health'),
  },
  'titles by code by the key of a category': {
    list: { datasets: { c1: titles('bus tram'), c2: titles('bus beds') } },
    named: { ...on('bus', 'Transport', 'Health'), ...on('tram', 'Transport'), ...on('beds', 'Health') },
  },
  'titles by code by letter': {
    list: { B: titles('bus beds'), T: titles('tram beds') },
    named: each('bus beds tram'),
  },
  'datasets by code of which all have the same fields': {
    list: { bus: { title: 'On bus', form: 'csv' }, tram: { title: 'On tram', form: 'csv' } },
    named: each('bus tram'),
  },
  'plain codes in groups': {
    list: [
      { title: 'Transport', datasets: ['bus', 'tram'] },
      { title: 'Health', datasets: ['clinics', 'beds'] },
    ],
    named: {
      bus: ['bus', 'Transport'],
      tram: ['tram', 'Transport'],
      clinics: ['clinics', 'Health'],
      beds: ['beds', 'Health'],
    },
  },
  'plain codes in groups beside keywords': {
    list: [
      { title: 'Transport', keywords: ['road', 'rail'], datasets: ['bus', 'tram'] },
      { title: 'Health', keywords: ['care'], datasets: ['clinics', 'beds'] },
    ],
    named: {
      bus: ['bus', 'Transport'],
      tram: ['tram', 'Transport'],
      clinics: ['clinics', 'Health'],
      beds: ['beds', 'Health'],
    },
  },
  'parts with codes': {
    list: all('bus tram beds').map((one) => ({ ...one, files: parts(one.code) })),
    named: each('bus tram beds'),
  },
  'parts with codes, in groups': {
    list: TWO.map((group) => ({
      ...group,
      datasets: group.datasets.map((one) => ({ ...one, files: parts(one.code) })),
    })),
    named: NAMED_TWO,
  },
  'parts with the numbers of datasets': {
    list: [1, 2, 3, 4].map((n) => ({
      code: n,
      title: `On ${n}`,
      files: [1, 2, 3, 4, 5, 6, 7].map((code) => ({ code, title: 'File' })),
    })),
    named: each('1 2 3 4'),
  },
  'parts of some datasets only': {
    list: [d('bus', { files: parts('bus') }), d('tram', { files: [] }), d('beds')],
    named: each('bus tram beds'),
  },
  'groups of links': {
    list: [
      { title: 'Transport', datasets: [linkTo('bus'), linkTo('tram')] },
      { title: 'Health', datasets: [linkTo('beds')] },
    ],
    named: NAMED_LINKS,
  },
  'objects with links in groups': {
    list: [
      { title: 'Transport', datasets: [{ url: linkTo('bus') }, { url: linkTo('tram') }] },
      { title: 'Health', datasets: [{ url: linkTo('beds') }] },
    ],
    named: NAMED_LINKS,
  },
  'links to datasets and to related ones': {
    list: [
      { title: 'On bus', link: linkTo('bus'), related: [linkTo('tram'), linkTo('beds')] },
      { title: 'On tram', link: linkTo('tram'), related: [linkTo('bus')] },
      { title: 'On beds', link: linkTo('beds'), related: [] },
    ],
    named: each('bus tram beds'),
  },
  'numbers of groups that are codes of datasets': {
    list: [
      { code: 1, title: 'Transport', datasets: all('1 2 3 4') },
      { code: 2, title: 'Health', datasets: all('5 6 7') },
      { code: 3, title: 'Culture', datasets: all('8 9') },
    ],
    named: { ...each('1 2 3 4', 'Transport'), ...each('5 6 7', 'Health'), ...each('8 9', 'Culture') },
  },
  'categories beside datasets with the same fields': {
    list: {
      datasets: [
        { id: 'bus', title: 'On bus' },
        { id: 'beds', title: 'On beds' },
      ],
      categories: CATEGORIES,
    },
    named: each('bus beds'),
  },
  'entries without a code in groups': {
    list: [
      {
        title: 'Transport',
        datasets: [...all('bus tram metro taxis ferries trains bikes'), { title: 'Roads' }],
      },
      group('Health', 'clinics beds'),
    ],
    named: { ...NAMED_TWO, ...each('metro taxis ferries trains bikes', 'Transport') },
    unnamed: 1,
  },
  'a dataset that the origin lacks beside a group': {
    list: [...all('parks zoos lost'), TWO[0]],
    named: { ...each('parks zoos lost'), ...each('bus tram', 'Transport') },
    absent: ['lost'],
  },
  'a dataset in a group that the origin lacks': {
    list: [TWO[0], group('Health', 'clinics lost')],
    named: { ...each('bus tram', 'Transport'), ...each('clinics lost', 'Health') },
    absent: ['lost'],
  },
  'a group as a key of which the origin has nothing': {
    list: { Transport: all('bus tram'), Health: all('lost gone') },
    named: { ...each('bus tram', 'Transport'), ...each('lost gone', 'Health') },
    absent: ['lost', 'gone'],
  },
  'a total in one group': {
    list: [TWO[0], { title: 'Health', total: 9, datasets: all('clinics beds') }],
    named: NAMED_TWO,
    isPaged: true,
  },
  'a next page of one group': {
    list: [TWO[0], { title: 'Health', next: '/page/2', datasets: all('clinics beds') }],
    named: NAMED_TWO,
    isPaged: true,
  },
  'a total of one group in an object beside its datasets': {
    list: [TWO[0], { title: 'Health', meta: { total: 9 }, datasets: all('clinics beds') }],
    named: NAMED_TWO,
    isPaged: true,
  },
  'counts of groups': { list: TWO.map((group) => ({ count: 2, next: null, ...group })), named: NAMED_TWO },
  'a count of all datasets': { list: { count: 4, results: TWO }, named: NAMED_TWO },
  'a count of groups': { list: { count: 2, results: TWO }, named: NAMED_TWO },
  'a count of more groups': { list: { count: 3, results: TWO }, named: NAMED_TWO, isPaged: true },
  'a count of more datasets': { list: { count: 5, results: TWO }, named: NAMED_TWO, isPaged: true },
  'a count beside keys': {
    list: { total: 4, Transport: all('bus tram'), Health: all('clinics beds') },
    named: NAMED_TWO,
  },
  'a larger count beside keys': {
    list: { total: 7, Transport: all('bus tram'), Health: all('clinics beds') },
    named: NAMED_TWO,
    isPaged: true,
  },
  'counts that datasets have': {
    list: TWO.map((group) => ({ ...group, datasets: group.datasets.map((one) => ({ ...one, total: 500 })) })),
    named: NAMED_TWO,
  },
  'a graph of JSON-LD': {
    list: {
      '@context': {},
      '@graph': [
        ['bus', 'c1'],
        ['tram', 'c1'],
        ['beds', 'c2'],
      ].map(([c, k]) => ({
        '@id': linkTo(c as string),
        '@type': 'dcat:Dataset',
        'dct:title': { '@language': 'en', '@value': `On ${c}` },
        'dcat:theme': [{ '@id': k }],
      })),
    },
    named: NAMED_THREE,
  },
  'resources of a data package': {
    list: {
      name: 'all',
      resources: [
        ['bus', 'c1'],
        ['tram', 'c1'],
        ['beds', 'c2'],
      ].map(([c, k]) => ({ name: c, title: `On ${c}`, category: k, path: `data/${c}.csv` })),
    },
    named: NAMED_THREE,
  },
  'packages of CKAN with groups': {
    list: {
      success: true,
      result: {
        count: 3,
        results: [
          ['bus', 'c1'],
          ['tram', 'c1'],
          ['beds', 'c2'],
        ].map(([c, k]) => ({
          id: `uuid-${c}`,
          name: c,
          title: `On ${c}`,
          groups: [{ id: k, display_name: 'x' }],
          organization: { id: 'o1', title: 'City council' },
          resources: parts(c as string),
        })),
      },
    },
    named: { ...each('bus tram', 'Transport', 'City council'), ...each('beds', 'Health', 'City council') },
  },
  'a tree of groups and datasets in lists of one name': {
    list: {
      name: 'root',
      children: [
        { name: 'Transport', children: all('bus tram') },
        { name: 'Health', children: [{ name: 'Hospitals', children: all('beds') }] },
      ],
    },
    named: NAMED_THREE,
  },
  'codes by category, as many in each, of which the origin lacks one': {
    list: { Transport: ['bus', 'tram'], Health: ['lost', 'gone'] },
    named: {
      bus: ['bus', 'Transport'],
      tram: ['tram', 'Transport'],
      lost: ['lost', 'Health'],
      gone: ['gone', 'Health'],
    },
    absent: ['lost', 'gone'],
  },
  'codes by letter, as many in each': {
    list: { b: ['bus', 'beds'], t: ['tram', 'taxis'] },
    named: { bus: ['bus'], beds: ['beds'], tram: ['tram'], taxis: ['taxis'] },
  },
  'codes by title': { list: { 'On bus': 'bus', 'On tram': 'tram' }, named: each('bus tram') },
  'codes by title, more than are asked for': {
    list: { total: 7, ...Object.fromEntries(SEVEN.split(' ').map((code) => [`On ${code}`, code])) },
    named: each(SEVEN),
  },
  'codes by title with a next page': {
    list: { next: '/api/v1/list_datasets/?page=2', 'On bus': 'bus', 'On tram': 'tram', 'On beds': 'beds' },
    named: each('bus tram beds'),
    isPaged: true,
  },
  'categories by code with more pages': {
    list: { hasMore: true, bus: 'Transport', tram: 'Transport', beds: 'Health' },
    named: NAMED_LINKS,
    isPaged: true,
  },
  'codes by title in an object beside a larger total': {
    list: { total: 70, datasets: { 'On bus': 'bus', 'On tram': 'tram' } },
    named: each('bus tram'),
    isPaged: true,
  },
  'titles by code in an object beside a larger total': {
    list: { total: 70, datasets: titles('bus tram') },
    named: each('bus tram'),
    isPaged: true,
  },
  'codes by title by category': {
    list: {
      Transport: { 'On bus': 'bus', 'On tram': 'tram' },
      Health: { 'On beds': 'beds', 'On bus': 'bus' },
    },
    named: { ...NAMED_THREE, ...on('bus', 'Transport', 'Health') },
  },
  'links by title by category': {
    list: {
      Transport: { 'On bus': linkTo('bus'), 'On tram': linkTo('tram') },
      Health: { 'On beds': linkTo('beds') },
    },
    named: NAMED_THREE,
  },
  'categories by code': {
    list: { total: 3, data: { bus: 'Transport', tram: 'Transport', beds: 'Health' } },
    named: NAMED_LINKS,
  },
  'lists of a category by code, more than fields are tried': {
    list: Object.fromEntries('bus tram beds art films labs'.split(' ').map((code) => [code, ['Culture']])),
    named: Object.fromEntries(
      'bus tram beds art films labs'.split(' ').map((code) => [code, [code, 'Culture']]),
    ),
  },
  'lists of categories by code': {
    list: { bus: ['Transport'], tram: ['Transport', 'Culture'], beds: ['Health'] },
    named: { bus: ['bus', 'Transport'], tram: ['tram', 'Transport', 'Culture'], beds: ['beds', 'Health'] },
  },
})

testShapes({
  'titles by code beside objects': {
    list: { datasets: all('tram beds art'), archive: titles('bus') },
    named: each('tram beds art bus'),
  },
  'several titles by code beside objects': {
    list: { datasets: all('tram beds art'), archive: titles('bus metro labs') },
    named: each('tram beds art bus metro labs'),
  },
  'titles of one word by code beside objects': {
    list: { datasets: all('tram beds art'), archive: { bus: 'Buses' } },
    named: { ...each('tram beds art'), bus: ['Buses'] },
  },
  'objects by code beside objects': {
    list: {
      datasets: all('tram beds art'),
      archive: { bus: { title: 'On bus' }, metro: { title: 'On metro' } },
    },
    named: each('tram beds art bus metro'),
  },
  'one object by its code beside objects': {
    list: { datasets: all('tram beds art'), archive: { bus: { title: 'On bus' } } },
    named: each('tram beds art bus'),
  },
  'titles by code in a category beside objects': {
    list: { datasets: all('tram beds art'), Transport: titles('bus') },
    named: { ...each('tram beds art'), ...on('bus', 'Transport') },
  },
  'codes by title beside objects': {
    list: { datasets: all('tram beds art'), archive: { 'On bus': 'bus' } },
    named: each('tram beds art bus'),
  },
  'a single code beside objects': {
    list: { datasets: all('tram beds art'), featured: 'bus', version: '1.0', status: 'ok' },
    named: { ...each('tram beds art'), ...untitled('bus') },
  },
  'a single code in an object with other texts beside objects': {
    list: {
      datasets: all('tram beds art'),
      title: 'Our data',
      meta: { featured: 'bus', note: 'A few words' },
    },
    named: { ...each('tram beds art'), ...untitled('bus') },
  },
  'a single code of a listed dataset beside objects': {
    list: { datasets: all('tram beds art'), featured: 'beds' },
    named: each('tram beds art'),
  },
  'an object with another name for the code beside objects': {
    list: { datasets: all('tram beds art'), archive: { id: 'bus', name: 'On bus' } },
    named: each('tram beds art bus'),
  },
  'objects of one title by code each': {
    list: [{ tram: 'On tram' }, { beds: 'On beds' }, { art: 'On art' }],
    named: each('tram beds art'),
  },
  'a version before the datasets': {
    list: [{ version: '1', generated: '2026-01-01' }, ...all('tram beds art')],
    named: each('tram beds art'),
  },
  'a total after the datasets': {
    list: [...all('tram beds art'), { total: 3 }],
    named: each('tram beds art'),
  },
  'a code among objects': {
    list: [...all('tram beds art'), 'bus'],
    named: { ...each('tram beds art'), ...untitled('bus') },
  },
  'codes in one text': {
    list: [
      { category: 'c1', datasets: 'tram,bus' },
      { category: 'c2', datasets: 'beds; labs' },
    ],
    named: {
      tram: ['tram', 'Transport'],
      bus: ['bus', 'Transport'],
      beds: ['beds', 'Health'],
      labs: ['labs', 'Health'],
    },
  },
  'codes in one text beside objects': {
    list: { datasets: all('tram bus beds'), archive: 'art, labs' },
    named: { ...each('tram bus beds'), ...untitled('art labs') },
  },
  'two codes in the text of one dataset': {
    list: [{ code: 'tram,bus', title: 'Lines' }, ...all('beds labs art')],
    named: { ...each('beds labs art'), tram: ['Lines'], bus: ['Lines'] },
  },
})

const inKeys = (groups: Groups, make: (codes: readonly string[]) => unknown) =>
  Object.fromEntries(groups.map(([title, codes]) => [title, make(codes)]))
const listed = (codes: readonly string[]) => codes.map((code) => d(code))

testGroups({
  'lists by key': (groups) => inKeys(groups, listed),
  'lists by key in an object': (groups) => ({ datasets: inKeys(groups, listed) }),
  'lists by key beside a count': (groups) => ({
    total: new Set(groups.flatMap(([, codes]) => codes)).size,
    ...inKeys(groups, listed),
  }),
  'titles by code by key': (groups) =>
    inKeys(groups, (codes) => Object.fromEntries(codes.map((code) => [code, `On ${code}`]))),
  'objects by key': (groups) =>
    inKeys(groups, (codes) => Object.fromEntries(codes.map((code) => [code, d(code)]))),
  'groups with a title': (groups) => groups.map(([title, codes]) => ({ title, datasets: listed(codes) })),
})

test('a list of 5,000 datasets in groups names all of them', async () => {
  const codes = Array.from({ length: 5_000 }, (_, n) => `d${n}`)
  const groups = Array.from({ length: 100 }, (_, group) => ({
    title: `Group ${group}`,
    datasets: codes.filter((_code, n) => n % 100 === group).map((code) => d(code)),
  }))
  const { found } = await read({ list: groups, named: each(codes.join(' ')) })
  assert.equal(Object.keys(found).length, codes.length)
})

test('parts of datasets that look different are not requested for', async () => {
  const list = all('bus tram beds').map((one) => ({
    ...one,
    updated: '2026-01-01',
    owner: 'City',
    files: parts(one.code),
  }))
  const { requested } = await read({ list, named: each('bus tram beds') }, ['bus', 'tram', 'beds'])
  assert.deepEqual(requested, [])
})

test('the fields of a group do not multiply with the entries in it', async () => {
  const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`field${n}`, n]))
  const { list } = await read({
    list: [{ ...fields, datasets: all('bus tram beds') }],
    named: each('bus tram beds'),
  })
  const most = Math.max(...list.records.map((record) => record.fields.size))
  assert.ok(most < 40, `${most} fields`)
})

test('the keys that titles by code lie under are not reported as datasets', async () => {
  const list = { B: titles('bus beds'), T: titles('tram beds') }
  const { problems } = await read({ list, named: each('bus beds tram') })
  assert.deepEqual(problems, [])
})

test('entries outside of the datasets that do not answer are a warning', async () => {
  const list = {
    datasets: all('bus tram beds').map((one) => ({ ...one, updated: '2026-01-01' })),
    topics: all('t1 t2'),
  }
  const { found, problems } = await read({ list, named: each('bus tram beds') })
  assert.deepEqual(Object.keys(found), ['bus', 'tram', 'beds'])
  assert.deepEqual(
    problems.map(({ severity, code }) => [severity, code]),
    [['warning', 'unmatched-list']],
  )
})

test('an object that every entry has beside its own, with a code in the same field, is no entry', async () => {
  const results = all('bus tram beds art').map((resource) => ({
    resource,
    owner: { code: 'u1', at: 'City' },
  }))
  const { found, problems } = await read({
    list: { results, timings: [5, 1] },
    named: each('bus tram beds art'),
  })
  assert.deepEqual(Object.keys(found), ['bus', 'tram', 'beds', 'art'])
  assert.deepEqual(problems, [])
})

const REGIONS = ['North', 'South', 'West']

test('the datasets that each region has under the same names are all found', async () => {
  const codesOf = (region: string) => ['schools', 'clinics', 'parks'].map((kind) => `${region}-${kind}`)
  const list = REGIONS.map((region) => {
    const [schools = '', clinics = '', parks = ''] = codesOf(region)
    return {
      region,
      office: { at: 'Main street' },
      schools: d(schools),
      clinics: d(clinics),
      parks: d(parks),
    }
  })
  const named = each(REGIONS.flatMap(codesOf).join(' '))
  const { found, problems } = await read({ list, named })
  assert.deepEqual(new Set(Object.keys(found)), new Set(Object.keys(named)))
  assert.deepEqual(problems, [])
})

test('an owner beside the datasets of each group is no dataset', async () => {
  const codes = ['bus tram', 'beds labs', 'art films']
  const owner = { id: 'u1', name: 'City' }
  const named = each(codes.join(' '))
  for (const isNested of [true, false]) {
    const list = REGIONS.map((title, at) => {
      const datasets = Object.fromEntries(
        Object.entries(each(codes[at] ?? '')).map(([code, [title]]) => [code, { title }]),
      )
      return { title, owner, ...(isNested ? { datasets } : datasets) }
    })
    const { found, problems } = await read({ list, named })
    assert.deepEqual(Object.keys(found), Object.keys(named))
    assert.deepEqual(problems, [])
  }
})
