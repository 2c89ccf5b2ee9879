import MiniSearch, { type Options } from 'minisearch'

/** Called between two parts of a long work, which goes on when it resolves. */
export type Breath = () => Promise<void> | undefined

const CHUNK = 1000

/** Numbers the terms, so that a text is read into numbers and each term is held once. */
export interface Vocabulary {
  readonly terms: readonly string[]
  placeOf(term: string): number
}

/** Opens an empty vocabulary. */
export function openVocabulary(): Vocabulary {
  const terms: string[] = []
  const places = new Map<string, number>()
  return {
    terms,
    placeOf(term) {
      const known = places.get(term)
      if (known !== undefined) return known
      places.set(term, terms.length)
      return terms.push(term) - 1
    },
  }
}

/**
 * The index of MiniSearch, filled at once. Its `add` walks the tree of terms for each word of each document, and makes a map for
 * each term, most of which nobody asks for: filled so, ten thousand datasets are ready in a third of the time, and are found
 * in the same order with the same scores (a test holds one to the other).
 */
export class BulkIndex extends MiniSearch<number> {
  readonly #vocabulary: Vocabulary
  /** By field, by the place of a term: document, frequency, document, frequency … */
  readonly #postings: number[][][]

  constructor(options: Options<number>, vocabulary: Vocabulary) {
    super(options)
    this.#vocabulary = vocabulary
    this.#postings = options.fields.map(() => [])
  }

  /** Adds the next document: for each field the places of its terms, repeats kept. Nothing is found before {@link finish}. */
  put(fields: readonly (readonly number[])[]): void {
    const document = this._nextId
    this._nextId += 1
    this._documentIds.set(document, document)
    this._idToShortId.set(document, document)
    this._fieldLength.set(
      document,
      fields.map((terms, field) => this.#post(document, terms, this.#postings[field] ?? [])),
    )
  }

  /** Makes what was put to be found, with a breath between two parts of the work. */
  async finish(breath?: Breath): Promise<void> {
    this._documentCount = this._nextId
    this._avgFieldLength = this.#postings.map((_, field) => this.#averageLength(field))
    for (const [place, term] of this.#vocabulary.terms.entries()) {
      if (place % CHUNK === 0) await breath?.()
      this._index.set(term, new LazyPostings(this.#postings, place))
    }
  }

  // How many different terms there are.
  #post(document: number, terms: readonly number[], postings: number[][]): number {
    let different = 0
    for (const term of terms) {
      const list = postings[term]
      if (list === undefined) postings[term] = [document, 1]
      else if (list[list.length - 2] === document) list[list.length - 1] = (list[list.length - 1] ?? 0) + 1
      else list.push(document, 1)
      if (list === undefined || list[list.length - 1] === 1) different += 1
    }
    return different
  }

  #averageLength(field: number): number {
    let sum = 0
    for (const lengths of this._fieldLength.values()) sum += lengths[field] ?? 0
    return sum / this._documentCount
  }
}

/** Which documents have a term, by field; made when the term is asked for. */
class LazyPostings extends Map<number, Map<number, number>> {
  readonly #postings: readonly (readonly number[][])[]
  readonly #place: number

  constructor(postings: readonly (readonly number[][])[], place: number) {
    super()
    this.#postings = postings
    this.#place = place
  }

  override get(field: number): Map<number, number> | undefined {
    const made = super.get(field)
    if (made) return made
    const list = this.#postings[field]?.[this.#place]
    if (list === undefined) return undefined
    const frequencies = new Map<number, number>()
    for (let at = 0; at < list.length; at += 2) frequencies.set(list[at] ?? 0, list[at + 1] ?? 0)
    super.set(field, frequencies)
    return frequencies
  }
}
