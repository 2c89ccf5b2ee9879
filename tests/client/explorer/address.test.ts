import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CHART_KINDS,
  CHART_MEASURES,
  CHART_PERIODS,
  type ChartChoice,
} from '../../../src/client/explorer/core/chart-choice.ts'
import {
  findBy,
  type Grouping,
  LARGEST_FIRST,
  MEASURES,
  readAddress,
  SIZES,
  type Test,
  type ViewState,
  WHOLE,
  writeAddress,
} from '../../../src/client/explorer/core/view.ts'
import fc from '../../support/fast-check.ts'

const awkward = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('.', '!', '~', '(', ')', '|', ',', '=', '&', '%', '#', '-', '1', '2', ' ', '+'),
  }),
  fc.constantFrom(
    'sort',
    'find',
    'page',
    'group',
    'by',
    'sum',
    'order',
    'chart',
    'x',
    'of',
    '.2.a',
    'a',
    '()',
    '100..500',
    '%41',
    'записи',
    '__proto__',
  ),
)
const names = fc.array(awkward, { minLength: 1, maxLength: 6 })
const value = awkward.filter((text) => text !== '')

function testOf(): fc.Arbitrary<Test> {
  const bound = fc.option(value, { nil: undefined })
  return fc.oneof(
    value.map((text) => ({ is: 'text' as const, text })),
    fc
      .tuple(bound, bound)
      .map(([from, to]) => ({ is: 'range' as const, ...(from && { from }), ...(to && { to }) })),
    fc
      .tuple(fc.array(fc.option(value, { nil: null }), { minLength: 1, maxLength: 4 }), fc.boolean())
      .map(([values, not]) => ({ is: 'values' as const, values, not })),
  )
}

function groupingOf(count: number): fc.Arbitrary<Grouping> {
  const column = fc.nat(count - 1)
  return fc.record(
    {
      columns: fc.uniqueArray(column, { minLength: 1, maxLength: 2 }),
      by: fc.constantFrom('year' as const, 'month' as const),
      measure: fc.record({ is: fc.constantFrom(...MEASURES), column }, { noNullPrototype: true }),
      order: fc.record(
        {
          of: fc.constantFrom(0 as const, 1 as const, 'count' as const, 'value' as const),
          isDown: fc.boolean(),
        },
        { noNullPrototype: true },
      ),
    },
    { requiredKeys: ['columns', 'order'], noNullPrototype: true },
  )
}

function chartOf(count: number): fc.Arbitrary<ChartChoice> {
  const column = fc.nat(count - 1)
  return fc.record(
    {
      kind: fc.constantFrom(...CHART_KINDS),
      x: column,
      y: column,
      of: fc.constantFrom(...CHART_MEASURES),
      per: fc.constantFrom(...CHART_PERIODS),
      colour: column,
    },
    { requiredKeys: ['kind', 'x'], noNullPrototype: true },
  )
}

function foldedOf(count: number): fc.Arbitrary<number[]> {
  const all = Array.from({ length: count }, (_, at) => at)
  return fc.subarray(all, { maxLength: count - 1 })
}

function viewOf(count: number): fc.Arbitrary<ViewState> {
  const column = fc.nat(count - 1)
  return fc.record(
    {
      filters: fc.array(fc.record({ column, test: testOf() }, { noNullPrototype: true }), { maxLength: 4 }),
      sort: fc.array(fc.record({ column, isDown: fc.boolean() }, { noNullPrototype: true }), {
        maxLength: 3,
      }),
      hidden: foldedOf(count),
      group: groupingOf(count),
      chart: chartOf(count),
      page: fc.integer({ min: 1, max: 99_999 }),
      size: fc.constantFrom(...SIZES),
      record: fc.integer({ min: 1, max: 1_000_000 }),
    },
    { requiredKeys: ['filters', 'sort', 'hidden', 'page', 'size'], noNullPrototype: true },
  )
}

