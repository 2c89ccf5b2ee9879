/** Of what a copy has: with less a body is no newer state of it. */
export const HALF = 0.5

/** Whether most of these words are not among those. */
export function isNews(words: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].filter((word) => known.has(word)).length < words.size * HALF
}
