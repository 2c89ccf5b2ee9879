import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TableEngine } from '../../../src/client/explorer/core/engine.ts'
import { tableOf } from '../../../src/client/explorer/core/table.ts'
import { LARGEST_FIRST, MEASURES, WHOLE } from '../../../src/client/explorer/core/view.ts'
import fc from '../../support/fast-check.ts'
import { NO_DUCK, openDuck } from '../../support/loading/duck.ts'

const kind = fc.constantFrom('парк', 'park', 'Park', "o'clock", null)
const opened = fc.date({ min: new Date('2018-12-01'), max: new Date('2021-02-01'), noInvalidDate: true })
const day = fc.option(
  opened.map((at) => at.toISOString().slice(0, 10)),
  { freq: 4 },
)
const area = fc.option(
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  { freq: 4 },
)
const rows = fc.array(fc.tuple(kind, day, area), { minLength: 1, maxLength: 40 })

const literal = (cell: string | null) => (cell === null ? 'NULL' : `'${cell.replaceAll("'", "''")}'`)
const rounded = (value: unknown) => (value === null ? null : Math.round(Number(value) * 1e6) / 1e6)

test('groups by one and two columns with sums, means and extremes are those of DuckDB', {
  skip: NO_DUCK,
}, async () => {
  const duck = await openDuck()
  const columns = ['kind', 'opened', 'area'].map((name, at) => ({
    name,
    kind: (['text', 'date', 'number'] as const)[at] ?? 'text',
  }))
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom('year', 'month'), fc.boolean(), async (cells, by, isNested) => {
      const engine = new TableEngine(tableOf(columns, cells), 'en')
      const values = cells.map(([a, b, c]) => `(${literal(a)}, ${literal(b)}::DATE, ${c}::DECIMAL(18, 2))`)
      const answer = await duck.runAndReadAll(`
        SELECT kind${isNested ? `, strftime(opened, '${by === 'year' ? '%Y' : '%Y-%m'}')` : ''}, count(*)::INTEGER,
          sum(area)::DOUBLE, avg(area)::DOUBLE, min(area)::DOUBLE, max(area)::DOUBLE
        FROM (VALUES ${values.join(', ')}) AS places (kind, opened, area) GROUP BY ALL`)
      const keys = isNested ? 3 : 2
      const expected = answer.getRows().map((row) => [...row.slice(0, keys), ...row.slice(keys).map(rounded)])
      const byMeasure = MEASURES.map((is) => {
        const group = {
          columns: isNested ? [0, 1] : [0],
          by,
          measure: { is, column: 2 },
          order: LARGEST_FIRST,
        } as const
        return new Map(
          engine
            .groups({ ...WHOLE, size: 1000 as never, group })
            .groups.map((one) => [JSON.stringify([...one.cells, one.count]), one.value]),
        )
      })
      const found = [...(byMeasure[0] ?? new Map()).keys()].map((key) => [
        ...JSON.parse(key),
        ...byMeasure.map((values) => rounded(values.get(key) ?? null)),
      ])
      const sorted = (all: readonly unknown[][]) => all.map((one) => JSON.stringify(one)).toSorted()
      assert.deepEqual(sorted(found), sorted(expected))
    }),
  )
})
