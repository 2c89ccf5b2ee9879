import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { selectRows } from '../../../src/client/explorer/core/filter.ts'
import { type KnownColumn, tableOf } from '../../../src/client/explorer/core/table.ts'
import { ANY_COLUMN } from '../../../src/client/explorer/core/view.ts'
import { type RecordWordsHead, WORDS_NAME, wordPartName } from '../../../src/lib/site/search/head.ts'
import { takePart } from '../../../src/lib/site/search/packed.ts'
import { renderIndex } from '../../../src/lib/site/search/render-index.ts'
import type { TermPart } from '../../../src/lib/site/search/terms/term-reader.ts'
import { openWordCounter, type WordCounts } from '../../../src/lib/site/search/values/count-words.ts'
import { openRecordSearch } from '../../../src/lib/site/search/values/find-words.ts'
import { mergeWords } from '../../../src/lib/site/search/values/merge-words.ts'
import fc from '../../support/fast-check.ts'
import { anyText, catalogueOf, PARTS } from './catalogues.ts'

type Rows = readonly (readonly (string | null)[])[]

function countsOf(rows: Rows, most?: number): WordCounts {
  const counter = openWordCounter([...(rows[0] ?? []).keys()], most)
  for (const row of rows) counter.add(row)
  return counter.finish()
}

/** The search in the records of datasets, from the files that a page loads, and the parts that were loaded. */
function searchIn(words: readonly (WordCounts | undefined)[]) {
  const files = [...renderIndex(catalogueOf(words.map((_, at) => ({ title: `${at}` }))), PARTS, words)]
  const read = (name: string) => {
    const self = {}
    runInNewContext(files.find(({ path }) => path.startsWith(`${PARTS}${name}.`))?.text ?? '', { self })
    return JSON.parse(JSON.stringify(takePart(self, name)))
  }
  const loaded: number[] = []
  const search = openRecordSearch(read(WORDS_NAME) as RecordWordsHead, async (at) => {
    loaded.push(at)
    return read(wordPartName(at)) as TermPart
  })
  return { ...search, loaded }
}

const texts = (...lines: readonly string[]): Rows => lines.map((line) => [line])
const formsIn = async (rows: Rows, typed: string) => {
  const [found] = await searchIn([countsOf(rows)]).find(typed)
  return found?.words.map((forms) => forms.map(({ text, count }) => `${text} ${count}`))
}

test('a word in records is found with its forms, itself first, and the number of records of each', async () => {
  const streets = texts(
    'Тверская ул., 1',
    'ул. Тверская, Тверская площадь',
    'на Тверской',
    'Тверские ряды',
    'Арбат',
  )
  assert.deepEqual(await formsIn(streets, 'ТВЕРСКОЙ'), [['тверской 1', 'тверская 2', 'тверские 1']])
  const cities = texts('A city', 'Two cities', 'Cityscape', 'Citizen')
  assert.deepEqual(await formsIn(cities, 'cities'), [['cities 1', 'city 1']])
  assert.deepEqual(await formsIn(cities, 'City'), [['city 1', 'cities 1', 'cityscape 1']])
})

test('references and tags of HTML are no words, and those by number are characters', () => {
  const rows = texts('&quot;Horn &amp; hoof&quot;&nbsp;', 'Schr&#246;der&#x2014;<b class="c">amp</b>', 'R&D;')
  assert.deepEqual(countsOf(rows).words.trimEnd().split('\n'), ['amp', 'hoof', 'horn', 'schroder'])
})

test('the beginning of a word finds it from two letters on', async () => {
  const cars = texts('Honda Accord', 'honda civic', 'Hyundai')
  assert.deepEqual(await formsIn(cars, 'ho'), [['honda 2']])
  assert.equal(await formsIn(cars, 'h'), undefined)
  assert.equal(await formsIn(cars, 'ford'), undefined)
})

