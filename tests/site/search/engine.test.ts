import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import MiniSearch from 'minisearch'
import { generateCatalogue } from '../../../scripts/bench/search/catalogue.ts'
import { openEngine, readerOf } from '../../../src/lib/site/search/engine.ts'
import { FIELDS, planQuery, wordsTyped } from '../../../src/lib/site/search/query.ts'
import { anyText, catalogueOf, finderIn } from './catalogues.ts'

test('a Russian word finds all its forms, the typed form first', async () => {
  const find = await finderIn(
    catalogueOf(['Больница', 'Больницы города', 'Список больниц', 'Школы'].map((title) => ({ title }))),
  )
  for (const typed of ['больница', 'БОЛЬНИЦЫ', 'больниц', 'больницами']) {
    const found = find(typed)
    assert.deepEqual(found.toSorted(), ['Больница', 'Больницы города', 'Список больниц'], typed)
  }
  assert.equal(find('больница')[0], 'Больница')
  assert.equal(find('больницы')[0], 'Больницы города')
})

test('«парков» finds «парки», and vice versa', async () => {
  const find = await finderIn(
    catalogueOf([{ title: 'Парки и скверы' }, { title: 'Адреса парков' }, { title: 'Рынки' }]),
  )
  assert.equal(find('парков').length, 2)
  assert.equal(find('парки').length, 2)
})

test('an English word finds its plural, and vice versa', async () => {
  const find = await finderIn(
    catalogueOf([{ title: 'Hospitals' }, { title: 'A hospital' }, { title: 'Cities' }]),
  )
  assert.equal(find('hospital').length, 2)
  assert.equal(find('hospitals').length, 2)
  assert.deepEqual(find('city'), ['Cities'])
})

test('every prefix of a word finds it while typing', async () => {
  const find = await finderIn(
    catalogueOf([{ title: 'Автомобильные дороги' }, { title: 'Hospitals' }, { title: 'Зелёные насаждения' }]),
  )
  for (const [word, title] of [
    ['автомобильные', 'Автомобильные дороги'],
    ['hospitals', 'Hospitals'],
    ['зеленые', 'Зелёные насаждения'],
    ['зелёные', 'Зелёные насаждения'],
  ] as const)
    for (let length = 1; length <= word.length; length++)
      assert.deepEqual(find(word.slice(0, length)), [title], word.slice(0, length))
})

test('one letter may be wrong, missing, extra or swapped in a word of five', async () => {
  const find = await finderIn(catalogueOf([{ title: 'Hospitals' }, { title: 'Больницы' }, { title: 'Парк' }]))
  for (const typed of ['hospitls', 'hospitalls', 'hozpitals', 'hospitasl'])
    assert.deepEqual(find(typed), ['Hospitals'], typed)
  for (const typed of ['болницы', 'больнницы', 'бальницы']) assert.deepEqual(find(typed), ['Больницы'], typed)
  assert.deepEqual(find('перк'), [])
})

test('two swapped neighbouring letters are one typo, in a short word too', async () => {
  const find = await finderIn(catalogueOf([{ title: 'Airports' }, { title: 'Аптеки' }]))
  for (const typed of ['airprots', 'iarports', 'airpotr']) assert.deepEqual(find(typed), ['Airports'], typed)
  assert.deepEqual(find('апетки'), ['Аптеки'])
})

test('the first letter of a word or its stem is never a typo', async () => {
  const find = await finderIn(
    catalogueOf([
      { title: 'Территориальное деление' },
      { title: 'Hospitals' },
      { title: 'Зелёные насаждения' },
    ]),
  )
  assert.deepEqual(find('зеленые'), ['Зелёные насаждения'])
  for (const typed of ['целение', 'селение', 'bospitals', 'ospitals'])
    assert.deepEqual(find(typed), [], typed)
  assert.deepEqual(find('деленее'), ['Территориальное деление'])
  assert.deepEqual(find('ohspitals'), ['Hospitals'])
})

test('typos are considered only if nothing matches exactly, and never in numbers', async () => {
  const find = await finderIn(catalogueOf([{ title: 'Парки' }, { title: 'Марки' }, { title: 'Итоги 20231' }]))
  assert.deepEqual(find('парки'), ['Парки'])
  assert.deepEqual(find('мерки'), ['Марки'])
  assert.deepEqual(find('20241'), [])
})

