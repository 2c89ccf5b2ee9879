/** With less than this share of the copy, a body does not count as its newer version. */
export const HALF = 0.5

/** Whether most of `words` are not in `known`. */
export function areMostlyNew(words: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].filter((word) => known.has(word)).length < words.size * HALF
}
