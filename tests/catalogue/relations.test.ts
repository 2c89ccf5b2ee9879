import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildCatalogue } from '../../src/lib/catalogue/index.ts'
import { type Format, parseDatasetCode } from '../../src/lib/interface/index.ts'
import { catalogueOf, listOf } from './lists.ts'

const CATEGORIES = [
  { id: 'edu', title: 'Education' },
  { id: 'tra', title: 'Transport' },
]

test('a dataset belongs to the category with the key in its field', () => {
  const { datasets, categories, inferences } = catalogueOf(
    {
      list_datasets: [
        { code: 'a', category: 'tra' },
        { code: 'b', category: 'edu' },
      ],
      list_categories: CATEGORIES,
    },
    ['a', 'b'],
    'code',
  )
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [['tra'], ['edu']],
  )
  assert.deepEqual(
    categories.map(({ key, title }) => [key, title]),
    [
      ['edu', 'Education'],
      ['tra', 'Transport'],
    ],
  )
  const found = inferences.find(({ what }) => what === 'dataset → category')
  assert.equal(found?.field, 'list_datasets.category')
  assert.deepEqual(found?.evidence, { code: 'keys', facts: { found: 2, of: 2, field: 'list_categories.id' } })
  assert.equal(found?.override, 'fields.category')
})

test('a dataset belongs to the category with the title in its field', () => {
  const list_categories = [
    { id: 1, title: 'Health', description: 'All about health care' },
    { id: 2, title: 'Social care', description: 'All about social care' },
  ]
  const { datasets, categories } = catalogueOf(
    {
      list_datasets: [
        { code: 'a', group: 'Social care' },
        { code: 'b', group: 'Health' },
      ],
      list_categories,
    },
    ['a', 'b'],
    'code',
  )
  assert.deepEqual(datasets[0]?.categories, ['Social care'])
  assert.deepEqual(
    categories.map(({ title }) => title),
    ['Health', 'Social care'],
  )
  assert.equal(categories[0]?.description, 'All about health care')
})

test('a dataset belongs to the category with a small number in a field that is named like one of sections', () => {
  const { datasets } = catalogueOf(
    {
      list_datasets: ['12', '11', '12'].map((SECTION_ID, at) => ({
        CODE: 'abc'[at],
        SECTION_ID,
        SORT: '11',
      })),
      list_categories: [
        { ID: '11', CODE: 'edu', NAME: 'Образование' },
        { ID: '12', CODE: 'tra', NAME: 'Транспорт' },
      ],
    },
    ['a', 'b', 'c'],
    'CODE',
  )
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [['12'], ['11'], ['12']],
  )
})

test('a dataset belongs to the publisher with a small number in a field of subdivisions, which are no sections', () => {
  const numbered = (what: string) => [1, 2, 3, 4].map((id) => ({ id, title: `${what} ${id}` }))
  const { datasets } = catalogueOf(
    {
      list_datasets: [
        { code: 'a', подразделение: 1, intersections: 4, подраздел: 2 },
        { code: 'b', подразделение: 3, intersections: 1, подраздел: 4 },
      ],
      list_categories: numbered('Category'),
      list_oivs: numbered('Office'),
    },
    ['a', 'b'],
    'code',
  )
  assert.deepEqual(
    datasets.map(({ categories, oivs }) => [...categories, ...oivs]),
    [
      ['2', '1'],
      ['4', '3'],
    ],
  )
})

