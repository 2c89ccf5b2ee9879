import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildCatalogue, type NamedList, nameLists, readLists } from '../../src/lib/catalogue/index.ts'
import { discoverCodes } from '../../src/lib/crawl/discover.ts'
import { type Format, parseDatasetCode } from '../../src/lib/interface/index.ts'
import fc from '../support/fast-check.ts'

/** What a list names: each dataset with its title and the titles of its categories and publishers. */
type Named = Readonly<Record<string, readonly [title: string, ...groups: string[]]>>

interface Case {
  readonly list: unknown
  readonly named: Named
  /** Codes that the origin does not have although the list names them. */
  readonly absent?: readonly string[]
  readonly isPaged?: true
  /** Number of entries without a code. */
  readonly unnamed?: number
}

const CATEGORIES = [
  { id: 'c1', title: 'Transport' },
  { id: 'c2', title: 'Health' },
  { id: 'c3', title: 'Culture' },
]
const PUBLISHERS = [
  { id: 'o1', title: 'City council' },
  { id: 'o2', title: 'Ministry' },
]

const d = (code: string, more: object = {}) => ({ code, title: `On ${code}`, ...more })
const all = (codes: string) => codes.split(' ').map((code) => d(code))
const on = (code: string, ...groups: string[]) => ({ [code]: [`On ${code}`, ...groups] as const })
const each = (codes: string, ...groups: string[]): Named =>
  Object.assign({}, ...codes.split(' ').map((code) => on(code, ...groups)))
const group = (title: string, codes: string) => ({ title, datasets: all(codes) })
const titles = (codes: string) => Object.fromEntries(codes.split(' ').map((code) => [code, `On ${code}`]))
const parts = (code: string) =>
  [1, 2, 3].map((n) => ({ code: `${code}-${n}`, title: `File ${n}`, format: 'csv' }))

/** Groups of two with one in both. */
const TWO = [group('Transport', 'bus tram'), group('Health', 'clinics beds')]
const NAMED_TWO = { ...each('bus tram', 'Transport'), ...each('clinics beds', 'Health') }

const NAMED_THREE = { ...each('bus tram', 'Transport'), ...on('beds', 'Health') }
const COLUMNS = {
  code: ['bus', 'tram', 'beds'],
  title: ['On bus', 'On tram', 'On beds'],
  category: ['c1', 'c1', 'c2'],
}

const SEVEN = 'bus tram metro beds labs art films'

const linkTo = (code: string) => `/api/v1/get_dataset/${code}/`
const NAMED_LINKS = {
  bus: ['bus', 'Transport'],
  tram: ['tram', 'Transport'],
  beds: ['beds', 'Health'],
} as const
const xml = (body: string) => `<?xml version="1.0"?><list>${body}</list>`
const element = (code: string) => `<dataset><code>${code}</code><title>On ${code}</title></dataset>`
const elements = (codes: string) => codes.split(' ').map(element).join('')

