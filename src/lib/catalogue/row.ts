import { detachString, isMembers, type ReadRecord, type Value } from '../reading/index.ts'

/** One record of a list, with its key if the list is an object with one member per record. */
export interface ListRecord {
  readonly key: string | undefined
  readonly fields: ReadRecord
}

/** The names of the fields of one or more records, with their positions. */
type Names = ReadonlyMap<string, number>

/** The fields of a record, as its values alone: the names are shared with other records. It takes a third of the memory of a `Map`. */
class Row implements ReadRecord {
  readonly #names: Names
  readonly #values: readonly Value[]

  constructor(names: Names, values: readonly Value[]) {
    this.#names = names
    this.#values = values
  }

  get size(): number {
    return this.#values.length
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  get(name: string): Value | undefined {
    return this.#values[this.#names.get(name) ?? -1]
  }

  keys(): MapIterator<string> {
    return this.#names.keys()
  }

  values(): MapIterator<Value> {
    return this.#values.values()
  }

  entries(): MapIterator<[string, Value]> {
    return this.#names.entries().map(([name, at]): [string, Value] => [name, this.#values[at] as Value])
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries()
  }

  forEach(visit: (value: Value, name: string, record: ReadRecord) => void): void {
    for (const [name, value] of this) visit(value, name, this)
  }
}

/** Records of a list have different names if some are optional. */
const MOST_KNOWN = 16

/** The texts of lists that are read together, each by itself. A slice of a document would keep the document in memory, and lists repeat texts. */
export type SharedTexts = Map<string, string>

/** A value with the texts of other values in place of equal ones. */
export function shareTexts(value: Value, texts: SharedTexts): Value {
  if (typeof value === 'string') {
    const known = texts.get(value)
    if (known !== undefined) return known
    const own = detachString(value)
    texts.set(own, own)
    return own
  }
  if (Array.isArray(value)) return value.map((item) => shareTexts(item, texts))
  if (!isMembers(value)) return value
  return { members: value.members.map(([name, inner]) => [name, shareTexts(inner, texts)]) }
}

/** Returns a function that makes rows. They share their names with an earlier row that has the same ones in the same order. */
export function openRows(texts: SharedTexts): (fields: ReadRecord) => ReadRecord {
  const known: Names[] = []
  return (fields) => {
    let names = known.find((one) => haveSameNames(one, fields))
    if (names === undefined) {
      names = new Map(fields.keys().map((name, at) => [name, at]))
      known.unshift(names)
      if (known.length > MOST_KNOWN) known.pop()
    }
    return new Row(
      names,
      [...fields.values()].map((value) => shareTexts(value, texts)),
    )
  }
}

function haveSameNames(names: Names, fields: ReadRecord): boolean {
  if (names.size !== fields.size) return false
  const others = fields.keys()
  return names.keys().every((name) => name === others.next().value)
}

/** Whether a value is the fields of a record. */
export function isFields(value: unknown): value is ReadRecord {
  return value instanceof Map || value instanceof Row
}