test('a dataset belongs to the category in a tree of elements with attributes, or of one name with its list', () => {
  const list_datasets = ['roads', 'bridges', 'beds'].map((category, at) => ({ code: 'abc'[at], category }))
  const trees: Record<string, readonly [Format, unknown]> = {
    'elements with attributes': [
      'xml',
      '<tree><node id="transport" title="Transport"><node id="roads" title="Roads"/><node id="bridges" title="Bridges"/></node><node id="health" title="Health"><node id="beds" title="Beds"/></node></tree>',
    ],
    'elements in elements': [
      'xml',
      '<c:list xmlns:c="urn:c"><c:category code="transport"><c:name>Transport</c:name><c:category code="roads"><c:name>Roads</c:name></c:category><c:category code="bridges"><c:name>Bridges</c:name></c:category></c:category><c:category code="health"><c:name>Health</c:name><c:category code="beds"><c:name>Beds</c:name></c:category></c:category></c:list>',
    ],
    'json of elements': [
      'json',
      {
        'c:list': {
          'c:category': [
            {
              '@code': 'transport',
              'c:name': { $: 'Transport' },
              'c:category': [
                { '@code': 'roads', 'c:name': { $: 'Roads' } },
                { '@code': 'bridges', 'c:name': { $: 'Bridges' } },
              ],
            },
            {
              '@code': 'health',
              'c:name': { $: 'Health' },
              'c:category': { '@code': 'beds', 'c:name': { $: 'Beds' } },
            },
          ],
        },
      },
    ],
  }
  for (const [name, [format, tree]] of Object.entries(trees)) {
    const { datasets, categories } = buildCatalogue({
      documents: [listOf('list_datasets', list_datasets), listOf('list_categories', tree, format)],
      codes: ['a', 'b', 'c'].map(parseDatasetCode),
      codeField: { operation: 'list_datasets', name: 'code' },
      named: {},
    })
    assert.deepEqual(
      datasets.map((one) => one.categories),
      [['roads'], ['bridges'], ['beds']],
      name,
    )
    assert.deepEqual(
      categories.map(({ title }) => title),
      ['Transport', 'Roads', 'Bridges', 'Health', 'Beds'],
      name,
    )
  }
})

test('a dataset belongs to the category in a tree of them', () => {
  const branch = (id: string, ...children: object[]) => ({ id, title: `About ${id}`, icon: null, children })
  const { datasets, categories } = catalogueOf(
    {
      list_datasets: ['roads', 'bridges', 'beds'].map((category, at) => ({ code: 'abc'[at], category })),
      list_categories: [
        branch('all', branch('transport', branch('roads'), branch('bridges')), branch('beds')),
      ],
    },
    ['a', 'b', 'c'],
    'code',
  )
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [['roads'], ['bridges'], ['beds']],
  )
  assert.deepEqual(
    categories.map(({ title }) => title),
    ['all', 'transport', 'roads', 'bridges', 'beds'].map((id) => `About ${id}`),
  )
  const list_categories = [{ id: 'all', title: 'All', datasets: [{ id: 'a', title: 'Bus stops' }] }]
  assert.equal(
    catalogueOf({ list_datasets: [{ code: 'a' }], list_categories }, ['a'], 'code').categories.length,
    1,
  )
})

test('a category that a list has both as a record and in others is one', () => {
  const branch = (id: string, ...children: object[]) => ({ id, title: `About ${id}`, children })
  const roads = branch('roads')
  const { datasets, categories } = catalogueOf(
    {
      list_datasets: ['roads', 'beds'].map((category, at) => ({ code: 'ab'[at], category })),
      list_categories: [
        branch('transport', roads, branch('bridges')),
        { ...roads, parent: 'transport' },
        branch('health', branch('beds')),
        branch('other', branch('beds'), branch('bridges')),
      ],
    },
    ['a', 'b'],
    'code',
  )
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [['roads'], ['beds']],
  )
  assert.deepEqual(
    categories.map(({ key }) => key),
    ['transport', 'bridges', 'roads', 'health', 'beds', 'other'],
  )
})

test('a category has no other categories in its subjects, subscribers or signatures', () => {
  for (const field of ['subjects', 'subscribers', 'submitted_by', 'подписи', 'поддержка']) {
    const list_categories = ['transport', 'health'].map((id) => ({
      id,
      title: `About ${id}`,
      [field]: [{ id: `in-${id}`, title: 'Another' }],
    }))
    const { categories } = catalogueOf({ list_datasets: [{ code: 'a' }], list_categories }, ['a'], 'code')
    assert.equal(categories.length, 2, field)
  }
})

test('a dataset belongs to the publisher in its nested object', () => {
  const { datasets } = catalogueOf(
    {
      list_datasets: [
        { code: 'a', oiv: { id: 12, name: 'Parks dept' } },
        { code: 'b', oiv: { id: 7 } },
      ],
      list_oivs: [
        { id: 7, name: 'Schools dept' },
        { id: 12, name: 'Parks dept' },
      ],
    },
    ['a', 'b'],
    'code',
  )
  assert.deepEqual(
    datasets.map((one) => one.oivs),
    [['12'], ['7']],
  )
})

