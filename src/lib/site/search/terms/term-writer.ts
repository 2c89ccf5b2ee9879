import { openNumberWriter } from './numbers.ts'
import type { TermPart } from './term-reader.ts'

/** The occurrences of a term: for each field in which it occurs documents, each followed by how often the term is there. */
export type Occurrences = (number[] | undefined)[]

// Larger parts take longer for the first letter of a word, smaller ones are more requests.
const PART_LENGTH = 48_000

/** Opens an index for documents with this many fields. A part has up to `partLength` characters, more if one term has more. */
export function openTermWriter(fieldCount: number, partLength = PART_LENGTH) {
  const index = new Map<string, Occurrences>()
  const lengths = Array.from({ length: fieldCount }, openNumberWriter)
  let count = 0
  return {
    /** The occurrences of a term, to pass to `add`: a text that is read once and occurs many times needs one look-up. */
    occurrencesOf(term: string): Occurrences {
      const known = index.get(term)
      if (known) return known
      const occurrences: Occurrences = []
      for (let field = 0; field < fieldCount; field++) occurrences.push(undefined)
      index.set(term, occurrences)
      return occurrences
    },
    /** Adds the next document: for each field the occurrences of its terms, repeats kept. */
    add(fields: readonly (readonly Occurrences[])[]) {
      for (let field = 0; field < fieldCount; field++)
        lengths[field]?.put(addTerms(fields[field] ?? [], field, count))
      count += 1
    },
    /** The index of all documents: the same for the same documents. */
    finish() {
      const parts = [...cutParts(sortedTerms(index), partLength)]
      return {
        head: {
          documents: count,
          lengths: lengths.map((writer) => writer.take()),
          starts: parts.map(startOf),
        },
        parts,
      }
    },
  }
}

/** Counts the terms of a field of the last document. Returns how many different terms there are. */
function addTerms(terms: readonly Occurrences[], field: number, document: number): number {
  let different = 0
  for (const occurrences of terms) {
    const list = occurrences[field]
    if (list !== undefined && list[list.length - 2] === document) {
      list[list.length - 1] = (list[list.length - 1] as number) + 1
      continue
    }
    if (list === undefined) occurrences[field] = [document, 1]
    else list.push(document, 1)
    different += 1
  }
  return different
}

/** The terms of an index with their occurrences, sorted by UTF-16 units. */
export function* sortedTerms<Found>(index: ReadonlyMap<string, Found>): Generator<readonly [string, Found]> {
  for (const term of [...index.keys()].sort()) yield [term, index.get(term) as Found]
}

/** Cuts terms, which are sorted, into the parts of an index. */
export function* cutParts(
  sorted: Iterable<readonly [term: string, occurrences: Occurrences]>,
  most = PART_LENGTH,
): Generator<TermPart> {
  const render = openRenderer()
  let terms = ''
  let occurrences = ''
  for (const [term, found] of sorted) {
    const line = render(found)
    if (terms !== '' && terms.length + occurrences.length + term.length + line.length > most) {
      yield { terms, occurrences }
      terms = ''
      occurrences = ''
    }
    terms += `${term}\n`
    occurrences += `${line}\n`
  }
  if (terms !== '') yield { terms, occurrences }
}

/** The first term of a part. */
export function startOf({ terms }: TermPart): string {
  return terms.slice(0, terms.indexOf('\n'))
}

function openRenderer(): (occurrences: Occurrences) => string {
  const writer = openNumberWriter()
  const renderField = (list: readonly number[] | undefined) => {
    if (list === undefined) return ''
    let next = 0
    for (let at = 0; at < list.length; at += 2) {
      const document = list[at] as number
      const times = list[at + 1] as number
      writer.put(2 * (document - next) + (times > 1 ? 1 : 0))
      if (times > 1) writer.put(times - 2)
      next = document + 1
    }
    return writer.take()
  }
  return (occurrences) => occurrences.map(renderField).join(' ').trimEnd()
}
