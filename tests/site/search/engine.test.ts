import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateCatalogue } from '../../../scripts/bench/search/catalogue.ts'
import fc from '../../support/fast-check.ts'
import { anyText, catalogueOf, finderIn, searchIn } from './catalogues.ts'

test('a Russian word finds all its forms, the typed form first', async () => {
  const find = finderIn(
    catalogueOf(['Больница', 'Больницы города', 'Список больниц', 'Школы'].map((title) => ({ title }))),
  )
  for (const typed of ['больница', 'БОЛЬНИЦЫ', 'больниц', 'больницами']) {
    const found = await find(typed)
    assert.deepEqual(found.toSorted(), ['Больница', 'Больницы города', 'Список больниц'], typed)
  }
  assert.equal((await find('больница'))[0], 'Больница')
  assert.equal((await find('больницы'))[0], 'Больницы города')
})

test('«парков» finds «парки», and vice versa', async () => {
  const find = finderIn(
    catalogueOf([{ title: 'Парки и скверы' }, { title: 'Адреса парков' }, { title: 'Рынки' }]),
  )
  assert.equal((await find('парков')).length, 2)
  assert.equal((await find('парки')).length, 2)
})

test('an English word finds its plural, and vice versa', async () => {
  const find = finderIn(catalogueOf([{ title: 'Hospitals' }, { title: 'A hospital' }, { title: 'Cities' }]))
  assert.equal((await find('hospital')).length, 2)
  assert.equal((await find('hospitals')).length, 2)
  assert.deepEqual(await find('city'), ['Cities'])
})

test('every prefix of a word finds it while typing', async () => {
  const find = finderIn(
    catalogueOf([{ title: 'Автомобильные дороги' }, { title: 'Hospitals' }, { title: 'Зелёные насаждения' }]),
  )
  for (const [word, title] of [
    ['автомобильные', 'Автомобильные дороги'],
    ['hospitals', 'Hospitals'],
    ['зеленые', 'Зелёные насаждения'],
    ['зелёные', 'Зелёные насаждения'],
  ] as const)
    for (let length = 1; length <= word.length; length++)
      assert.deepEqual(await find(word.slice(0, length)), [title], word.slice(0, length))
})

test('one letter may be wrong, missing, extra or swapped in a word of five', async () => {
  const find = finderIn(catalogueOf([{ title: 'Hospitals' }, { title: 'Больницы' }, { title: 'Парк' }]))
  for (const typed of ['hospitls', 'hospitalls', 'hozpitals', 'hospitasl'])
    assert.deepEqual(await find(typed), ['Hospitals'], typed)
  for (const typed of ['болницы', 'больнницы', 'бальницы'])
    assert.deepEqual(await find(typed), ['Больницы'], typed)
  assert.deepEqual(await find('перк'), [])
})

test('two swapped neighbouring letters are one typo, in a short word too', async () => {
  const find = finderIn(catalogueOf([{ title: 'Airports' }, { title: 'Аптеки' }]))
  for (const typed of ['airprots', 'iarports', 'airpotr'])
    assert.deepEqual(await find(typed), ['Airports'], typed)
  assert.deepEqual(await find('апетки'), ['Аптеки'])
})

test('the first letter of a word or its stem is never a typo', async () => {
  const find = finderIn(
    catalogueOf([
      { title: 'Территориальное деление' },
      { title: 'Hospitals' },
      { title: 'Зелёные насаждения' },
    ]),
  )
  assert.deepEqual(await find('зеленые'), ['Зелёные насаждения'])
  for (const typed of ['целение', 'селение', 'bospitals', 'ospitals'])
    assert.deepEqual(await find(typed), [], typed)
  assert.deepEqual(await find('деленее'), ['Территориальное деление'])
  assert.deepEqual(await find('ohspitals'), ['Hospitals'])
})

test('typos are considered only if nothing matches exactly, and never in numbers', async () => {
  const find = finderIn(catalogueOf([{ title: 'Парки' }, { title: 'Марки' }, { title: 'Итоги 20231' }]))
  assert.deepEqual(await find('парки'), ['Парки'])
  assert.deepEqual(await find('мерки'), ['Марки'])
  assert.deepEqual(await find('20241'), [])
})

test('a code that is typed wrongly finds the nearest codes, digits included, if nothing else is found', async () => {
  const catalogue = catalogueOf([
    { title: 'Парки', code: '7710474791-parks' },
    { title: 'Аптеки', code: '501' },
    { title: 'Школы', code: '5512' },
    { title: 'Итоги 2023' },
  ])
  const search = searchIn(catalogue)
  const find = finderIn(catalogue)
  for (const [typed, title] of [
    ['7710474719-parks', 'Парки'],
    ['771047479-parks', 'Парки'],
    ['7710474791-praks', 'Парки'],
    ['5011', 'Аптеки'],
    ['5513', 'Школы'],
    ['50l', 'Аптеки'],
  ] as const) {
    const found = await find(typed)
    assert.equal(found[0], title, typed)
  }
  assert.equal((await search('7710474719-parks')).leniency, 'codes')
  assert.equal((await search('501')).leniency, 'all')
  // A number in a title is no code.
  assert.deepEqual(await find('2024'), [])
  assert.deepEqual(await find('52'), [])
})

test('all words must match; if no dataset has all, those with some are found and marked as such', async () => {
  const catalogue = catalogueOf([
    { title: 'Парки севера' },
    { title: 'Парки юга' },
    { title: 'Рынки севера' },
  ])
  const find = finderIn(catalogue)
  assert.deepEqual(await find('парки севера'), ['Парки севера'])
  const search = searchIn(catalogue)
  assert.equal((await search('парки севера')).leniency, 'all')
  assert.equal((await search('парки востока')).leniency, 'any')
  assert.deepEqual(await find('парки востока'), ['Парки севера', 'Парки юга'])
})

test('a title counts more than a description, and a description more than a column', async () => {
  const find = finderIn(
    catalogueOf([
      { title: 'C', columns: ['weather'] },
      { title: 'B', description: 'About weather' },
      { title: 'Weather' },
    ]),
  )
  assert.deepEqual(await find('weather'), ['Weather', 'B', 'C'])
})

test('categories, publishers, columns and codes are found too', async () => {
  const find = finderIn(
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
  assert.deepEqual(await find('образования'), ['A'])
  assert.deepEqual(await find('культура'), ['B'])
  assert.deepEqual(await find('адрес'), ['C'])
  assert.deepEqual(await find('global_id'), ['C'])
  assert.deepEqual(await find('7704786030'), ['D'])
  assert.deepEqual(await find('77047'), ['D'])
})

test('a query without words gives everything, in its order', async () => {
  const find = finderIn(catalogueOf([{ title: 'A' }, { title: 'B' }]))
  for (const typed of ['', '  ', '!?', 'и', 'the']) assert.deepEqual(await find(typed), ['A', 'B'], typed)
})

test('every query ends, and finds nothing twice', async () => {
  const search = searchIn(generateCatalogue(60, 100))
  const typed = fc.oneof(
    anyText,
    fc.array(fc.constantFrom('парк', 'school', '__proto__', 'constructor', 'a', '№', '5'), { maxLength: 20 }),
  )
  await fc.assert(
    fc.asyncProperty(
      typed.map((text) => (Array.isArray(text) ? text.join(' ') : text)),
      async (text) => {
        const { hits } = await search(text)
        assert.equal(new Set(hits.map(({ at }) => at)).size, hits.length)
        const scores = hits.map(({ score }) => Math.fround(score))
        assert.deepEqual(
          scores,
          scores.toSorted((a, b) => b - a),
        )
      },
    ),
  )
})
