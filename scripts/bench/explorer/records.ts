/** The size of a measured table. */
export interface Size {
  readonly records: number
  readonly columns: number
}

const WORDS =
  'север восток юг запад центр мост школа парк улица площадь north east south west bridge school'.split(' ')

/** Deterministic records as json, with columns of four kinds in turn: distinct texts, repeated texts, numbers, dates. */
export function recordsOf({ records, columns }: Size): string {
  const rows = Array.from({ length: records }, (_, row) => {
    const members = Array.from(
      { length: columns },
      (_, column) => `"${nameOf(column)}":${cellOf(row, column)}`,
    )
    return `{${members.join(',')}}`
  })
  return `[${rows.join(',\n')}]`
}

/** `text 0`, `kind 1`, `number 2`, `day 3`, `text 4` … */
export function nameOf(column: number): string {
  return `${['text', 'kind', 'number', 'day'][column % 4]} ${column}`
}

function cellOf(row: number, column: number): string {
  const chance = scramble(row * 31 + column)
  const word = WORDS[chance % WORDS.length] ?? ''
  if (column % 4 === 0) return JSON.stringify(`${word} ${chance % 100_003} ${row}`)
  if (column % 4 === 1) return row % 17 === 0 ? 'null' : JSON.stringify(word)
  if (column % 4 === 2) return `${chance % 1_000_000}.${chance % 97}`
  return JSON.stringify(new Date(Date.UTC(1990, 0, 1 + (chance % 12_000))).toISOString().slice(0, 10))
}

function scramble(seed: number): number {
  let state = (seed + 0x6d2b79f5) | 0
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return (state ^ (state >>> 14)) >>> 0
}
