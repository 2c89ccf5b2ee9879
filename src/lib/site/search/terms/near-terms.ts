/**
 * The terms in sorted terms that differ from `typed` by 1 up to `most` letters, and by how many (Levenshtein distance in UTF-16
 * units). Neighbours share the rows of the matrix for the letters they begin with.
 */
export function findNearTerms(terms: Iterable<string>, typed: string, most: number): Map<string, number> {
  const near = new Map<string, number>()
  const rows = [Uint8Array.from({ length: typed.length + 1 }, (_, at) => at)]
  let before = ''
  /** A beginning of the term before from which no term can be near. */
  let hopeless = Number.POSITIVE_INFINITY
  for (const term of terms) {
    const shared = sharedLength(before, term)
    before = term
    if (shared >= hopeless) continue
    hopeless = Number.POSITIVE_INFINITY
    let length = shared
    for (; length < term.length; length++)
      if (fillRow(rows, length + 1, term.charCodeAt(length), typed) > most) break
    if (length < term.length) {
      hopeless = length + 1
      continue
    }
    const distance = rows[term.length]?.[typed.length] as number
    if (distance > 0 && distance <= most) near.set(term, distance)
  }
  return near
}

/** Fills a row of the matrix from the row before it. Returns the smallest distance in it. */
function fillRow(rows: Uint8Array[], at: number, letter: number, typed: string): number {
  const above = rows[at - 1] as Uint8Array
  const row = rows[at] ?? new Uint8Array(typed.length + 1)
  rows[at] = row
  row[0] = at
  let least = at
  for (let column = 1; column <= typed.length; column++) {
    const replaced = (above[column - 1] as number) + (typed.charCodeAt(column - 1) === letter ? 0 : 1)
    const distance = Math.min(replaced, (above[column] as number) + 1, (row[column - 1] as number) + 1)
    row[column] = distance
    if (distance < least) least = distance
  }
  return least
}

function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1
  return length
}
