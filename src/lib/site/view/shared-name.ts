/** A part counts as shared if at least this many columns have it, and this share of all. */
const [LEAST_SHARING, SHARE] = [4, 0.25]
/** The least length of a shared part that contains a word. Parts without one may be shorter: `0_`; a unit such as `(mm)` is part of the own name. */
const LEAST_SHARED = 16
const BRACKET = /[()[\]]/
const PAIR = /\([^()]*\)|\[[^[\]]*\]/g
const BETWEEN = /[\s_.,:;/()[\]-]/
const WORD = /\p{L}{3}/u
const TELLING = /[\p{L}\p{N}]/u
/** A name of one or two digits says nothing by itself. */
export const CLEAR = /\p{L}|\d{3}/u
const LONGEST_NAME = 500

export type NameParts = ReturnType<typeof splitNames>[number]

/** Splits the names of the columns of a table into the beginning and end that many of them share, and their own parts between them; a name that shares nothing has only its own part. */
export function splitNames(names: readonly string[]) {
  const need = Math.max(LEAST_SHARING, Math.ceil(names.length * SHARE))
  const isShared = (counts: ReadonlyMap<string, number>, part: string) =>
    (counts.get(part) ?? 0) >= need &&
    (part.length >= LEAST_SHARED
      ? !BRACKET.test(part.replaceAll(PAIR, ''))
      : TELLING.test(part) && !WORD.test(part) && !BRACKET.test(part))
  const starts = countParts(names, startsOf)
  const ends = countParts(names, endsOf)
  return names.map((name) => {
    const before = startsOf(name).findLast((part) => isShared(starts, part)) ?? ''
    const after =
      endsOf(name).find((part) => part.length < name.length - before.length && isShared(ends, part)) ?? ''
    const own = name.slice(before.length, name.length - after.length)
    if (!TELLING.test(own)) return { before: '', own: name, after: '' }
    // Whether what is before is so long that one line of it is enough.
    return { before, own, after, ...(before.length >= LEAST_SHARED && { long: true as const }) }
  })
}

/** The own parts of names; the whole name if another one has the same part, or if the part says nothing alone, as the day of a date. */
export function ownNamesOf(names: readonly string[]): readonly string[] {
  const own = splitNames(names).map((parts) => parts.own)
  const times = Map.groupBy(own, (name) => name)
  const isClear = (name: string) => times.get(name)?.length === 1 && CLEAR.test(name)
  return own.map((name, at) => (isClear(name) ? name : (names[at] ?? name)))
}

function countParts(
  names: readonly string[],
  partsOf: (name: string) => string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) for (const part of partsOf(name)) counts.set(part, (counts.get(part) ?? 0) + 1)
  return counts
}

// From the shortest to the longest; each ends with all that separates two words.
function startsOf(name: string): string[] {
  return placesIn(name, (at) => isBetween(name, at - 1) && !isBetween(name, at)).map((at) =>
    name.slice(0, at),
  )
}

// From the longest to the shortest; each begins with all that separates two words.
function endsOf(name: string): string[] {
  return placesIn(name, (at) => isBetween(name, at) && !isBetween(name, at - 1)).map((at) => name.slice(at))
}

function isBetween(name: string, at: number): boolean {
  return BETWEEN.test(name[at] ?? '')
}

function placesIn({ length }: string, isPlace: (at: number) => boolean): number[] {
  if (length > LONGEST_NAME) return []
  return Array.from({ length: Math.max(0, length - 1) }, (_, at) => at + 1).filter(isPlace)
}
