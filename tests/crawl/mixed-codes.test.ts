import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { parseCodes } from '../../src/lib/crawl/plan-codes.ts'
import { surveyOnce } from '../../src/lib/crawl/survey-generation.ts'
import { findCurrent } from '../../src/lib/snapshot/index.ts'
import { refusalOf } from '../support/crawled-datasets.ts'
import { answer, both, type Crawled, jsonOf, openCrawler, xmlOf } from '../support/crawling.ts'
import { type Route, startScripted } from '../support/scripted-origin.ts'
import { crawlInShards } from '../support/sharding.ts'

describe('mixed codes', () => {
  const JSON_TYPE = 'application/json'
  const CODES = 'bus tram metro clinics beds art'.split(' ')
  const TITLES = ['Stops', 'Rails', 'Stations', 'Doctors', 'Wards', 'Museums']
  const lists = { list: 'none' } as const

  /** A service with these datasets, and lists of which one is json only. */
  async function startService(t: TestContext, list: unknown) {
    const origin = await startScripted(t, {
      ...both('list_categories', [{ id: 'c1', title: 'Transport' }]),
      ...both('list_oivs', [{ id: 'o1', title: 'Ministry' }]),
      'api/v1/list_datasets/?type=json': answer(
        typeof list === 'string' ? '[]' : JSON.stringify(list),
        JSON_TYPE,
      ),
      'api/v1/list_datasets/?type=xml': answer(
        typeof list === 'string' ? list : '<data/>',
        'application/xml',
      ),
    })
    for (const code of CODES)
      origin.set(
        both(
          `get_dataset/${code}`,
          ['one', 'two'].map((part) => ({ row: `${code} ${part}`, word: code.slice(1) })),
        ),
      )
    return { origin, crawler: openCrawler(t, origin) }
  }

  const codesOf = ({ manifest }: Crawled) => manifest.codes.order.join(' ')
  const gapsOf = ({ manifest }: Crawled) => manifest.problems.filter(({ severity }) => severity === 'gap')
  const entries = (make: (code: string, at: number) => object) =>
    CODES.map((code, at) => ({ ...make(code, at), title: TITLES[at] }))

  for (const [what, list] of Object.entries({
    'in one field, and then in another while the first has numbers': entries((code, at) =>
      at < 3 ? { id: code } : { id: 17 + at, code },
    ),
    'in two fields by turns, of which the other has numbers': entries((code, at) =>
      at % 2 === 0 ? { id: code, code: 40 + at } : { id: 17 + at, code },
    ),
    'in two fields by turns, of which the other has other texts': entries((code, at) =>
      at % 2 === 0 ? { id: code, code: `x${at}` } : { id: `y${at}`, code },
    ),
    'in one field, and of one entry in another while the first has a number': entries((code, at) =>
      at === 1 ? { id: 99, key: code } : { id: code },
    ),
    'each in one of two fields': entries((code, at) => (at % 2 === 0 ? { id: code } : { code })),
  }))
    test(`datasets whose codes are ${what} are mirrored, in the next run too`, async (t) => {
      const { origin, crawler } = await startService(t, list)
      const first = await crawler.run({ lists })
      assert.equal(codesOf(first), CODES.join(' '))
      assert.deepEqual(gapsOf(first), [])
      const more: object[] = [...list, { id: 'parks', title: 'Gardens' }]
      origin.set({
        'api/v1/list_datasets/?type=json': answer(JSON.stringify(more), JSON_TYPE),
        ...both('get_dataset/parks', [{ row: 'parks' }]),
      })
      origin.forget()
      const second = await crawler.run({ lists })
      assert.equal(codesOf(second), [...CODES, 'parks'].join(' '))
      assert.deepEqual(gapsOf(second), [])
      const asked = new Set(
        origin.requests.flatMap(({ path }) => path.match(/get_dataset\/([^/]+)/)?.[1] ?? []),
      )
      assert.deepEqual(
        [...asked].filter((code) => ![...CODES, 'parks', 'no-such-dataset-0d9f4c1e'].includes(code)),
        [],
      )
    })

  const encodeLetter = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
  const xmlList = (make: (code: string, at: number) => string) =>
    `<?xml version="1.0"?><list>${CODES.map(make).join('')}</list>`

  for (const [what, list] of Object.entries({
    'after a prefix': entries((code) => ({ id: `urn:dataset:${code}` })),
    'after a prefix in every other entry': entries((code, at) => ({
      id: at % 2 === 0 ? code : `urn:dataset:${code}`,
    })),
    'after a prefix in two of six entries': entries((code, at) => ({
      id: at < 4 ? code : `urn:dataset:${code}`,
    })),
    'in the names of files': entries((code) => ({ file: `${code}.json` })),
    'percent-encoded': entries((code) => ({ id: [...code].map(encodeLetter).join('') })),
    'between blanks': entries((code) => ({ id: `  ${code} ` })),
    'at the end of addresses of another site': entries((code) => ({
      url: `https://data.example.org/show?set=${code}`,
    })),
    'in brackets after the title': CODES.map((code, at) => ({ title: `${TITLES[at]} (${code})` })),
    'in other letters than the origin answers for': entries((code) => ({ id: code.toUpperCase() })),
    'repeated with other titles': [
      ...entries((code) => ({ code })),
      ...entries((code) => ({ code })).map((one) => ({ ...one, title: `${one.title} again` })),
    ],
    'before a title in one text': CODES.map((code, at) => `${code}: all ${TITLES[at]}`),
    'in an attribute or in an element': xmlList((code, at) =>
      at % 2 === 0
        ? `<d code="${code}"><title>${TITLES[at]}</title></d>`
        : `<d><code>${code}</code><title>${TITLES[at]}</title></d>`,
    ),
  }))
    test(`datasets whose codes are ${what} are mirrored with their titles, in the next run too`, async (t) => {
      const { origin, crawler } = await startService(t, list)
      const first = await crawler.run({ lists })
      assert.equal(codesOf(first), CODES.join(' '))
      assert.deepEqual(gapsOf(first), [])
      const survey = surveyOnce(findCurrent(crawler.state), {})()
      for (const [at, { title }] of (survey?.catalogue.datasets ?? []).entries())
        assert.ok(title.includes(TITLES[at] as string), title)
      assert.ok(origin.requests.length < 80, `${origin.requests.length} requests`)
      assert.equal(codesOf(await crawler.run({ lists })), CODES.join(' '))
    })

  for (const [what, count] of [
    ['all entries', 6],
    ['two of six entries', 2],
  ] as const)
    test(`codes with blanks around them in ${what} of one format are those of the other, if the origin ignores blanks`, async (t) => {
      const { origin, crawler } = await startService(
        t,
        entries((code) => ({ code })),
      )
      const padded = CODES.map((code, at) => ({
        code: at < count ? ` ${code} ` : code,
        title: TITLES[at] ?? '',
      }))
      origin.set({ 'api/v1/list_datasets/?type=xml': answer(xmlOf(padded), 'application/xml') })
      for (const code of CODES)
        for (const type of ['json', 'xml'])
          origin.set({
            [`api/v1/get_dataset/%20${code}%20/?type=${type}`]: both(
              `get_dataset/${code}`,
              ['one', 'two'].map((part) => ({ row: `${code} ${part}`, word: code.slice(1) })),
            )[`api/v1/get_dataset/${code}/?type=${type}`] as Route,
          })
      const first = await crawler.run({ lists })
      assert.equal(codesOf(first), CODES.join(' '))
      assert.deepEqual(
        first.problems.filter((one) => /list_datasets|lists|get_dataset/.test(one) && !/belongs/.test(one)),
        [],
      )
      const asked = origin.requests.filter(({ path }) => path.includes('%20'))
      assert.ok(asked.length <= 3 + 4, `${asked.length}`)
      assert.equal(codesOf(await crawler.run({ lists })), CODES.join(' '))
    })

  test('a code that ends with a blank is another dataset than the one without, if the origin has both', async (t) => {
    const { origin, crawler } = await startService(
      t,
      entries((code) => ({ code })),
    )
    const more = [...CODES.map((code) => ({ code, title: code })), { code: 'bus ', title: 'Old stops' }]
    origin.set({
      'api/v1/list_datasets/?type=xml': answer(xmlOf(more), 'application/xml'),
      ...both('get_dataset/bus%20', [{ row: 'old one', word: 'us' }]),
    })
    const { manifest } = await crawler.run({ lists })
    assert.deepEqual(manifest.codes.order, [...CODES, 'bus '])
  })

  test('datasets that the origin does not have stay gaps, although their entries mention others', async (t) => {
    const { origin, crawler } = await startService(t, [
      ...entries((code, at) => ({ code, number: at, related: 'bus' })),
      { code: 'ferries', number: 7, related: 'bus', title: 'Ships' },
      { code: 'canals', number: 8, related: 'tram', title: 'Water' },
    ])
    const first = await crawler.run({ lists })
    assert.equal(codesOf(first), [...CODES, 'ferries', 'canals'].join(' '))
    assert.equal(gapsOf(first).length, 4)
    const asked = origin.requests.filter(({ path }) => path.includes('get_dataset/'))
    // In two formats each, without the control, and in html for the two.
    assert.ok(asked.length < (CODES.length + 2) * 2 + 12, asked.map(({ path }) => path).join())
  })

  test('a part of the texts of a list is no code if the origin answers for some of them only', async (t) => {
    const { crawler } = await startService(t, ['The bus', 'A house', 'Some trees', 'The art', 'No name'])
    const first = await crawler.run({ lists })
    assert.equal(codesOf(first), '')
    assert.deepEqual(
      gapsOf(first).map(({ code }) => code),
      ['no-datasets'],
    )
  })

  for (const [what, list] of Object.entries({
    'a table in a text': 'code;title\nbus;Stops',
    'entries below 900 objects': Array.from({ length: 900 }).reduce<object>(
      (nested) => ({ nested }),
      [{ code: 'bus' }],
    ),
  }))
    test(`a list that holds ${what} is not called empty`, async (t) => {
      const { origin, crawler } = await startService(t, [])
      origin.set({ 'api/v1/list_datasets/?type=json': answer(JSON.stringify(list), JSON_TYPE) })
      const { problems } = await crawler.run({ lists })
      assert.match(problems.join('\n'), /^gap dataset codes: None were found: .*list_datasets/m)
    })

  test('datasets are mirrored although many codes of their list cannot be folders, which are gaps by name', async (t) => {
    const list = [
      ...entries((code) => ({ code })),
      ...['a/b', 'c/d', '..'].map((code) => ({ code, title: 'Odd' })),
    ]
    const { crawler } = await startService(t, list)
    for (const run of [await crawler.run({ lists }), await crawler.run({ lists })]) {
      assert.equal(codesOf(run), CODES.join(' '))
      assert.deepEqual(
        gapsOf(run).map(({ code, subject }) => `${code} ${subject}`),
        ['unusable-code ".."', 'unusable-code "a/b"', 'unusable-code "c/d"'],
      )
    }
  })

  let asked = 0
  const nothing: Record<string, (code: string) => Record<string, string>> = {
    'the code': (code) => ({ text: `There is nothing under ${code}` }),
    'the code in capitals': (code) => ({ text: `There is nothing under ${code.toUpperCase()}` }),
    'nothing but the code in capitals': (code) => ({ requested: code.toUpperCase() }),
    'a time': () => ({ text: 'There is no such dataset', at: new Date(asked++ * 1e7).toISOString() }),
    'a number of the request': () => ({ text: 'There is no such dataset', request: `r${asked++}` }),
  }
  const inTwoFields = entries((code, at) => (at % 2 === 0 ? { id: code } : { id: 17 + at, code }))
  const withNumbers = entries((code, at) => ({ id: 17 + at, name: code }))
  // The formats and the place of the codes are independent, so that all formats are tried for one place only.
  for (const [what, make] of Object.entries(nothing))
    for (const [where, list, ...formats] of [
      ['whose codes are in two fields', inTwoFields, ['json'], ['xml'], ['json', 'xml']],
      ['with numbers', withNumbers, ['json', 'xml']],
    ] as const)
      for (const types of formats as readonly (readonly string[])[])
        test(`datasets ${where} are mirrored although the origin answers 200 with ${what} for what it does not have, in ${types.join(' and ')}`, async (t) => {
          const { origin, crawler } = await startService(t, list)
          origin.otherwise(({ path }) => {
            const code = path.match(/get_dataset\/([^/]+)/)?.[1]
            if (code !== undefined && types.includes('json') && path.endsWith('/?type=json'))
              return answer(jsonOf([make(code)]), JSON_TYPE)
            if (code !== undefined && types.includes('xml') && path.endsWith('/?type=xml'))
              return answer(xmlOf([make(code)]), 'application/xml')
            return { status: 404 }
          })
          for (const run of [await crawler.run({ lists }), await crawler.run({ lists })]) {
            assert.equal(codesOf(run), CODES.join(' '))
            assert.deepEqual(gapsOf(run), [])
          }
        })

  const inCategories = (make: (code: string, at: number) => object) =>
    ['c1', 'c2'].flatMap((category) => entries(make).map((one) => ({ ...one, category })))

  for (const [what, list] of Object.entries({
    'in one of two fields': inCategories((code, at) => (at % 2 === 0 ? { id: code } : { code })),
    'in two fields, of which the other has numbers': inCategories((code, at) =>
      at % 2 === 0 ? { id: code, code: 40 + at } : { id: 17 + at, code },
    ),
    'in two fields, of which the other has other texts': inCategories((code, at) =>
      at % 2 === 0 ? { id: code, code: `x${at}` } : { id: `y${at}`, code },
    ),
  }))
    test(`datasets that a list repeats for each category, with codes ${what}, have no gaps`, async (t) => {
      const { crawler } = await startService(t, list)
      for (const run of [await crawler.run({ lists }), await crawler.run({ lists })]) {
        assert.equal([...run.manifest.codes.order].sort().join(), [...CODES].sort().join())
        assert.deepEqual(gapsOf(run), [])
      }
    })

  test('the code of an entry is asked for although a number is in the field that has the codes of others', async (t) => {
    const { crawler } = await startService(
      t,
      entries((code, at) => (at < 2 ? { code } : at === 3 ? { id: 93, key: code } : { id: code })),
    )
    for (const run of [await crawler.run({ lists }), await crawler.run({ lists })]) {
      assert.equal([...run.manifest.codes.order].sort().join(), [...CODES].sort().join())
      assert.deepEqual(gapsOf(run), [])
    }
  })

  test('numbers that were taken for codes while the origin failed are dropped when it answers that it does not have them', async (t) => {
    const { origin, crawler } = await startService(
      t,
      entries((code, at) => (at < 4 ? { id: code } : { id: 17 + at, code })),
    )
    origin.otherwise({ status: 503 })
    const first = await crawler.run({ lists })
    assert.ok(gapsOf(first).length > 0)
    origin.otherwise({ status: 404 })
    for (const run of [await crawler.run({ lists }), await crawler.run({ lists })]) {
      assert.equal(codesOf(run), CODES.join(' '))
      assert.deepEqual(gapsOf(run), [])
    }
  })

  test('a number that was taken for a new code while the origin refused everything is dropped when it answers again', async (t) => {
    const list = entries((code, at) => (at < 4 ? { id: code } : { id: 17 + at, code }))
    const { origin, crawler } = await startService(t, list.slice(0, 4))
    await crawler.run({ lists })
    const denied = { status: 403 }
    const paths = CODES.flatMap((code) =>
      ['json', 'xml'].map((type) => `api/v1/get_dataset/${code}/?type=${type}`),
    )
    origin.set(Object.fromEntries(paths.map((path) => [path, denied])))
    origin.set({ 'api/v1/list_datasets/?type=json': answer(JSON.stringify(list), JSON_TYPE) })
    origin.otherwise(denied)
    assert.ok(gapsOf(await crawler.run({ lists })).length > 0)
    for (const code of CODES)
      origin.set(
        both(
          `get_dataset/${code}`,
          ['one', 'two'].map((part) => ({ row: `${code} ${part}`, word: code.slice(1) })),
        ),
      )
    origin.otherwise({ status: 404 })
    const last = await crawler.run({ lists })
    assert.equal([...last.manifest.codes.order].sort().join(), [...CODES].sort().join())
    assert.deepEqual(gapsOf(last), [])
  })

  for (const [what, route] of Object.entries({
    'status 503': { status: 503 },
    'a page': answer('<html><body>We are back at noon</body></html>', 'text/html'),
  }))
    test(`entries of a list are a gap while the origin answers with ${what} for the codes in one of their two fields`, async (t) => {
      const { origin, crawler } = await startService(
        t,
        entries((code, at) => (at % 2 === 0 ? { id: code } : { id: 17 + at, code })),
      )
      const [first = '', , third = '', , fifth = ''] = CODES
      for (const code of [first, third, fifth])
        for (const type of ['json', 'xml'])
          origin.set({ [`api/v1/get_dataset/${code}/?type=${type}`]: route })
      const bad = await crawler.run({ lists })
      assert.equal(bad.manifest.complete, false)
      assert.match(
        gapsOf(bad)
          .map(({ message }) => message)
          .join(),
        new RegExp(`"${first}" .*"${third}" .*"${fifth}"`),
      )
      for (const code of [first, third, fifth]) origin.set(both(`get_dataset/${code}`, [{ row: code }]))
      const sound = await crawler.run({ lists })
      assert.equal(codesOf(sound), CODES.join(' '))
      assert.deepEqual(gapsOf(sound), [])
    })

  test('datasets whose codes are in two fields are mirrored by shards as well', async (t) => {
    const { crawler } = await startService(
      t,
      entries((code, at) => (at % 2 === 0 ? { id: code, code: 40 + at } : { id: 17 + at, code })),
    )
    const merged = await crawlInShards({ ...crawler.options, lists }, 2)
    assert.equal(codesOf(merged), CODES.join(' '))
    assert.deepEqual(gapsOf(merged), [])
  })

  for (const [what, recode] of Object.entries<(code: string) => string>({
    'begin with the same word': (code) => `v2-${code}`,
    'end with the same number': (code) => `${code}.2026`,
    'are names of another kind': (code) => `urn:dataset:${code}`,
  }))
    test(`datasets of which all codes now ${what} are found under these, once the origin has them`, async (t) => {
      const { origin, crawler } = await startService(
        t,
        entries((code) => ({ code })),
      )
      await crawler.run({ lists })
      const recoded = entries((code) => ({ code: recode(code) }))
      origin.set({ 'api/v1/list_datasets/?type=json': answer(JSON.stringify(recoded), JSON_TYPE) })
      const gone = { status: 404, body: 'nothing here' }
      for (const code of CODES)
        for (const type of ['', '?type=json', '?type=xml'])
          origin.set({ [`api/v1/get_dataset/${code}/${type}`]: gone })
      assert.equal(codesOf(await crawler.run({ lists })), CODES.join(' '))
      for (const code of CODES)
        origin.set(
          both(`get_dataset/${encodeURIComponent(recode(code))}`, [
            { row: `${code} one` },
            { row: `${code} two` },
          ]),
        )
      const { removal } = await refusalOf(crawler.run({ lists }))
      const accepted = await crawler.run({ lists, acceptRemovals: removal.planId })
      assert.deepEqual(accepted.manifest.codes.order.slice(0, CODES.length), CODES.map(recode))
      const former = accepted.manifest.records.filter(({ code }) => CODES.includes(code ?? ''))
      assert.deepEqual(new Set(former.map(({ state }) => state)), new Set(['withdrawn']))
      assert.deepEqual(gapsOf(accepted), [])
    })

  test('a text that the origin has no dataset for is requested once in a run, also if the lists are read for other codes', async (t) => {
    const { origin, crawler } = await startService(
      t,
      entries((code, at) => (at < 2 ? { code } : at === 3 ? { id: 93, key: code } : { id: code })),
    )
    await crawler.run({ lists })
    const paths = origin.requests.map(({ path }) => path).filter((path) => path.includes('get_dataset/'))
    const others = paths.filter((path) => ![...CODES, '93'].some((code) => path.includes(`/${code}/`)))
    assert.ok(others.length > 0)
    assert.deepEqual(others, [...new Set(others)])
  })
})

