import { readNumbers } from './numbers.ts'

/** What a word of a query stands for: a term, and which other terms count as it. */
export interface TermQuery {
  readonly term: string
  /** Also terms that begin with it. */
  readonly prefix?: boolean
  /** Also terms that begin with the same letter and differ in up to this many letters. */
  readonly typos?: number
  /** The fields it is searched in; all if undefined. */
  readonly fields?: readonly number[]
}

/** A term that counts as the term of a query. */
export interface TermVariant {
  readonly term: string
  /** How many letters it has more; 0 for the term itself. */
  readonly longer: number
  /** In how many letters it differs; 0 if it begins with the term of the query. */
  readonly typos: number
  /** Where it occurs in a field; undefined if it does not. */
  occurrencesIn(field: number): Occurrence | undefined
}

/** Where a term occurs in a field. */
interface Occurrence {
  /** The documents, in order. */
  readonly documents: Uint32Array
  /** How often it is in each of them; undefined if once in all. */
  readonly times: Uint32Array | undefined
}

/** Opens the terms of an index. `loadPart` is called once for each part that is needed, by its place. */
export function openTermReader(
  { starts }: Pick<TermsHead, 'starts'>,
  loadPart: (at: number) => Promise<TermPart>,
) {
  const loading = new Map<number, Promise<void>>()
  const loaded = new Map<number, OpenPart>()
  const load = (at: number) => {
    const part =
      loading.get(at) ??
      loadPart(at).then(
        (came) => void loaded.set(at, openPart(came)),
        (error) => {
          loading.delete(at)
          throw error
        },
      )
    loading.set(at, part)
    return part
  }
  return {
    /** Loads the parts that the terms of queries can be in. Rejects if one cannot be loaded; it is tried again the next time. */
    async load(queries: readonly TermQuery[]) {
      const needed = new Set(queries.flatMap((query) => placesOf(starts, rangeOf(query))))
      const missing = [...needed].filter((at) => !loaded.has(at))
      if (missing.length > 0) await Promise.all(missing.map(load))
    },
    /** The terms that count as the term of a query whose parts are loaded. */
    variantsOf(query: TermQuery) {
      const parts = placesOf(starts, rangeOf(query)).flatMap((at) => loaded.get(at) ?? [])
      return [...beginningWith(parts, query), ...nearTo(parts, query)]
    },
  }
}

/** A range of terms, both ends included. */
interface TermRange {
  readonly from: string
  readonly to: string
}

/** Follows every term that begins with what stands before it: no term contains this character. */
const LAST = '\uffff'

function rangeOf({ term, prefix, typos = 0 }: TermQuery): TermRange {
  if (typos > 0) {
    const [first = ''] = term
    return { from: first, to: first + LAST }
  }
  return { from: term, to: prefix ? term + LAST : term }
}

/** The places of the parts that a range of terms can be in. */
function placesOf(starts: readonly string[], { from, to }: TermRange): number[] {
  const first = Math.max(0, countFirst(starts, (start) => start <= from) - 1)
  const end = countFirst(starts, (start) => start <= to)
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
}

/** A part that is loaded. The occurrences of a term are read when they are needed first. */
interface OpenPart {
  readonly terms: readonly string[]
  occurrencesOf(at: number): readonly (Occurrence | undefined)[]
}

function openPart({ terms, occurrences }: TermPart): OpenPart {
  const lines = occurrences.split('\n')
  const read: (readonly (Occurrence | undefined)[])[] = []
  return {
    terms: terms.split('\n').slice(0, -1),
    occurrencesOf(at) {
      const known = read[at] ?? (lines[at] ?? '').split(' ').map(readOccurrence)
      read[at] = known
      return known
    },
  }
}

function readOccurrence(text: string): Occurrence | undefined {
  if (text === '') return undefined
  const numbers = readNumbers(text)
  const documents = new Uint32Array(numbers.length)
  const times = new Uint32Array(numbers.length).fill(1)
  let count = 0
  let next = 0
  let isOnce = true
  for (let at = 0; at < numbers.length; at++) {
    const step = numbers[at] as number
    documents[count] = next + (step >>> 1)
    next = (documents[count] as number) + 1
    if (step & 1) {
      isOnce = false
      at += 1
      times[count] = (numbers[at] as number) + 2
    }
    count += 1
  }
  return { documents: documents.subarray(0, count), times: isOnce ? undefined : times.subarray(0, count) }
}

function beginningWith(parts: readonly OpenPart[], { term, prefix }: TermQuery): TermVariant[] {
  return parts.flatMap((part) => {
    const variants: TermVariant[] = []
    for (let at = placeIn(part, term); at < part.terms.length; at++) {
      const found = part.terms[at] as string
      if (prefix ? !found.startsWith(term) : found !== term) break
      variants.push(variantOf(part, at, { longer: found.length - term.length, typos: 0 }))
    }
    return variants
  })
}

function nearTo(parts: readonly OpenPart[], { term, prefix, typos = 0 }: TermQuery): TermVariant[] {
  if (typos === 0) return []
  const [first = ''] = term
  return parts.flatMap((part) => {
    const near = findNearTerms(part.terms, term, typos)
    return [...near].flatMap(([found, distance]) =>
      !found.startsWith(first) || (prefix && found.startsWith(term))
        ? []
        : [variantOf(part, placeIn(part, found), { longer: 0, typos: distance })],
    )
  })
}

function variantOf(
  part: OpenPart,
  at: number,
  difference: Pick<TermVariant, 'longer' | 'typos'>,
): TermVariant {
  return {
    term: part.terms[at] as string,
    ...difference,
    occurrencesIn: (field) => part.occurrencesOf(at)[field],
  }
}

function placeIn({ terms }: OpenPart, term: string): number {
  return countFirst(terms, (other) => other < term)
}

/** How many items at the start of a sorted list meet a condition that no item after them meets. */
function countFirst(sorted: readonly string[], meets: (item: string) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (meets(sorted[middle] as string)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The terms in sorted terms that differ from `typed` by 1 up to `most` letters, and by how many (Levenshtein distance in UTF-16
 * units). Neighbours share the rows of the matrix for the letters they begin with.
 */
function findNearTerms(terms: Iterable<string>, typed: string, most: number): Map<string, number> {
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

/**
 * What is known of an index of terms before any of its parts is loaded. The terms are sorted by UTF-16 units and cut into parts of
 * similar size, so a query needs only the parts that its terms can be in.
 */
export interface TermsHead {
  /** How many documents there are; each is named by its place, from 0. */
  readonly documents: number
  /** For each field the number of different terms in it, document by document, as text of `numbers.ts`. */
  readonly lengths: readonly string[]
  /** The first term of each part. */
  readonly starts: readonly string[]
}

/** A part of an index of terms. */
export interface TermPart {
  /** The terms, one per line. */
  readonly terms: string
  /**
   * Where each term occurs, one per line: a text of `numbers.ts` for each field, separated by blanks, empty ones at the end left out.
   * For each document the difference to the document before it, less one, times two, plus one if the term is there several times, which
   * is followed by the number of times less two.
   */
  readonly occurrences: string
}
