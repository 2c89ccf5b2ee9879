import type { Ranks } from './ranks.ts'

/** Sorts rows by a column, in linear time. Equal rows keep their order in either direction; rows without a value come last. */
export function sortRows(rows: Uint32Array, codes: Uint32Array, ranks: Ranks, isDown: boolean): Uint32Array {
  const { of, count } = ranks
  const last = count - 1
  const bucketOf = (row: number) => {
    const rank = of[codes[row] as number] as number
    return isDown && rank !== last ? last - 1 - rank : rank
  }
  const starts = new Uint32Array(count + 1)
  for (const row of rows) (starts[bucketOf(row) + 1] as number)++
  for (let at = 1; at <= count; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number)
  const sorted = new Uint32Array(rows.length)
  for (const row of rows) {
    const bucket = bucketOf(row)
    const place = starts[bucket] as number
    sorted[place] = row
    starts[bucket] = place + 1
  }
  return sorted
}