test('datasets have to have all words; those with the words as typed come first, then those with most records', async () => {
  const datasets = [
    texts('малый Арбатский переулок', 'малый'),
    texts('Арбат', 'Малый театр'),
    texts('Арбат'),
    texts('Арбат, Арбат', 'Арбат', 'малый', 'малый'),
  ]
  const { find } = searchIn(datasets.map((rows) => countsOf(rows)))
  assert.deepEqual(
    (await find('малый арбат')).map(({ document }) => document),
    [3, 1, 0],
  )
})

/** Words with forms, accents, digits, repeats and what is not a word. */
const word = fc.oneof(
  fc.constantFrom(
    'Тверская',
    'тверской',
    'ЁЛКА',
    'елка',
    'Honda',
    'HONDA',
    'café',
    'cafe',
    '№5',
    '1514',
    'в',
    '-',
  ),
  anyText.map((any) => any.toWellFormed()),
)
const cell = fc.oneof(
  fc.constant(null),
  fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
)
const rows = fc.array(fc.tuple(cell, cell), { maxLength: 6 })
const COLUMNS: readonly KnownColumn[] = ['a', 'b'].map((name) => ({ name, kind: 'text' }))

test('the number of records with a word is that of the explorer for this word in quotes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 1, maxLength: 4 }), word, async (datasets, typed) => {
      const words = datasets.map((own) => countsOf(own))
      if (words.every((one) => one.words === '')) return
      for (const { document, words: found } of await searchIn(words).find(typed))
        for (const { text, count } of found.flat()) {
          const table = tableOf(COLUMNS, datasets[document] ?? [])
          const find = { column: ANY_COLUMN, test: { is: 'text', text: `"${text}"` } } as const
          assert.equal(selectRows(table, [find]).length, count, text)
        }
    }),
  )
})

test('every record with a word that was typed is in a dataset that is found', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 1, maxLength: 4 }), async (datasets) => {
      const { find } = searchIn([...datasets.map((own) => countsOf(own)), countsOf(texts('honda'))])
      for (const typed of ['тверская', 'елка', 'honda', 'cafe', '1514']) {
        const having = datasets.flatMap((own, at) => {
          const has = own.some((row) => ` ${plain(row.join(' '))} `.includes(` ${typed} `))
          return has ? [at] : []
        })
        const found = new Set((await find(typed)).map(({ document }) => document))
        for (const at of having) assert.ok(found.has(at), `${typed} in ${at}`)
      }
    }),
  )
})

// What a reader takes for words, however the index cuts them.
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('é', 'e')
    .replace(/[^a-zа-я0-9]+/g, ' ')
}

test('with too many words the largest datasets keep their most frequent ones, and are named', () => {
  const many = countsOf(texts('a1 a2 a3 a4', 'a3 a4', 'a4'))
  const few = countsOf(texts('a1 b1'))
  const { parts, cut } = mergeWords([many, undefined, few], 4)
  assert.deepEqual([...parts].map(({ terms }) => terms).join(''), 'a1\na3\na4\nb1\n')
  assert.deepEqual(cut, [0])
  assert.deepEqual(mergeWords([many, undefined, few], 6).cut, [])
})

test('a dataset with more different words than are counted is named, and the counts of the others are right', async () => {
  const { find, cut } = searchIn([
    countsOf(texts('one two', 'two three', 'three two four'), 3),
    countsOf(texts('four')),
  ])
  assert.deepEqual([...cut], [0])
  const found = async (typed: string) =>
    (await find(typed)).map(({ document, words }) => [document, words[0]?.[0]?.count])
  assert.deepEqual(await found('two'), [[0, 3]])
  assert.deepEqual(await found('four'), [[1, 1]])
})

test('a word loads few of the parts', async () => {
  const letters = [...'abcdefghij']
  const words = letters.flatMap((a) =>
    letters.flatMap((b) => letters.flatMap((c) => letters.map((d) => `${a}${b}${c}${d}xxxxx`))),
  )
  const { find, loaded } = searchIn([countsOf(texts(words.join(' ')))])
  assert.equal((await find('bcdaxxxxx')).length, 1)
  assert.equal(loaded.length, 1)
})