test('a dataset belongs to every category in its array of keys or objects', () => {
  for (const named of [(key: string) => key, (key: string) => ({ id: key, weight: 1 })]) {
    const { datasets } = catalogueOf(
      {
        list_datasets: [
          { code: 'a', categories: [named('edu'), named('tra')] },
          { code: 'b', categories: [named('tra')] },
          { code: 'c', categories: [] },
        ],
        list_categories: CATEGORIES,
      },
      ['a', 'b', 'c'],
      'code',
    )
    assert.deepEqual(
      datasets.map((one) => one.categories),
      [['edu', 'tra'], ['tra'], []],
    )
  }
})

test('of two matching fields, the one with the clearer name is used', () => {
  const { inferences } = catalogueOf(
    {
      list_datasets: [
        { code: 'a', old: 'tra', theme: 'edu' },
        { code: 'b', old: 'edu', theme: 'tra' },
      ],
      list_categories: CATEGORIES,
    },
    ['a', 'b'],
    'code',
  )
  assert.equal(inferences.find(({ what }) => what === 'dataset → category')?.field, 'list_datasets.theme')
})

test('the config chooses the field of the publisher', () => {
  const lists = {
    list_datasets: [{ code: 'a', oiv: 'x', owner: 'y' }],
    list_oivs: [{ id: 'x' }, { id: 'y' }],
  }
  assert.deepEqual(catalogueOf(lists, ['a'], 'code').datasets[0]?.oivs, ['x'])
  assert.deepEqual(catalogueOf(lists, ['a'], 'code', { oiv: 'owner' }).datasets[0]?.oivs, ['y'])
})

test('states in the evidence if no field relates datasets to a list', () => {
  const { datasets, inferences, oivs } = catalogueOf(
    { list_datasets: [{ code: 'a', size: 1 }], list_oivs: [{ id: 'x' }, { id: 'y' }] },
    ['a'],
    'code',
  )
  assert.deepEqual(datasets[0]?.oivs, [])
  assert.equal(oivs.length, 2)
  const said = inferences.find(({ what }) => what === 'dataset → oiv')
  assert.deepEqual(said?.evidence, { code: 'no-keys', facts: { list: 'list_oivs' } })
  assert.equal(said?.field, undefined)
})

test('names the field of small numbers that may refer to a list, but has another name', () => {
  const lists = {
    list_datasets: [
      { code: 'a', rating: 1 },
      { code: 'b', rating: 2 },
    ],
    list_oivs: [{ id: 1 }, { id: 2 }, { id: 3 }],
  }
  const { datasets, inferences } = catalogueOf(lists, ['a', 'b'], 'code')
  assert.deepEqual(datasets[0]?.oivs, [])
  const said = inferences.find(({ what }) => what === 'dataset → oiv')
  assert.deepEqual(said?.evidence, {
    code: 'numbers',
    facts: { field: 'list_datasets.rating', list: 'list_oivs' },
  })
  assert.equal(said?.override, 'fields.oiv')
  const chosen = catalogueOf(lists, ['a', 'b'], 'code', { oiv: 'rating' })
  assert.deepEqual(chosen.datasets[0]?.oivs, ['1'])
})

test('a value that is no category is ignored if most values are', () => {
  const build = (values: string[]) =>
    catalogueOf(
      {
        list_datasets: values.map((category, n) => ({ code: `d${n}`, category })),
        list_categories: CATEGORIES,
      },
      values.map((_, n) => `d${n}`),
      'code',
    ).datasets.map((one) => one.categories)
  assert.deepEqual(build(['edu', 'tra', 'lost']), [['edu'], ['tra'], []])
  assert.deepEqual(build(['edu', 'x', 'y', 'z']), [[], [], [], []])
})