const CASES: Readonly<Record<string, Case>> = {
  'titles with a language as attribute': {
    list: xml(
      all('bus tram')
        .map(
          ({ code, title }) => `<dataset><code>${code}</code><title xml:lang="en">${title}</title></dataset>`,
        )
        .join(''),
    ),
    named: each('bus tram'),
  },
  'titles in two languages as elements': {
    list: xml(
      all('bus tram')
        .map(
          ({ code, title }) =>
            `<dataset><code>${code}</code><title lang="en">${title}</title><title lang="de">Über ${code}</title></dataset>`,
        )
        .join(''),
    ),
    named: each('bus tram'),
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
  'elements named by their group, and every dataset in the first of them': {
    list: xml(`<Transport>${elements('bus tram')}</Transport><Health>${element('bus')}</Health>`),
    named: { ...on('bus', 'Transport', 'Health'), ...on('tram', 'Transport') },
  },
  'elements named by their group, one of them alone': {
    list: xml(
      '<Transport><code>bus</code><title>On bus</title></Transport><Transport><code>tram</code><title>On tram</title></Transport><Health><code>beds</code><title>On beds</title></Health>',
    ),
    named: { ...each('bus tram', 'Transport'), ...on('beds', 'Health') },
  },
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
  'one element around all': {
    list: xml(`<Transport>${elements('bus tram')}</Transport>`),
    named: each('bus tram', 'Transport'),
  },
  'an attribute of the outermost element': {
    list: `<?xml version="1.0"?><list category="c2">${elements('clinics beds')}</list>`,
    named: each('clinics beds', 'Health'),
  },
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
  'elements with links in groups': {
    list: xml(
      `<category><title>Transport</title><a href="${linkTo('bus')}"/><a href="${linkTo('tram')}"/></category><category><title>Health</title><a href="${linkTo('beds')}"/></category>`,
    ),
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
  'elements beside groups': {
    list: xml(
      `${element('parks')}<category><title>Transport</title>${elements('bus tram')}</category><category><title>Health</title>${element('beds')}</category>`,
    ),
    named: { ...on('parks'), ...each('bus tram', 'Transport'), ...on('beds', 'Health') },
  },
  'records in elements beside groups of records': {
    list: xml(
      `<item><code>parks</code><title>On parks</title></item><item><code>zoos</code><title>On zoos</title></item><item><title>Transport</title><datasets>${elements('bus tram')}</datasets></item>`,
    ),
    named: { ...each('parks zoos'), ...each('bus tram', 'Transport') },
  },
  'plain codes in elements': {
    list: xml(
      '<category name="Transport"><dataset>bus</dataset><dataset>tram</dataset></category><category name="Health"><dataset>beds</dataset></category>',
    ),
    named: NAMED_LINKS,
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
  'entries of Atom': {
    list: '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>All</title><entry><id>bus</id><title>On bus</title><category term="c1"/></entry><entry><id>tram</id><title>On tram</title><category term="c1"/></entry><entry><id>beds</id><title>On beds</title><category term="c2"/></entry></feed>',
    named: NAMED_THREE,
  },
  'items of RSS': {
    list: '<?xml version="1.0"?><rss version="2.0"><channel><title>All</title><link>http://example.org/</link><item><title>On bus</title><guid>bus</guid><category>c1</category></item><item><title>On tram</title><guid>tram</guid><category>c1</category></item><item><title>On beds</title><guid>beds</guid><category>c2</category></item></channel></rss>',
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
  'outlines of OPML': {
    list: '<?xml version="1.0"?><opml version="2.0"><body><outline text="Transport"><outline text="On bus" code="bus"/><outline text="On tram" code="tram"/></outline><outline text="Health"><outline text="On beds" code="beds"/></outline></body></opml>',
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
  'columns of elements': {
    list: xml(
      '<code>bus</code><code>tram</code><code>beds</code><title>On bus</title><title>On tram</title><title>On beds</title>',
    ),
    named: each('bus tram beds'),
  },
  'columns of elements in groups, one of one dataset': {
    list: xml(
      '<category name="Transport"><code>bus</code><code>tram</code><title>On bus</title><title>On tram</title></category><category name="Health"><code>beds</code><title>On beds</title></category>',
    ),
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
  'columns of elements with items': {
    list: xml(
      '<code><item>bus</item><item>tram</item></code><title><item>On bus</item><item>On tram</item></title>',
    ),
    named: each('bus tram'),
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
  'a total of one group of elements': {
    list: xml(
      `<category name="Transport" total="8">${elements('bus tram')}</category><category name="Health" total="2">${elements('clinics beds')}</category>`,
    ),
    named: NAMED_TWO,
    isPaged: true,
  },
}

const rows = (codes: string) => codes.split(' ').map((code) => [code, `On ${code}`])
const HEADER = ['code', 'title']
const untitled = (codes: string): Named =>
  Object.fromEntries(codes.split(' ').map((code) => [code, [code] as const]))

const ROWS: Readonly<Record<string, Case>> = {
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
    named: { ...untitled('bus tram beds'), ...each('art films') },
  },
  'objects beside rows': {
    list: { datasets: all('bus tram beds'), archive: rows('art films') },
    named: { ...each('bus tram beds'), ...untitled('art films') },
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
}

const page = (body: string) =>
  `<!DOCTYPE html><html><head><title>Datasets</title></head><body>${body}</body></html>`
const anchor = (code: string, text = `On ${code}`, query = '') =>
  `<a href="${linkTo(code)}${query}">${text}</a>`
const filter = (title: string) => `<a href="/api/v1/list_datasets/?category=${title}">${title}</a>`

const listOf = (links: readonly string[]) => `<ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul>`
const tableOf = (links: readonly string[]) =>
  `<table><tr><th>Dataset</th><th>Updated</th></tr>${links.map((link) => `<tr><td>${link}</td><td>2026-01-01</td></tr>`).join('')}</table>`

const PAGES: Readonly<Record<string, Case>> = {
  'items that list the datasets of a group': {
    list: page(
      `<ul><li>Transport: ${anchor('bus')}, ${anchor('tram')}</li><li>Health: ${anchor('bus')}</li></ul>`,
    ),
    named: { ...on('bus', 'Transport', 'Health'), ...on('tram', 'Transport') },
  },
  'items that begin with a link to a group': {
    list: page(
      `<ul><li>${filter('Transport')}: ${anchor('bus')}, ${anchor('tram')}</li><li>${filter('Health')}: ${anchor('beds')}</li></ul>`,
    ),
    named: NAMED_THREE,
  },
  'cells that list the datasets of a group': {
    list: page(
      `<table><tr><th>Category</th><th>Datasets</th></tr><tr><td>Transport</td><td>${anchor('bus')}, ${anchor('tram')}</td></tr><tr><td>Health</td><td>${anchor('beds')}</td></tr></table>`,
    ),
    named: NAMED_THREE,
  },
  'a table without a header': {
    list: page(
      `<table><tr><td>Transport</td><td>${anchor('bus')}</td></tr><tr><td>Transport</td><td>${anchor('tram')}</td></tr><tr><td>Health</td><td>${anchor('beds')}</td></tr></table>`,
    ),
    named: NAMED_THREE,
  },
  'paragraphs of a title, and a link to a group': {
    list: page(
      `<p>${anchor('bus')} in ${filter('Transport')}</p><p>${anchor('beds')} in ${filter('Health')}</p>`,
    ),
    named: each('bus beds'),
  },
  'links to each format': {
    list: page(
      `<ul>${['bus', 'beds'].map((code) => `<li>On ${code} ${anchor(code, 'html')} ${anchor(code, 'json', '?type=json')}</li>`).join('')}</ul>`,
    ),
    named: each('bus beds'),
  },
  'formats in brackets after a title': {
    list: page(
      `<ol>${['bus', 'beds'].map((code) => `<li>On ${code} (${anchor(code, 'json', '?type=json')} | ${anchor(code, 'xml', '?type=xml')})</li>`).join('')}</ol>`,
    ),
    named: each('bus beds'),
  },
  'a code that is a link before its title': {
    list: page(
      `<ul>${['bus', 'beds'].map((code) => `<li>${anchor(code, code)} – On ${code}</li>`).join('')}</ul>`,
    ),
    named: each('bus beds'),
  },
  'a number that is a link before its title': {
    list: page(
      `<ul>${['bus', 'beds'].map((code, at) => `<li>${anchor(code, String(at))}. On ${code}</li>`).join('')}</ul>`,
    ),
    named: each('bus beds'),
  },
  'items of a group and one dataset': {
    list: page(`<ul><li>Transport: ${anchor('bus')}</li><li>Health: ${anchor('beds')} (new)</li></ul>`),
    named: each('bus beds'),
  },
  'a title, and a link to a related dataset': {
    list: page(
      `<ul><li>${anchor('bus')}</li><li>${anchor('tram')} (see also ${anchor('bus')})</li><li>${anchor('beds')}</li></ul>`,
    ),
    named: each('bus tram beds'),
  },
  ...Object.fromEntries(
    Object.entries({
      'lists under headings': (title, links) => `<h2>${title}</h2>${listOf(links)}`,
      'lists under headings in boxes of their own': (title, links) =>
        `<section><div><h3>${title} (${links.length})</h3></div><div>${listOf(links)}</div></section>`,
      'lists under bold text': (title, links) => `<p><b>${title}</b></p>${listOf(links)}`,
      'lists in details': (title, links) => `<details><summary>${title}</summary>${listOf(links)}</details>`,
      'lists in fields': (title, links) => `<fieldset><legend>${title}</legend>${listOf(links)}</fieldset>`,
      'paragraphs with a colon': (title, links) => `<p><strong>${title}</strong>: ${links.join(', ')}</p>`,
      'links in blocks under headings': (title, links) =>
        `<h2>${title}</h2>${links.map((link) => `<div>${link}</div>`).join('')}`,
      'titles as headings under headings': (title, links) =>
        `<h2>${title}</h2>${links.map((link) => `<article><h3>${link}</h3><p>Of ${title}</p></article>`).join('')}`,
      'tables under headings': (title, links) => `<h2>${title}</h2>${tableOf(links)}`,
      'tables with captions': (title, links) =>
        tableOf(links).replace('<table>', `<table><caption>${title}</caption>`),
    } satisfies Record<string, (title: string, links: readonly string[]) => string>).map(([name, make]) => [
      name,
      {
        list: page(
          `<h1>Datasets</h1>${make('Transport', [anchor('bus'), anchor('tram')])}${make('Health', [anchor('beds')])}`,
        ),
        named: NAMED_THREE,
      },
    ]),
  ),
  'lists in lists': {
    list: page(
      `<ul><li>Transport ${listOf([anchor('bus'), anchor('tram')])}</li><li>Health ${listOf([anchor('beds')])}</li></ul>`,
    ),
    named: NAMED_THREE,
  },
  'a list of terms': {
    list: page(
      `<dl><dt>Transport</dt><dd>${anchor('bus')}</dd><dd>${anchor('tram')}</dd><dt>Health</dt><dd>${anchor('beds')}</dd></dl>`,
    ),
    named: NAMED_THREE,
  },
  'years above categories': {
    list: page(
      `<h2>2024</h2><h3>Transport</h3>${listOf([anchor('bus'), anchor('tram')])}<h2>2025</h2><h3>Health</h3>${listOf([anchor('beds')])}`,
    ),
    named: NAMED_THREE,
  },
  'rows of a table below the name of their group': {
    list: page(
      `<table><tr><th>Dataset</th><th>Updated</th></tr>${[
        ['Transport', 'bus', 'tram'],
        ['Health', 'beds'],
      ]
        .map(
          ([title, ...codes]) =>
            `<tr><th colspan="2">${title}</th></tr>${codes.map((code) => `<tr><td>${anchor(code)}</td><td>2026-01-01</td></tr>`).join('')}`,
        )
        .join('')}</table>`,
    ),
    named: NAMED_THREE,
    unnamed: 0,
  },
  'formats outside of lists': {
    list: page(
      ['bus', 'beds']
        .map(
          (code) =>
            `<p>On ${code}: ${anchor(code, 'json', '?type=json')}, ${anchor(code, 'xml', '?type=xml')}</p>`,
        )
        .join(''),
    ),
    named: each('bus beds'),
  },
  'cards of a heading, a text and links to formats': {
    list: page(
      ['bus', 'beds']
        .map(
          (code) =>
            `<div><h3>On ${code}</h3><p>What it is.</p>${anchor(code, 'Open')} ${anchor(code, 'json', '?type=json')}</div>`,
        )
        .join(''),
    ),
    named: each('bus beds'),
  },
  'cards of formats in groups': {
    list: page(
      [
        ['Transport', 'bus', 'tram'],
        ['Health', 'beds'],
      ]
        .map(
          ([title, ...codes]) =>
            `<h2>${title}</h2>${codes.map((code) => `<div><h3>On ${code}</h3>${anchor(code, 'json', '?type=json')}</div>`).join('')}`,
        )
        .join(''),
    ),
    named: NAMED_THREE,
  },
  'another link among those to datasets': {
    list: page(`<ul>${['bus', 'tram', 'beds'].map((code) => `<li>${anchor(code)}</li>`).join('')}
      <li><a href="/about">About</a></li></ul>`),
    named: each('bus tram beds'),
    unnamed: 0,
  },
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

function formatOf(list: unknown): Format {
  if (typeof list !== 'string') return 'json'
  return list.startsWith('<!DOCTYPE html>') ? 'html' : 'xml'
}

// The lists as a crawl and then a build would read them.
async function read(
  { list, named, absent = [] }: Pick<Case, 'list' | 'named' | 'absent'>,
  before: readonly string[] = [],
) {
  const source = (body: unknown) => () => [Buffer.from(textOf(body))]
  const documents = readLists([
    { operation: 'list_datasets', format: formatOf(list), source: source(list) },
    { operation: 'list_categories', format: 'json', source: source(CATEGORIES) },
    { operation: 'list_oivs', format: 'json', source: source(PUBLISHERS) },
  ])
  const requested: string[] = []
  const { codes, field, problems } = await discoverCodes({
    documents,
    hosts: [],
    configured: [],
    namedField: undefined,
    before: {
      codes: new Set(before),
      field: before.length > 0 ? { operation: 'list_datasets', name: 'code' } : undefined,
      evidence: undefined,
    },
    answers: async (code) => {
      requested.push(code)
      return code in named && !absent.includes(code)
    },
    differs: async () => true,
  })
  const lists = nameLists(documents, { codes: new Set(codes), field })
  const catalogue = buildCatalogue({
    documents,
    lists,
    codes: codes.map(parseDatasetCode),
    codeField: field,
    named: {},
  })
  const titles = new Map([...catalogue.categories, ...catalogue.oivs].map(({ key, title }) => [key, title]))
  const found: Named = Object.fromEntries(
    catalogue.datasets.map(({ code, title, categories, oivs }) => [
      code,
      [title, ...[...categories, ...oivs].map((key) => titles.get(key) ?? key)],
    ]),
  )
  return {
    found,
    requested,
    problems,
    list: lists.find(({ list: { operation } }) => operation === 'list_datasets') as NamedList,
  }
}

const sorted = (named: Named) =>
  Object.entries(named)
    .map(([code, [title, ...groups]]) => [code, title, ...groups.toSorted()].join(' | '))
    .toSorted()

for (const [name, one] of Object.entries({ ...CASES, ...ROWS, ...PAGES }))
  test(`a list names its datasets, their titles and groups: ${name}`, async () => {
    const { found, list } = await read(one)
    assert.deepEqual(sorted(found), sorted(one.named))
    assert.equal(list.paging !== undefined, one.isPaged === true, list.paging)
    assert.equal(list.unnamed.length, one.unnamed ?? 0)
    const again = await read(one, Object.keys(found))
    assert.deepEqual(sorted(again.found), sorted(one.named))
  })

type Groups = readonly (readonly [title: string, codes: readonly string[]])[]

const inKeys = (groups: Groups, make: (codes: readonly string[]) => unknown) =>
  Object.fromEntries(groups.map(([title, codes]) => [title, make(codes)]))
const asElements = (groups: Groups, make: (title: string, body: string) => string) =>
  xml(groups.map(([title, codes]) => make(title, codes.map(element).join(''))).join(''))
const listed = (codes: readonly string[]) => codes.map((code) => d(code))

const WAYS: Readonly<Record<string, (groups: Groups) => unknown>> = {
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
  'elements in elements': (groups) => asElements(groups, (title, body) => `<${title}>${body}</${title}>`),
  'elements in lists in elements': (groups) =>
    asElements(groups, (title, body) => `<${title}><datasets>${body}</datasets></${title}>`),
  'elements in elements with a name': (groups) =>
    asElements(groups, (title, body) => `<category name="${title}">${body}</category>`),
  'groups with a title': (groups) => groups.map(([title, codes]) => ({ title, datasets: listed(codes) })),
}

const drawGroups = fc
  .array(fc.subarray('bus tram clinics beds art'.split(' ')), { minLength: 3, maxLength: 3 })
  .map((parts): Groups => CATEGORIES.map(({ title }, at) => [title, parts[at] ?? []]))
  .filter((groups) => groups.filter(([, codes]) => codes.length > 0).length > 1)

for (const [name, make] of Object.entries(WAYS))
  test(`datasets are in the groups that a list puts them in, whichever these are: ${name}`, async () => {
    const property = fc.asyncProperty(drawGroups, async (groups) => {
      const codes = [...new Set(groups.flatMap(([, own]) => own))]
      const groupsOf = (code: string) => groups.flatMap(([title, own]) => (own.includes(code) ? [title] : []))
      const named = Object.assign({}, ...codes.map((code) => on(code, ...groupsOf(code))))
      const { found } = await read({ list: make(groups), named })
      assert.deepEqual(sorted(found), sorted(named))
    })
    await fc.assert(property, { numRuns: 60, seed: 1 })
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

test('a list of 20,000 datasets in groups names all of them', async () => {
  const codes = Array.from({ length: 20_000 }, (_, n) => `d${n}`)
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
