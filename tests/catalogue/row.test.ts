import assert from 'node:assert/strict'
import { it, test } from 'node:test'
import { openRows } from '../../src/lib/catalogue/row.ts'
import fc from '../support/fast-check.ts'
import { catalogueOf } from './lists.ts'


it('records of a list have their names and values in their order, whatever records there are beside them', () => {
  const record = fc.uniqueArray(fc.tuple(fc.constantFrom('code', 'title', '', '__proto__'), fc.string()), {
    selector: ([name]) => name,
  })
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const rowOf = openRows()
      const rows = records.map((entries) => rowOf(new Map(entries)))
      for (const [at, entries] of records.entries()) {
        const [row, map] = [rows[at] as ReadonlyMap<string, unknown>, new Map<string, string>(entries)]
        assert.deepEqual([...row], entries)
        assert.deepEqual([...row.keys()], [...map.keys()])
        assert.deepEqual([...row.values()], [...map.values()])
        assert.equal(row.size, map.size)
        for (const name of ['code', 'title', '', '__proto__', 'other'])
          assert.deepEqual([row.has(name), row.get(name)], [map.has(name), map.get(name)])
      }
    }),
  )
})


test('reads a list in which every record has a different field', () => {
  const codes = Array.from({ length: 30_000 }, (_, n) => `d${n}`)
  const list_datasets = codes.map((code, n) => ({ code, title: `About ${n}`, [`only ${n}`]: 'x' }))
  const { datasets } = catalogueOf({ list_datasets }, codes, 'code')
  assert.deepEqual(datasets.at(-1)?.title, 'About 29999')
})