describe('the address of a view', () => {
  it('is parsed back to the same view, for any names and values, through URL parsing too', () => {
    const both = names.chain((all) => fc.tuple(fc.constant(all), viewOf(all.length), foldedOf(all.length)))
    fc.assert(
      fc.property(both, awkward, ([all, other, folded], words) => {
        const view = { ...other, filters: [...findBy(words), ...other.filters] }
        const written = writeAddress(view, all, folded)
        const start = { ...WHOLE, hidden: folded }
        const { hash } = new URL(`https://example.org/#${written}`)
        for (const text of [written, hash]) assert.deepEqual(readAddress(text, all, folded) ?? start, view)
      }),
    )
  })

  it('is readable', () => {
    const view: ViewState = {
      ...WHOLE,
      sort: [{ column: 0, isDown: true }],
      filters: [
        ...findBy('Ёж 2'),
        { column: 1, test: { is: 'range', from: '100', to: '500' } },
        { column: 2, test: { is: 'values', values: ['a b', null], not: false } },
        { column: 3, test: { is: 'text', text: 'Ёж' } },
        { column: 4, test: { is: 'values', values: [null], not: true } },
      ],
      hidden: [0],
      page: 2,
    }
    assert.equal(
      writeAddress(view, ['year', 'population', 'kind of place', 'имя', 'sort', 'f']),
      'find=Ёж%202&sort=-year&population=100..500&kind%20of%20place=a%20b|()&имя=~Ёж&.1.sort=!()&hide=year&page=2',
    )
    assert.equal(writeAddress(WHOLE, ['a']), '')
  })

  it('names the columns of groups and what is calculated, and ignores groups by unknown columns', () => {
    const group: Grouping = {
      columns: [1, 0],
      by: 'year',
      measure: { is: 'sum', column: 2 },
      order: { of: 'value', isDown: true },
    }
    const all = ['открыт', 'Округ', 'площадь']
    assert.equal(
      writeAddress({ ...WHOLE, group }, all),
      'group=Округ,открыт&by=year&sum=площадь&order=-value',
    )
    assert.deepEqual(readAddress('#group=gone&sum=a', ['a']), WHOLE)
    assert.deepEqual(readAddress('#group=a,gone&mean=gone&by=day&order=x', ['a'])?.group, {
      columns: [0],
      order: LARGEST_FIRST,
    })
  })

  it('names the columns of a chart; columns with the names of its settings are written differently beside it only', () => {
    const all = ['открыт', 'площадь', 'x']
    const filters = [{ column: 2, test: { is: 'range', from: '1' } }] as const
    const chart: ChartChoice = { kind: 'line', x: 0, y: 1, of: 'mean', per: 'month', colour: 2 }
    assert.equal(
      writeAddress({ ...WHOLE, filters, chart }, all),
      '.1.x=1..&chart=line&x=открыт&y=площадь&of=mean&per=month&colour=.1.x',
    )
    assert.equal(writeAddress({ ...WHOLE, filters }, all), 'x=1..')
    assert.deepEqual(readAddress('#x=1..', all)?.filters, filters)
    for (const none of ['#chart=pie&x=a', '#chart=bar', '#chart=bar&x=gone'])
      assert.deepEqual(readAddress(none, ['a']), WHOLE)
    assert.deepEqual(readAddress('#chart=bar&x=a&y=gone&of=max&per=week', ['a'])?.chart, {
      kind: 'bar',
      x: 0,
    })
  })

  it('is ignored if it is an anchor of the page; unknown columns in it are ignored, and filters by them named', () => {
    assert.equal(readAddress('#columns', ['columns']), undefined)
    assert.equal(readAddress('', ['a']), undefined)
    assert.deepEqual(readAddress('#gone=1&sort=gone,a&hide=gone&rows=7&page=-1&record=x', ['a']), {
      ...WHOLE,
      unknown: ['gone'],
      sort: [{ column: 0, isDown: false }],
    })
  })

  it('lists the visible columns if most are hidden, and never hides all', () => {
    const all = ['a', 'b', 'c', 'd']
    assert.equal(writeAddress({ ...WHOLE, hidden: [0, 1, 3] }, all), 'show=c')
    assert.deepEqual(readAddress('#show=c', all)?.hidden, [0, 1, 3])
    assert.deepEqual(readAddress('#hide=a,b,c,d', all)?.hidden, [])
  })

  it('says nothing of the columns that the page folds, but does if they are shown', () => {
    const all = ['a', 'b', 'c', 'd']
    assert.equal(writeAddress({ ...WHOLE, hidden: [1, 2] }, all, [1, 2]), '')
    assert.equal(writeAddress(WHOLE, all, [1, 2]), 'hide=')
    assert.equal(writeAddress({ ...WHOLE, hidden: [1] }, all, [1, 2]), 'hide=b')
    assert.deepEqual(readAddress('#sort=a', all, [1, 2])?.hidden, [1, 2])
    assert.deepEqual(readAddress('#hide=', all, [1, 2])?.hidden, [])
  })
})