test('what an entry belongs to, nested in it as deep as it is, is no entry of the list', () => {
  const body = (code: string, name: string, above: object) => ({ code, name, phone: '12', ...above })
  for (const field of ['superior', 'reports_to']) {
    const top = body('top', 'The city', {})
    const within = body('mid', 'A department', { [field]: top })
    const { oivs } = catalogueOf(
      {
        list_datasets: ['x', 'y'].map((oiv, at) => ({ code: 'ab'[at], oiv })),
        list_oivs: [body('x', 'Roads', { [field]: within }), body('y', 'Parks', { [field]: within })],
      },
      ['a', 'b'],
      'code',
    )
    assert.deepEqual(
      oivs.map(({ key }) => key),
      ['x', 'y'],
      field,
    )
  }
})

test('a field that is named like categories relates to them although most of its values are none', () => {
  const values = ['edu', 'x', 'tra', 'y', 'z', 'other']
  const codes = values.map((_, n) => `d${n}`)
  const build = (name: string) =>
    catalogueOf(
      {
        list_datasets: values.map((value, n) => ({ code: `d${n}`, [name]: value })),
        list_categories: CATEGORIES,
      },
      codes,
      'code',
    ).datasets.map((one) => one.categories)
  assert.deepEqual(build('category'), [['edu'], [], ['tra'], [], [], []])
  assert.deepEqual(build('kind'), [[], [], [], [], [], []])
})

test('a field of which all values are keys goes before one with a clearer name and few of them', () => {
  const { inferences } = catalogueOf(
    {
      list_datasets: ['edu', 'tra', 'edu', 'tra', 'edu'].map((in_, n) => ({
        code: `d${n}`,
        category: n < 2 ? 'edu' : `other ${n}`,
        in_,
      })),
      list_categories: CATEGORIES,
    },
    ['d0', 'd1', 'd2', 'd3', 'd4'],
    'code',
  )
  assert.equal(inferences.find(({ what }) => what === 'dataset → category')?.field, 'list_datasets.in_')
})

test('says how few values of a field are keys, and relates them if the config names it', () => {
  const lists = {
    list_datasets: ['x', 'p', 'q', 'r', 's'].map((kept, n) => ({ code: `d${n}`, kept })),
    list_oivs: [{ id: 'x' }, { id: 'y' }],
  }
  const codes = lists.list_datasets.map(({ code }) => code)
  const { datasets, inferences } = catalogueOf(lists, codes, 'code')
  assert.deepEqual(datasets[0]?.oivs, [])
  const said = inferences.find(({ what }) => what === 'dataset → oiv')
  assert.deepEqual(said?.evidence, {
    code: 'few-keys',
    facts: { found: 1, of: 5, field: 'list_datasets.kept', list: 'list_oivs' },
  })
  assert.equal(said?.override, 'fields.oiv')
  const chosen = catalogueOf(lists, codes, 'code', { oiv: 'kept' })
  assert.deepEqual(
    chosen.datasets.map(({ oivs }) => oivs),
    [['x'], [], [], [], []],
  )
})

test('small numbers that match keys by chance are not used, unless their field name fits', () => {
  const lists = {
    list_datasets: [
      { Id: 1, Title: 'One thing', VersionNumber: 2, CategoryId: 2, DepartmentId: 1 },
      { Id: 2, Title: 'Another thing', VersionNumber: 1, CategoryId: 1, DepartmentId: 2 },
    ],
    list_categories: [
      { Id: 1, Name: 'Roads' },
      { Id: 2, Name: 'Parks' },
    ],
    list_oivs: [
      { Id: 1, Name: 'Ministry of Roads' },
      { Id: 2, Name: 'Ministry of Parks' },
    ],
  }
  const short = lists.list_datasets.map(({ DepartmentId, ...one }) => ({ ...one, org_id: DepartmentId }))
  for (const list_datasets of [lists.list_datasets, short])
    assert.deepEqual(
      catalogueOf({ ...lists, list_datasets }, ['1', '2'], 'Id').datasets.map(({ categories, oivs }) => [
        categories,
        oivs,
      ]),
      [
        [['2'], ['1']],
        [['1'], ['2']],
      ],
    )
  const nameless = {
    ...lists,
    list_datasets: lists.list_datasets.map(({ Id, Title, VersionNumber }) => ({ Id, Title, VersionNumber })),
  }
  assert.deepEqual(catalogueOf(nameless, ['1', '2'], 'Id').datasets[0]?.oivs, [])
})

