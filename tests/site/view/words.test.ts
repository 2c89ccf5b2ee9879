import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIST_OPERATIONS } from '../../../src/lib/interface/index.ts'
import {
  aboutView,
  browseView,
  cut,
  datasetView,
  feedOf,
  homeView,
  listView,
  localeOf,
  type Mirror,
  searchView,
  searchWords,
  type Words,
} from '../../../src/lib/site/view/index.ts'
import { sampleMirror } from '../../support/sample-mirror/index.ts'
import { type Said, saidBy, sentencesOf } from '../../support/words.ts'

const en = localeOf('en')
const ru = localeOf('ru')

const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('Russian has the same sentences as English, with the same number of values', () => {
  const kinds = (all: Said[]) => all.map(({ path, value }) => `${path} ${typeof value}`).sort()
  assert.deepEqual(kinds(saidBy(ru.words)), kinds(saidBy(en.words)))
})

test('every Russian noun has the plural forms of its language', () => {
  const counts = ['columns', 'datasets', 'records', 'categories', 'oivs'] as const
  for (const noun of counts) {
    const forms: object = ru.words.facts[noun]
    assert.deepEqual(Object.keys(forms).sort(), ['few', 'one', 'other'])
  }
})

test('the words of scripts take the same values in both languages, in every form', () => {
  const OF_SCRIPTS = /^\.?(?:explorer|ownChart|search\.script)\./
  const placesIn = (words: Words) => {
    const places = new Map<string, Set<string>>()
    for (const { path, text } of sentencesOf(words).filter(({ path }) => OF_SCRIPTS.test(path))) {
      const sentence = path.replace(/\.(?:one|few|other)$/, '')
      const filled = new Set(places.get(sentence))
      for (const [place] of text.matchAll(/\{\w+\}/g)) filled.add(place)
      places.set(sentence, filled)
    }
    return places
  }
  const english = placesIn(en.words)
  assert.ok(english.size > 100, `${english.size}`)
  assert.deepEqual(placesIn(ru.words), english)
  for (const { path, text } of sentencesOf(ru.words))
    if (OF_SCRIPTS.test(path) && /^\..*\.(?:few|other)$/.test(path)) assert.match(text, /\{count\}/, path)
})

test('no word of a language is empty', () => {
  // English has no other language to announce.
  const none = 'developers.page.fieldsNote'
  const all = [ru.words, en.words].flatMap((words) => saidBy(words))
  for (const { path, value } of all)
    if (typeof value === 'string' && path !== none) assert.ok(value.trim() !== '', path)
})

