/** Maximum number of edits between similar names. */
const MOST_EDITS = 2

/** The most similar of these names; undefined if none is similar. */
function findNearest(typed: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, edits: countEdits(typed.toLowerCase().slice(0, 40), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.min(MOST_EDITS, Math.floor(name.length / 2)))
    .sort((a, b) => a.edits - b.edits)
  return best?.name
}

/** A hint for the message about an unknown name: ` Did you mean --origin?`, or nothing. */
export function suggestNearest(typed: string, names: readonly string[], prefix = ''): string {
  const nearest = findNearest(typed, names)
  return nearest === undefined ? '' : ` Did you mean ${prefix}${nearest}?`
}

// The optimal string alignment distance: an edit adds, removes or replaces a letter, or swaps two neighbours.
function countEdits(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + same,
        swapped ? (before[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return last[b.length] as number
}
