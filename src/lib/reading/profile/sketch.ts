/** How many values of a column are in its sketch. */
const SIZE = 24

/**
 * A sample of different texts that is the same for the same texts: the {@link SIZE} smallest of their 31-bit hashes, in ascending order. Of
 * two samples, the hashes up to the largest of both can be compared: each text with such a hash is in both or in one only (a bottom-k sketch:
 * Cohen and Kaplan, 2007).
 */
export function sketchOf(texts: Iterable<string>): number[] {
  const least: number[] = []
  for (const text of texts) {
    const hash = hashText(text)
    if (least.length === SIZE && hash >= (least[SIZE - 1] as number)) continue
    let place = least.length
    while (place > 0 && (least[place - 1] as number) > hash) place -= 1
    if (least[place - 1] === hash) continue
    least.splice(place, 0, hash)
    if (least.length > SIZE) least.pop()
  }
  return least
}

/** How many values two sketches have in common, and how many of those that can be compared the smaller one has. */
export function compareSketches(
  a: readonly number[],
  b: readonly number[],
): { readonly shared: number; readonly of: number } {
  const limit = Math.min(limitOf(a), limitOf(b))
  const [mine, others] = [a, b].map((sketch) => sketch.filter((hash) => hash <= limit)) as [
    number[],
    number[],
  ]
  const known = new Set(mine)
  return {
    shared: others.filter((hash) => known.has(hash)).length,
    of: Math.min(mine.length, others.length),
  }
}

// A sketch that is not full has all values.
function limitOf(sketch: readonly number[]): number {
  return sketch.length < SIZE ? Number.POSITIVE_INFINITY : (sketch[SIZE - 1] as number)
}

/** FNV-1a with the last step of MurmurHash3, which spreads short texts. Not secret and not for checksums. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 1
}