test('all words must match; if no dataset has all, those with some are found and marked as such', async () => {
  const catalogue = catalogueOf([
    { title: 'Парки севера' },
    { title: 'Парки юга' },
    { title: 'Рынки севера' },
  ])
  const find = await finderIn(catalogue)
  assert.deepEqual(find('парки севера'), ['Парки севера'])
  const engine = await openEngine(catalogue)
  assert.equal(engine.search('парки севера').leniency, 'all')
  assert.equal(engine.search('парки востока').leniency, 'any')
  assert.deepEqual(find('парки востока'), ['Парки севера', 'Парки юга'])
})

test('a title counts more than a description, and a description more than a column', async () => {
  const find = await finderIn(
    catalogueOf([
      { title: 'C', columns: ['weather'] },
      { title: 'B', description: 'About weather' },
      { title: 'Weather' },
    ]),
  )
  assert.deepEqual(find('weather'), ['Weather', 'B', 'C'])
})

test('categories, publishers, columns and codes are found too', async () => {
  const find = await finderIn(
    catalogueOf(
      [
        { title: 'A', categories: [0] },
        { title: 'B', oivs: [0] },
        { title: 'C', columns: ['global_id', 'АдресОбъекта'] },
        { title: 'D', code: '7704786030-trees' },
      ],
      {
        categories: [{ key: 'c', title: 'Образование' }],
        oivs: [{ key: 'o', title: 'Департамент культуры' }],
      },
    ),
  )
  assert.deepEqual(find('образования'), ['A'])
  assert.deepEqual(find('культура'), ['B'])
  assert.deepEqual(find('адрес'), ['C'])
  assert.deepEqual(find('global_id'), ['C'])
  assert.deepEqual(find('7704786030'), ['D'])
  assert.deepEqual(find('77047'), ['D'])
})

test('a query without words gives everything, in its order', async () => {
  const find = await finderIn(catalogueOf([{ title: 'A' }, { title: 'B' }]))
  for (const typed of ['', '  ', '!?', 'и', 'the']) assert.deepEqual(find(typed), ['A', 'B'], typed)
})

test('every query ends, and finds nothing twice', async () => {
  const engine = await openEngine(generateCatalogue(60, 100))
  const typed = fc.oneof(
    anyText,
    fc.array(fc.constantFrom('парк', 'school', '__proto__', 'constructor', 'a', '№', '5'), { maxLength: 20 }),
  )
  fc.assert(
    fc.property(
      typed.map((text) => (Array.isArray(text) ? text.join(' ') : text)),
      (text) => {
        const { hits } = engine.search(text)
        assert.equal(new Set(hits.map(({ at }) => at)).size, hits.length)
        assert.deepEqual(
          hits.map(({ score }) => score),
          hits.map(({ score }) => score).toSorted((a, b) => b - a),
        )
      },
    ),
  )
})

test('the loaded index gives the same results and scores as one that is built', async () => {
  const catalogue = generateCatalogue(300, 120)
  const engine = await openEngine(catalogue)
  const names = Object.keys(FIELDS)
  const read = readerOf(catalogue, (term) => term)
  const plain = new MiniSearch<{ at: number; fields: string[][] }>({
    fields: names,
    idField: 'at',
    extractField: ({ at, fields }, name) => (name === 'at' ? at : fields[names.indexOf(name)]) as unknown,
    stringifyField: (terms) => terms,
    tokenize: (terms) => terms as unknown as string[],
    processTerm: (term) => term,
    searchOptions: { boost: FIELDS, tokenize: (term) => [term], processTerm: (term) => term },
  })
  plain.addAll(catalogue.datasets.map((_, at) => ({ at, fields: read(at) })))
  for (const typed of [
    'парки',
    'больниц северного',
    'hospitals',
    'п',
    'сведения о размещении школ',
    'медицинск',
  ]) {
    const found = engine.search(typed)
    const query = planQuery(wordsTyped(typed), found.leniency)
    assert.ok(query && found.hits.length > 0, typed)
    const expected = plain
      .search(query)
      .map(({ id, score }) => ({ at: id as number, score: score.toFixed(9) }))
      .sort((a, b) => Number(b.score) - Number(a.score) || a.at - b.at)
    const got = found.hits.map(({ at, score }) => ({ at, score: score.toFixed(9) }))
    assert.deepEqual(
      got.toSorted((a, b) => Number(b.score) - Number(a.score) || a.at - b.at),
      expected,
      typed,
    )
  }
})