test('an object of titles by key is a list of categories if datasets refer to its keys', () => {
  const { categories, datasets } = catalogueOf(
    {
      list_datasets: [
        { code: 'a', title: 'Woods of the north', category: 'n' },
        { code: 'b', title: 'Trams of the city', category: 't' },
      ],
      list_categories: { n: 'Nature', t: 'Transport' },
    },
    ['a', 'b'],
    'code',
  )
  assert.deepEqual(
    categories.map(({ key, title }) => [key, title]),
    [
      ['n', 'Nature'],
      ['t', 'Transport'],
    ],
  )
  assert.deepEqual(datasets[1]?.categories, ['t'])
})

test('a category without a key, or with a repeated key, takes no dataset from the others', () => {
  const list_categories = [
    ...CATEGORIES,
    { id: '', title: 'Nameless' },
    { id: 'edu', title: 'Education again' },
  ]
  const many = Array.from({ length: 20 }, (_, n) => ({ id: `c${n}`, title: `Category ${n}` }))
  const { datasets, categories } = catalogueOf(
    {
      list_datasets: [
        { code: 'a', category: 'tra' },
        { code: 'b', category: 'edu' },
      ],
      list_categories: [...list_categories, ...many],
    },
    ['a', 'b'],
    'code',
  )
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [['tra'], ['edu']],
  )
  assert.deepEqual(
    categories.slice(0, 4).map(({ key }) => key),
    ['edu', 'tra', '#3', 'edu'],
  )
})

test('a field whose values often repeat is not a key', () => {
  const { datasets } = catalogueOf(
    {
      list_datasets: [{ code: 'a', group: 'x' }],
      list_categories: ['x', 'x', 'x', 'y', 'z'].map((kind, n) => ({ kind, title: `Category ${n}` })),
    },
    ['a'],
    'code',
  )
  assert.deepEqual(datasets[0]?.categories, [])
})

test('a category that only one format of the list has is included', () => {
  const { categories, datasets } = buildCatalogue({
    documents: [
      listOf('list_datasets', [
        { code: 'a', category: 'edu' },
        { code: 'b', category: 'sea' },
      ]),
      listOf('list_categories', CATEGORIES),
      listOf(
        'list_categories',
        '<r><c id="edu"><title>Education</title></c><c id="sea"><title>The sea</title></c></r>',
        'xml',
      ),
    ],
    codes: ['a', 'b'].map(parseDatasetCode),
    codeField: { operation: 'list_datasets', name: 'code' },
    named: {},
  })
  assert.deepEqual(
    categories.map(({ key, title }) => [key, title]),
    [
      ['edu', 'Education'],
      ['tra', 'Transport'],
      ['sea', 'The sea'],
    ],
  )
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [['edu'], ['sea']],
  )
})

const titlesOf = (
  entries: readonly { readonly key: string; readonly title: string }[],
  keys: readonly string[] = [],
) => keys.map((key) => entries.find((one) => one.key === key)?.title)

for (const [what, list_categories, titles] of [
  ['names in a result', { success: true, result: ['edu', 'tra'] }, ['tra', 'edu']],
  [
    'objects in the only scheme',
    [{ id: 'S', version: '1.0', title: 'Subjects', items: CATEGORIES }],
    ['Transport', 'Education'],
  ],
  [
    'titles by key beside a count',
    { meta: { lang: 'en' }, data: { total: 2, items: { edu: 'Education', tra: 'Transport' } } },
    ['Transport', 'Education'],
  ],
] as const)
  test(`a dataset belongs to the category with the key in its field: ${what}`, () => {
    const list_datasets = [
      { code: 'a', version: '1.0', category: 'tra' },
      { code: 'b', version: '1.0', category: 'edu' },
    ]
    const { datasets, categories } = catalogueOf({ list_datasets, list_categories }, ['a', 'b'], 'code')
    assert.deepEqual(
      datasets.flatMap((one) => titlesOf(categories, one.categories)),
      titles,
    )
  })