test('Russian words have letters of another script only in names that every language shares', () => {
  // Names of formats, tools, units and files are the same in every language.
  const shared =
    /`[^`]*`|«type»|\?type=|JSON Schema|Natural Earth|\{\w+\}|\b(?:html|json|xml|csv|curl|Python|pandas|R|JavaScript|DuckDB|Parquet|GeoJSON|SHA-256|UTF-8|service worker|SHA256SUMS|status\.json|index\.\w+|MARK|BibTeX|RIS|WGS 84|Atom|RFC 4180|BOM|Excel|Enter|Esc|Shift|Page Up|Page Down|OpenAPI|GET|DCAT-AP|DCAT-US|TimeMap|RFC 7089|Data Package|Markdown)\b/gi
  for (const sentence of sentencesOf(ru.words).filter(({ path }) => path !== 'language'))
    assert.doesNotMatch(sentence.text.replaceAll(shared, ''), /[A-Za-z]{2,}/, sentence.path)
})

test('nouns follow the plural rules of Russian', () => {
  const { records } = ru.words.facts
  const cases = [
    [0, '0 записей'],
    [1, '1 запись'],
    [2, '2 записи'],
    [5, '5 записей'],
    [11, '11 записей'],
    [21, '21 запись'],
    [101, '101 запись'],
    [112, '112 записей'],
    [28_818, '28 818 записей'],
  ] as const
  for (const [count, text] of cases) assert.equal(spaced(ru.format.plural(count, records)), text)
  assert.equal(ru.format.plural(3, { one: 'км', other: 'км' }), '3 км')
})

test('nouns follow the plural rules of English', () => {
  for (const [count, text] of [
    [0, '0 records'],
    [1, '1 record'],
    [21, '21 records'],
    [101, '101 records'],
  ] as const)
    assert.equal(en.format.plural(count, en.words.facts.records), text)
})

test('numbers, sizes, shares and times are formatted as in Russian, with non-breaking spaces', () => {
  assert.equal(ru.format.count(28_818), '28\u00a0818')
  assert.equal(ru.format.bytes(1), '1 байт')
  assert.equal(ru.format.bytes(512), '512 байт')
  assert.equal(ru.format.bytes(1234), '1,23\u00a0кБ')
  assert.equal(ru.format.bytes(5_000_000_000), '5\u00a0ГБ')
  assert.equal(cut(ru, 'ё'.repeat(1262), 1240).rest, '… +22 знака')
  assert.equal(ru.format.share(2, 3), '66,7\u00a0%')
  assert.equal(spaced(ru.format.day('2026-11-21T00:00:00.000Z').text), '21 нояб. 2026 г.')
  assert.equal(spaced(ru.format.moment('2026-11-21T08:36:00.000Z').text), '21 нояб. 2026 г., 08:36 UTC')
  assert.equal(ru.format.month(new Date('2026-11-01')), 'нояб. 2026')
})

test('titles are sorted as in Russian: Russian before Latin, ё next to е, numbers by value', () => {
  const titles = ['Zoo', 'Ящик', 'Ель', 'Ёлка', 'Дом 10', 'Дом 9', 'ёж']
  assert.deepEqual(titles.sort(ru.format.compare), ['Дом 9', 'Дом 10', 'ёж', 'Ёлка', 'Ель', 'Ящик', 'Zoo'])
})

test('no page of a Russian mirror contains a sentence of the English words', () => {
  const mirror = sampleMirror('ru')
  const views = [
    homeView(mirror),
    aboutView(mirror),
    ...LIST_OPERATIONS.map((operation) => listView(mirror, operation)),
    ...mirror.catalogue.datasets.map((entry) => datasetView(mirror, entry)),
    // What scripts show.
    searchWords(mirror),
    mirror.words.explorer,
    mirror.words.ownChart,
  ]
  const said = views.map((view) => JSON.stringify(view)).join('\n')
  assert.match(said, /наборов данных/)
  const english = sentencesOf(en.words).filter(({ text }) => /\p{L}{2,}.*\s.*\p{L}{2,}/u.test(text))
  assert.ok(english.length > 100)
  for (const { path, text } of english)
    for (const part of text.split('MARK').filter((piece) => /\p{L}{2,}\s+\p{L}{2,}\s+\p{L}/u.test(piece)))
      assert.ok(!said.includes(JSON.stringify(part.trim()).slice(1, -1)), `${path}: ${part}`)
})

test('mirrors of different languages can be rendered in turn in one process', () => {
  const pagesOf = (mirror: Mirror) => [
    () => homeView(mirror),
    () => aboutView(mirror),
    ...LIST_OPERATIONS.map((operation) => () => listView(mirror, operation)),
    ...mirror.catalogue.datasets.map((entry) => () => datasetView(mirror, entry)),
    ...[...mirror.listings.byFolder.values()].map((listing) => () => browseView(mirror, listing, 1)),
    () => searchView(mirror, []),
    () => searchWords(mirror),
    () => feedOf(mirror),
  ]
  const render = (page: () => unknown) => JSON.stringify(page())
  const alone = (['en', 'ru'] as const).map((language) => pagesOf(sampleMirror(language)).map(render))
  assert.equal(new Set(alone.flat()).size, alone.flat().length, 'no page is the same in both languages')
  const [english, russian] = [pagesOf(sampleMirror('en')), pagesOf(sampleMirror('ru'))]
  const inTurn = english.map((page, at) => [page, russian[at] ?? page].map(render))
  assert.deepEqual([inTurn.map(([en]) => en), inTurn.map(([, ru]) => ru)], alone)
})

test('reports of the crawler are marked as English on a Russian page, and not marked on an English one', () => {
  const reasonOf = (language: 'en' | 'ru') => {
    const mirror = sampleMirror(language)
    const views = mirror.catalogue.datasets.map((entry) => datasetView(mirror, entry))
    return views
      .flatMap(({ provenance }) => provenance.flatMap(({ fields }) => fields))
      .find(({ name }) => name === mirror.words.notices.reason)?.value
  }
  const english = reasonOf('en')
  assert.ok(english?.kind === 'text' && english.lang === undefined)
  const russian = reasonOf('ru')
  assert.ok(russian?.kind === 'text' && russian.lang === 'en')
})

test('evidence is worded in Russian; the sentence of an earlier version stays English and is marked so', () => {
  const { wordEvidence } = ru.words.aboutPage
  const cases = [
    [{ code: 'updated' }, 'название поля и то, что его значения\u00a0— даты'],
    [
      { code: 'no-field', facts: { lacks: 'имя; x' } },
      'в списке нет поля "имя; x", которое названо в настройках; ни одно поле не подходит',
    ],
    [
      { code: 'answers', facts: { asked: 3, links: 2 } },
      'источник отвечает на значения поля (запросов: 3); ссылок на наборы данных в списках: 2',
    ],
    [
      { code: 'linked-field', facts: { links: 68, found: 68, of: 70, field: 'list_datasets.id' } },
      'ссылок на наборы данных в списках: 68; значений list_datasets.id, которые служат их кодами: 68 из 70',
    ],
    [{ code: 'something-new' }, undefined],
  ] as const
  for (const [evidence, text] of cases) assert.equal(wordEvidence(evidence), text)
  const mirror = sampleMirror('ru')
  const evidence = { code: 'sentence', facts: { text: 'A sentence.' } }
  const inferences = [{ what: 'dataset code', evidence }, ...mirror.catalogue.inferences]
  const rows = aboutView({ ...mirror, catalogue: { ...mirror.catalogue, inferences } }).inferences
  assert.deepEqual(
    rows.map(({ lang }) => lang),
    ['en', undefined, undefined, undefined],
  )
  assert.deepEqual([rows[0]?.evidence, rows[0]?.what], ['A sentence.', 'код набора данных'])
})