describe('codes as folders', () => {
  const ALIKE = ['Parks', 'parks', 'caf\u00e9', 'cafe\u0301', 'other', 'ПАРК', 'парк']

  test('on a disk that distinguishes names every code is accepted, and similar ones are reported', () => {
    const { codes, problems } = parseCodes(ALIKE, false)
    assert.deepEqual(codes, ALIKE)
    assert.deepEqual(
      problems.map(({ severity, subject }) => [severity, subject]),
      [
        ['warning', '"parks"'],
        ['warning', '"cafe\u0301"'],
        ['warning', '"парк"'],
      ],
    )
  })

  test('on a disk that ignores the difference only the first is accepted, and the others are reported', () => {
    const { codes, problems } = parseCodes(ALIKE, true)
    assert.deepEqual(codes, ['Parks', 'caf\u00e9', 'other', 'ПАРК'])
    assert.equal(problems.length, 3)
    assert.ok(problems.every(({ severity }) => severity === 'gap'))
    assert.match(problems[0]?.message ?? '', /same folder as "Parks"/)
  })

  test('an invalid code does not clash with a valid one', () => {
    const { codes, problems } = parseCodes(['..', 'a/b', 'a'], true)
    assert.deepEqual(codes, ['a'])
    assert.deepEqual(
      problems.map(({ subject }) => subject),
      ['".."', '"a/b"'],
    )
  })
})