test('a version or language that all datasets have in common with the only entry of a list is no reference', () => {
  const { datasets } = catalogueOf(
    {
      list_datasets: [
        { code: 'a', version: '1.0', structure: { version: '1.0' } },
        { code: 'b', version: '1.0', structure: { version: '1.0' } },
      ],
      list_categories: [{ id: 'S', version: '1.0', title: 'Subjects' }],
    },
    ['a', 'b'],
    'code',
  )
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [[], []],
  )
})

test('a language, status, access or type that datasets and categories have is no reference', () => {
  const list_datasets = ['published', 'draft', 'published'].map((status, at) => ({
    code: `d${at}`,
    lang: 'en',
    status,
    access: status === 'draft' ? 'closed' : 'open',
    type: 'data',
  }))
  const list_categories = [
    { lang: 'en', status: 'published', access: 'open', type: 'data', title: 'Transport' },
    { lang: 'ru', status: 'draft', access: 'closed', type: 'map', title: 'Education' },
  ]
  const { datasets } = catalogueOf({ list_datasets, list_categories }, ['d0', 'd1', 'd2'], 'code')
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [[], [], []],
  )
})

test('a field of the same name is a reference if each of several categories has a value of its own there', () => {
  const list_categories = ['edu', 'roads', 'parks', 'tax'].map((rubric, at) => ({
    id: `${at + 1}`,
    rubric,
    title: `All about ${rubric}`,
  }))
  const list_datasets = ['parks', 'edu', 'parks'].map((rubric, at) => ({ code: `d${at}`, rubric }))
  const { datasets } = catalogueOf({ list_datasets, list_categories }, ['d0', 'd1', 'd2'], 'code')
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [['parks'], ['edu'], ['parks']],
  )
})

test('the values of a field of the only category are no categories if datasets refer to it', () => {
  const ofCategory = (category: string) =>
    catalogueOf(
      {
        list_datasets: ['a', 'b'].map((code) => ({ code, category })),
        list_categories: { title: 'Transport', related: ['Roads', 'Rail'] },
      },
      ['a', 'b'],
      'code',
    )
  for (const [category, titles] of [
    ['Transport', ['Transport']],
    ['Rail', ['Roads', 'Rail']],
  ] as const) {
    const { datasets, categories } = ofCategory(category)
    assert.deepEqual(
      [categories.map(({ title }) => title), ...datasets.map((one) => one.categories)],
      [titles, [category], [category]],
    )
  }
})

test('a dataset belongs to the category that a reference into the document names, whatever its field is called', () => {
  const refersTo = (refs: readonly string[], keys: readonly string[]) =>
    catalogueOf(
      {
        list_datasets: refs.map((in_, at) => ({ code: `d${at}`, in: in_ })),
        list_categories: keys.map((id) => ({ id, title: `On ${id}` })),
      },
      refs.map((_, at) => `d${at}`),
      'code',
    ).datasets.map((one) => one.categories)
  assert.deepEqual(refersTo(['#edu', '#tra', '#edu'], ['edu', 'tra']), [['edu'], ['tra'], ['edu']])
  assert.deepEqual(refersTo(['#1', '#2', '#1'], ['1', '2']), [[], [], []])
})

test('the keywords of the only category are no categories', () => {
  const { datasets, categories } = catalogueOf(
    {
      list_datasets: [
        { code: 'a', tags: ['bus', 'tram'] },
        { code: 'b', tags: ['tram'] },
      ],
      list_categories: [{ id: 'T', title: 'Transport', keywords: ['bus', 'tram'] }],
    },
    ['a', 'b'],
    'code',
  )
  assert.deepEqual(
    [categories.map(({ title }) => title), ...datasets.map((one) => one.categories)],
    [['Transport'], [], []],
  )
})

