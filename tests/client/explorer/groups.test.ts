import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TableEngine } from '../../../src/client/explorer/core/engine.ts'
import type { RecordGroup } from '../../../src/client/explorer/core/groups.ts'
import { type KnownColumn, tableOf } from '../../../src/client/explorer/core/table.ts'
import {
  type Grouping,
  LARGEST_FIRST,
  type Measure,
  type ViewState,
  WHOLE,
} from '../../../src/client/explorer/core/view.ts'
import fc from '../../support/fast-check.ts'

type Cell = string | null

const COLUMNS: readonly KnownColumn[] = [
  { name: 'kind', kind: 'text' },
  { name: 'opened', kind: 'date' },
  { name: 'area', kind: 'number' },
]
const kind = fc.constantFrom('park', 'Park', ' park', 'museum', '', ' ', null)
const opened = fc.oneof(
  fc.constantFrom('2019', 'soon', '2020-02', '01.03.2021', '2021-12-31T23:59:59Z', '0001-01-01', '', null),
  fc
    .date({ min: new Date('2019-11-01'), max: new Date('2020-03-01'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
)
/** Hundredths: a reference can add them as integers. */
const hundredths = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const area = fc.oneof(
  { weight: 4, arbitrary: hundredths.map(decimalOf) },
  fc.constantFrom('0', '-0', '1e2', '12.50', 'n/a', '', null),
)
const rows = fc.array(fc.tuple(kind, opened, area), { maxLength: 30 })
const columns = fc.constantFrom([0], [1], [0, 1], [1, 0])
const filters = fc.constantFrom([], [{ column: 0, test: { is: 'text', text: 'PARK' } } as const])

function decimalOf(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function hundredthsOf(text: Cell): bigint | undefined {
  const written = text?.trim() ?? ''
  if (written === '1e2') return 10_000n
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(written) ?? []
  return whole === '' ? undefined : BigInt(`${sign}${whole}${fraction.padEnd(2, '0')}`)
}

const isBlank = (cell: Cell) => cell === null || cell.trim() === ''

/** The period of a date, as a reader would write it. */
function periodOf(cell: Cell, length: number): Cell {
  if (isBlank(cell)) return null
  const written = cell as string
  if (written === '01.03.2021') return '2021-03'.slice(0, length)
  return /^\d{4}-\d{2}/.test(written) ? written.slice(0, length) : written
}

function engineOf(cells: readonly (readonly Cell[])[]): TableEngine {
  return new TableEngine(tableOf(COLUMNS, cells), 'en')
}

function groupsOf(
  engine: TableEngine,
  group: Grouping,
  view: Partial<ViewState> = {},
): readonly RecordGroup[] {
  return engine.groups({ ...WHOLE, size: 1000 as never, ...view, group }).groups
}

describe('groups', () => {
  it('agree with a simple count by the values of one or two columns, by periods of dates', () => {
    const by = fc.constantFrom(undefined, 'year' as const, 'month' as const)
    fc.assert(
      fc.property(rows, columns, by, (cells, grouped, by) => {
        const expected = new Map<string, number>()
        for (const row of cells) {
          const key = grouped.map((at) => {
            const cell = row[at] as Cell
            if (at === 1 && by) return periodOf(cell, by === 'year' ? 4 : 7)
            return isBlank(cell) ? null : cell
          })
          const name = JSON.stringify(key)
          expected.set(name, (expected.get(name) ?? 0) + 1)
        }
        const counted = new Map<string, number>()
        for (const { cells: key, count } of groupsOf(engineOf(cells), {
          columns: grouped,
          by,
          order: LARGEST_FIRST,
        })) {
          const name = JSON.stringify(key)
          counted.set(name, (counted.get(name) ?? 0) + count)
        }
        assert.deepEqual([...counted].toSorted(), [...expected].toSorted())
      }),
    )
  })

  it('lead to exactly their records, within the filters of the view', () => {
    const by = fc.constantFrom(undefined, 'year' as const, 'month' as const)
    fc.assert(
      fc.property(rows, columns, by, filters, (cells, grouped, by, filters) => {
        const engine = engineOf(cells)
        let records = 0
        for (const { tests, count } of groupsOf(
          engine,
          { columns: grouped, by, order: LARGEST_FIRST },
          { filters },
        )) {
          const own = tests.map((test, at) => ({ column: grouped[at] as number, test }))
          assert.equal(engine.page({ ...WHOLE, filters: [...filters, ...own] }).count, count)
          records += count
        }
        assert.equal(records, engine.page({ ...WHOLE, filters }).count)
      }),
    )
  })

  it('have sums that are exact, means of them, and the lowest and highest value as written', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('sum', 'mean', 'min', 'max'), (cells, is) => {
        const measure: Measure = { is, column: 2 }
        for (const group of groupsOf(engineOf(cells), { columns: [0], measure, order: LARGEST_FIRST })) {
          const met = cells
            .filter(([cell]) => (isBlank(cell) ? null : cell) === group.cells[0])
            .flatMap(([, , cell]) => hundredthsOf(cell) ?? [])
          if (met.length === 0) {
            assert.equal(group.value, null)
            continue
          }
          const sum = met.reduce((all, one) => all + one, 0n)
          const value = group.value as string
          if (is === 'mean') {
            const mean = Number(sum) / 100 / met.length
            assert.ok(Math.abs(Number(value) - mean) <= Math.abs(mean) * 1e-9 + 1e-9, `${value} and ${mean}`)
          } else if (is === 'sum') {
            assert.equal(hundredthsOf(value.includes('.') ? value : `${value}.00`), sum)
            assert.doesNotMatch(value, /^-0$|\.\d*0$/)
          } else {
            const best = met.reduce((a, b) => ((is === 'min') === a < b ? a : b))
            assert.equal(hundredthsOf(value), best)
          }
        }
      }),
    )
  })

  it('add numbers with decimal commas and digits in groups', () => {
    const engine = engineOf([
      ['park', null, '1 234,5'],
      ['park', null, '0,25'],
      ['museum', null, '-2,5'],
      ['museum', null, '1,5'],
    ])
    const values = (is: 'sum' | 'mean') =>
      groupsOf(engine, { columns: [0], measure: { is, column: 2 }, order: LARGEST_FIRST }).map(
        ({ value }) => value,
      )
    assert.deepEqual(values('sum'), ['-1', '1234.75'])
    assert.deepEqual(values('mean'), ['-0.5', '617.375'])
  })

  it('are in the order that is asked for, with what is missing last in both directions', () => {
    const orders = fc.record({
      of: fc.constantFrom(0 as const, 1 as const, 'count' as const, 'value' as const),
      isDown: fc.boolean(),
    })
    fc.assert(
      fc.property(rows, orders, (cells, order) => {
        const grouping: Grouping = { columns: [1, 0], by: 'year', measure: { is: 'sum', column: 2 }, order }
        const groups = groupsOf(engineOf(cells), grouping)
        if (order.of === 'count' || order.of === 'value') {
          const numbers = groups.map(({ count, value }) =>
            order.of === 'count' ? count : value === null ? undefined : Number(value),
          )
          const filled = numbers.filter((number) => number !== undefined)
          const sorted = filled.toSorted((a, b) => (order.isDown ? b - a : a - b))
          assert.deepEqual(numbers, [...sorted, ...numbers.slice(filled.length)])
        } else {
          const texts = groups.map(({ cells }) => cells[order.of as 0 | 1])
          assert.deepEqual(
            texts.slice(texts.indexOf(null)),
            texts.includes(null) ? texts.filter((text) => text === null) : texts.slice(-1),
          )
        }
      }),
    )
  })

  it('are paged, and written to files with their names, counts and measures', () => {
    const engine = engineOf([
      ['park', '2020-01-02', '0.1'],
      ['park', '2021-01-02', '0.2'],
      ['museum, old', null, 'n/a'],
    ])
    const group: Grouping = { columns: [0], measure: { is: 'sum', column: 2 }, order: LARGEST_FIRST }
    const view = { ...WHOLE, group }
    assert.equal(
      [...engine.write(view, 'csv')].join(''),
      '\ufeffkind,count,sum area\r\npark,2,0.3\r\n"museum, old",1,\r\n',
    )
    assert.deepEqual(JSON.parse([...engine.write(view, 'json')].join('')), [
      { kind: 'park', count: 2, 'sum area': 0.3 },
      { kind: 'museum, old', count: 1, 'sum area': null },
    ])
    const { count, records, page, groups } = engine.groups({ ...view, size: 1 as never, page: 9 })
    assert.deepEqual([count, records, page, groups[0]?.cells], [2, 3, 2, ['museum, old']])
  })
})
