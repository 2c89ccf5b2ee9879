import MiniSearch, { type AsPlainObject, type Options } from 'minisearch'

/** Called between two parts of a long work, which goes on when it resolves. */
export type Breath = () => Promise<void> | undefined

/** Where a term occurs: by the place of a field, by the place of a document, how often. */
type Postings = Record<string, Record<string, number>>

/** An index that is being built. */
interface IndexBuilder {
  /** The postings of a term, to pass to {@link add}: so a text that occurs many times is looked up once. */
  postingsOf(term: string): Postings
  /** Adds the next document: for each field the postings of its terms, repeats kept. */
  add(fields: readonly (readonly Postings[])[]): void
  /** The index of all documents, each by its place. It lets the page react between two parts of the work. */
  finish(): Promise<MiniSearch<number>>
}

/**
 * Opens an index for building. The postings are collected in the form in which MiniSearch saves an index, which MiniSearch then
 * loads: its `add` walks the tree of terms for each word of each document and takes three times as long. Documents are found in
 * the same order with the same scores (a test compares them).
 */
export function openIndexBuilder(options: Options<number>): IndexBuilder {
  const index = new Map<string, Postings>()
  const fieldLength: Record<string, number[]> = {}
  const documentIds: Record<string, number> = {}
  let count = 0
  return {
    postingsOf(term) {
      const known = index.get(term)
      if (known) return known
      const postings: Postings = {}
      index.set(term, postings)
      return postings
    },
    add(fields) {
      documentIds[count] = count
      fieldLength[count] = fields.map((terms, field) => countTerms(terms, field, count))
      count += 1
    },
    finish: () =>
      MiniSearch.loadJSAsync<number>(
        {
          documentCount: count,
          nextId: count,
          documentIds,
          fieldIds: Object.fromEntries(options.fields.map((name, field) => [name, field])),
          fieldLength,
          averageFieldLength: averagesOf(Object.values(fieldLength), options.fields.length),
          storedFields: {},
          index: [...index],
          serializationVersion: 2,
        } satisfies AsPlainObject,
        options,
      ),
  }
}

/** Counts the terms of a field into their postings. Returns how many different terms there are. */
function countTerms(terms: readonly Postings[], field: number, document: number): number {
  let different = 0
  for (const postings of terms) {
    const counts = postings[field] ?? {}
    postings[field] = counts
    const before = counts[document]
    if (before === undefined) different += 1
    counts[document] = (before ?? 0) + 1
  }
  return different
}

function averagesOf(lengths: readonly (readonly number[])[], fields: number): number[] {
  return Array.from({ length: fields }, (_, field) => {
    const sum = lengths.reduce((all, each) => all + (each[field] ?? 0), 0)
    return lengths.length === 0 ? 0 : sum / lengths.length
  })
}
