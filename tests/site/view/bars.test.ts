import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { documentViewOf, localeOf } from '../../../src/lib/site/view/index.ts'

function documentOf(rows: readonly object[], language: 'en' | 'ru' = 'en') {
  const bytes = new TextEncoder().encode(JSON.stringify(rows))
  return documentViewOf(
    localeOf(language),
    readDocument(() => [bytes], { format: 'json' }),
  )
}

/** Records with these values in turn, each as often as stated. */
function recordsOf(counts: Readonly<Record<string, number>>): { at: number; kind: string | null }[] {
  const kinds = Object.entries(counts).flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
  return kinds.map((kind, at) => ({ at: at * 7, kind: kind === '' ? null : kind }))
}

const namesOf = (rows: readonly object[]) => documentOf(rows).bars?.rows.map(({ name }) => name)
const libraries = { library: 40, museum: 20, theatre: 12, '': 8 }

describe('the bars of a dataset without dates and places', () => {
  test('show how many records have each value, and how many have none, in both languages', () => {
    const { bars, charted } = documentOf(recordsOf(libraries))
    assert.equal(bars?.label, 'Records by “kind”.')
    assert.deepEqual(
      bars?.rows.map(({ name, count, share, percent }) => [name, count, share, percent]),
      [
        ['library', '40', '50\u00a0%', 100],
        ['museum', '20', '25\u00a0%', 50],
        ['theatre', '12', '15\u00a0%', 30],
        ['no value', '8', '10\u00a0%', 20],
      ],
    )
    assert.deepEqual(charted, { kind: 'bar', x: 'kind' })
    const { bars: russian } = documentOf(recordsOf(libraries), 'ru')
    assert.equal(russian?.label, 'Число записей по значениям столбца «kind».')
    assert.equal(russian?.rows.at(-1)?.name, 'нет значения')
  })

  test('name ten values, and count the others in one line without a bar', () => {
    const counts = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`kind ${n}`, 30 - 2 * n]))
    const rows = documentOf(recordsOf(counts)).bars?.rows ?? []
    assert.equal(rows.length, 11)
    assert.deepEqual(rows.at(-1), {
      name: '4 other values',
      isQuiet: true,
      count: '28',
      share: '11.8\u00a0%',
    })
    assert.equal(documentOf(recordsOf(counts), 'ru').bars?.rows.at(-1)?.name, '4 других значения')
  })

  test('are those of the column that tells most', () => {
    const rows = recordsOf({ library: 60, museum: 30, theatre: 30 }).map((record, at) => ({
      ...record,
      name: `Place ${at}`,
      city: 'Moscow',
      open: at % 12 === 0 ? 'no' : 'yes',
      half: at % 2 ? 'even' : 'odd',
      owner: `Owner ${at % 59}`,
    }))
    assert.deepEqual(namesOf(rows), ['library', 'museum', 'theatre'])
  })

  test('are absent where no column repeats its values, all are alike or equally frequent, or few are filled', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      name: `Place ${at}`,
      city: 'Moscow',
      half: at % 2 ? 'even' : 'odd',
      turn: `turn ${at % 11}`,
      note: at < 20 ? ['a', 'b', 'b'][at % 3] : null,
      area: (at * 37) % 101,
    }))
    assert.equal(documentOf(many).bars, undefined)
    assert.equal(documentOf(recordsOf({ library: 3, museum: 2 })).bars, undefined)
  })

  test('are absent where there is another chart', () => {
    const prices = recordsOf(libraries).map((record, n) => ({ ...record, year: 1900 + n, price: n * n }))
    const { bars, chart, charted } = documentOf(prices)
    assert.equal(bars, undefined)
    assert.ok(chart)
    assert.equal(charted?.kind, 'line')
  })
})