for (const [what, own, list_categories] of [
  [
    'titles by number',
    { tra: { 3: 'Transport' }, edu: { 5: 'Education' } },
    [
      { id: 3, title: 'Transport' },
      { id: 5, title: 'Education' },
    ],
  ],
  [
    'titles by key, in a list of titles by key',
    { tra: { tra: 'Transport' }, edu: { edu: 'Education' } },
    { edu: 'Education', tra: 'Transport' },
  ],
  ['whether each applies', { tra: { edu: false, tra: true }, edu: { edu: true, tra: false } }, CATEGORIES],
  ['numbers by title', { tra: { Transport: 3 }, edu: { Education: 5 } }, CATEGORIES],
] as const)
  test(`a dataset belongs to the categories that are keys of an object: ${what}`, () => {
    const list_datasets = ['tra', 'edu', 'tra', 'edu'].map((key, at) => ({
      code: `d${at}`,
      categories: own[key as 'tra' | 'edu'],
    }))
    const codes = list_datasets.map(({ code }) => code)
    const { datasets, categories, roles } = catalogueOf({ list_datasets, list_categories }, codes, 'code')
    assert.deepEqual(
      datasets.map((one) => titlesOf(categories, one.categories)),
      [['Transport'], ['Education'], ['Transport'], ['Education']],
    )
    assert.equal(roles.category?.field, 'categories.(key)')
  })

test('the keys that the objects of all datasets have, such as languages, are no categories', () => {
  const list_datasets = ['a', 'b'].map((code) => ({ code, title: { en: `On ${code}`, de: `Über ${code}` } }))
  const list_categories = ['en', 'de'].map((id) => ({ id, title: `Data of ${id}` }))
  const { datasets } = catalogueOf({ list_datasets, list_categories }, ['a', 'b'], 'code')
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [[], []],
  )
})

test('the names of the fields of an object are no categories', () => {
  const list_datasets = [
    { code: 'a', size: { rows: 1, columns: 2 }, category: 'tra' },
    { code: 'b', size: { rows: 3, columns: 4 }, category: 'edu' },
  ]
  const list_categories = [...CATEGORIES, { id: 'rows', title: 'Rows of houses' }]
  const { datasets } = catalogueOf({ list_datasets, list_categories }, ['a', 'b'], 'code')
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [['tra'], ['edu']],
  )
})

test('a dataset belongs to the category or publisher whose name has another case, or other blanks', () => {
  const list_datasets = [
    { code: 'a', title: 'On a', category: 'Public health', owner: 'City council' },
    { code: 'b', title: 'On b', category: 'PUBLIC HEALTH', owner: ' City  council' },
    { code: 'c', title: 'On c', category: 'Transport', owner: 'City\u00a0council' },
    { code: 'd', title: 'On d', category: '/topics/transport; Public Health', owner: 'Ministry' },
  ]
  const list_categories = [{ title: 'Transport' }, { title: 'Public health' }]
  const list_oivs = [{ name: 'City council' }, { name: 'Ministry' }, { name: 'MINISTRY' }]
  const { datasets } = catalogueOf(
    { list_datasets, list_categories, list_oivs },
    ['a', 'b', 'c', 'd'],
    'code',
  )
  assert.deepEqual(
    datasets.map(({ categories, oivs }) => [...categories, ...oivs]),
    [
      ['Public health', 'City council'],
      ['Public health', 'City council'],
      ['Transport', 'City council'],
      ['Transport', 'Public health', 'Ministry'],
    ],
  )
})

for (const [what, name, list_categories] of [
  [
    'codes',
    'members',
    [
      { id: 'edu', title: 'Education', members: ['b', 'c'] },
      { id: 'tra', title: 'Transport', members: ['a', 'c'] },
    ],
  ],
  [
    'objects',
    'datasets.code',
    [
      {
        id: 'edu',
        title: 'Education',
        datasets: [
          { code: 'b', title: 'On b' },
          { code: 'c', title: 'On c' },
        ],
      },
      {
        id: 'tra',
        title: 'Transport',
        datasets: [
          { code: 'a', title: 'On a' },
          { code: 'c', title: 'On c' },
        ],
      },
    ],
  ],
  [
    'numbers beside the codes',
    'dataset_ids',
    [
      { id: 'edu', title: 'Education', dataset_ids: [2, 3] },
      { id: 'tra', title: 'Transport', dataset_ids: [1, 3] },
    ],
  ],
  [
    'references',
    'members',
    [
      { id: 'edu', title: 'Education', members: ['#b', '#c'] },
      { id: 'tra', title: 'Transport', members: ['#a', '#c'] },
    ],
  ],
  [
    'addresses',
    'links',
    [
      { id: 'edu', title: 'Education', links: ['/api/v1/get_dataset/b/', '/api/v1/get_dataset/c/'] },
      { id: 'tra', title: 'Transport', links: ['/api/v1/get_dataset/a/', '/api/v1/get_dataset/c/'] },
    ],
  ],
] as const)
  test(`a dataset belongs to the categories that name it: ${what}`, () => {
    const list_datasets = ['a', 'b', 'c'].map((code, at) => ({ id: at + 1, code, title: `On ${code}` }))
    const { datasets, categories, inferences } = catalogueOf(
      { list_datasets, list_categories },
      ['a', 'b', 'c'],
      'code',
    )
    assert.deepEqual(
      datasets.map((one) => titlesOf(categories, one.categories)),
      [['Transport'], ['Education'], ['Education', 'Transport']],
    )
    const field = `list_categories.${name}`
    const found = inferences.find((one) => one.what === 'dataset → category')
    assert.deepEqual(
      [found?.field, found?.evidence],
      [field, { code: 'members', facts: { found: 4, of: 4, field } }],
    )
  })

test('the rows of a table of categories and datasets are no categories', () => {
  const list_datasets = ['a', 'b', 'c'].map((code) => ({ code, title: `On ${code}` }))
  const list_categories = ['a', 'b', 'c'].map((dataset) => ({ category: 'Transport', dataset }))
  const { datasets } = catalogueOf({ list_datasets, list_categories }, ['a', 'b', 'c'], 'code')
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [[], [], []],
  )
})

test('the number of datasets of a category is no code of a dataset', () => {
  const list_datasets = ['1', '2', '3'].map((code) => ({ code, title: `On ${code}` }))
  const list_categories = [
    { id: 'edu', title: 'Education', datasets: 1 },
    { id: 'tra', title: 'Transport', datasets: 2 },
  ]
  const { datasets } = catalogueOf({ list_datasets, list_categories }, ['1', '2', '3'], 'code')
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [[], [], []],
  )
})

test('a dataset belongs to the category with a small number under the same name', () => {
  const list_datasets = [
    { code: 'a', title: 'On a', CAT_ID: 1, ROW_ID: 1 },
    { code: 'b', title: 'On b', CAT_ID: 2, ROW_ID: 2 },
    { code: 'c', title: 'On c', CAT_ID: 2, ROW_ID: 3 },
  ]
  const numbered = (one: object, at: number) => ({ ROW_ID: at + 1, ...one })
  const list_categories = [
    { CAT_ID: 2, NAME: 'Transport' },
    { CAT_ID: 1, NAME: 'Education' },
    { CAT_ID: 3, NAME: 'Culture' },
  ].map(numbered)
  const categoriesOf = (datasets: readonly object[]) => {
    const catalogue = catalogueOf({ list_datasets: datasets, list_categories }, ['a', 'b', 'c'], 'code')
    return catalogue.datasets.map((one) => titlesOf(catalogue.categories, one.categories))
  }
  assert.deepEqual(categoriesOf(list_datasets), [['Education'], ['Transport'], ['Transport']])
  // Numbers of rows are no reference.
  const others = list_datasets.map(({ CAT_ID: _, ...others }) => others)
  assert.deepEqual(categoriesOf(others), [[], [], []])
})

test('what is behind a slash in a text is no category', () => {
  const list_datasets = ['A', 'B', 'N/A'].map((category, at) => ({ code: `d${at}`, category }))
  const list_categories = ['A', 'B'].map((id) => ({ id, title: `Section ${id}` }))
  const { datasets } = catalogueOf({ list_datasets, list_categories }, ['d0', 'd1', 'd2'], 'code')
  assert.deepEqual(
    datasets.map((one) => one.categories),
    [['A'], ['B'], []],
  )
})

test('a dataset belongs to the category that its list has several times', () => {
  const { datasets, categories } = catalogueOf(
    {
      list_datasets: [
        { code: 'a', category: 'tra' },
        { code: 'b', category: 'edu' },
      ],
      list_categories: [...CATEGORIES, ...CATEGORIES, ...CATEGORIES],
    },
    ['a', 'b'],
    'code',
  )
  assert.deepEqual(
    datasets.flatMap((one) => titlesOf(categories, one.categories)),
    ['Transport', 'Education'],
  )
  assert.equal(categories.length, 2)
})
