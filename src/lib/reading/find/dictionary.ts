import type { VisitRecord } from '../opened-document.ts'
import { isScalarNode, namedChildren, type SkeletonNode } from '../survey.ts'
import type { ReadRecord, Value } from '../types.ts'
import { detachString, isMembers } from '../value.ts'
import { type Candidate, recordNode } from './candidate.ts'

/** Members with a text about a column: those that describe it, then those that only name it for people. Also by language: `description.en`. */
const TELLING = [
  /(?:^|[._:@])(?:description|notes?|comment|definition|meaning|описание|примечание|определение|пояснение)(?:\.[a-z]{2})?$/i,
  /(?:^|[._:@])(?:label|titles?|caption|alias|display_?name|заголовок|название|наименование)(?:\.[a-z]{2})?$/i,
] as const

/** Further entries are not read, and longer texts are cut. */
const [MOST_ENTRIES, MOST_CHARS] = [5000, 400]

/**
 * The list beside the records that describes their columns, as `fields` of CKAN, `columns` of Socrata and CSVW, and the `schema` of a Data
 * Package do: it names at least two columns, and half of the columns or in half of its entries, and has texts about them.
 */
export function findDictionary(lists: readonly Candidate[], chosen: Candidate): Candidate | undefined {
  const fields = fieldsOf(chosen)
  const names = new Set([...namesOf(chosen), ...fields.flatMap(namesWithin)])
  return lists.find(
    (list) =>
      list !== chosen && isTelling(list) && sharedBy(list, names) * 2 >= Math.min(names.size, list.count),
  )
}

/** The list all of whose columns another one describes: it has the records, even if they are fewer. */
export function findDescribed(lists: readonly Candidate[], dictionary: Candidate): Candidate | undefined {
  if (!isTelling(dictionary)) return undefined
  const known = textsByField(dictionary).map((texts) => new Set(texts))
  return lists.find((list) => {
    const names = namesOf(list)
    return (
      list !== dictionary &&
      new Set(names).size >= LEAST &&
      known.some((texts) => names.every((name) => texts.has(name)))
    )
  })
}

function fieldsOf(list: Candidate): readonly SkeletonNode[] {
  const record = recordNode(list)
  const properties = list.shape === 'features' ? record.children.get('properties') : undefined
  return list.columns ?? namedChildren(properties ?? record)
}

function namesOf(list: Candidate): readonly string[] {
  return list.header?.names ?? fieldsOf(list).map(({ step }) => step)
}

// The members of an object in a record are columns with its name before their own, or without.
function namesWithin(field: SkeletonNode): readonly string[] {
  return namedChildren(field).flatMap(({ step }) => [step, `${field.step}.${step}`])
}

function isTelling(list: Candidate): boolean {
  const names = namedChildren(recordNode(list)).flatMap((field) => [field.step, ...namesWithin(field)])
  return names.some((name) => TELLING.some((pattern) => pattern.test(name)))
}

const LEAST = 2

// How many of these names are values of one of its fields; none if it is only one.
function sharedBy(list: Candidate, names: ReadonlySet<string>): number {
  const shared = Math.max(...textsByField(list).map((texts) => countIn(texts, names)))
  return shared < LEAST ? 0 : shared
}

// The keys of a list by keys, and the values of each field.
function textsByField(list: Candidate): readonly (readonly string[])[] {
  const keys = list.shape === 'keyed' ? [...(list.nodes.at(-2)?.children.keys() ?? [])] : []
  return [keys, ...namedChildren(recordNode(list)).filter(isScalarNode).map(textsOf)]
}

function textsOf(node: SkeletonNode): readonly string[] {
  return node.elements > 0 ? (node.children.get('#text')?.values ?? []) : node.values
}

function countIn(texts: readonly string[], names: ReadonlySet<string>): number {
  return new Set(texts.filter((text) => names.has(text))).size
}

/** What a dictionary states about columns: the texts by their names. */
export function readDictionary(
  each: (visit: VisitRecord) => void,
  names: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const entries: ReadonlyMap<string, string>[] = []
  each((record) => entries.push(textsIn(record)) < MOST_ENTRIES)
  const fields = [...new Set(entries.flatMap((entry) => [...entry.keys()]))]
  const namedBy = (field: string) =>
    countIn(
      entries.map((entry) => entry.get(field) ?? ''),
      names,
    )
  const [key = ''] = fields.toSorted((a, b) => namedBy(b) - namedBy(a))
  const telling = TELLING.flatMap((pattern) => fields.filter((field) => field !== key && pattern.test(field)))
  const found = entries.flatMap((entry): [string, string][] => {
    const name = entry.get(key) ?? ''
    const text = telling.map((field) => entry.get(field)?.trim() ?? '').find((one) => one !== '')
    return names.has(name) && text !== undefined && text !== name ? [[name, text]] : []
  })
  // If there are two entries for a column, the first counts.
  return new Map(found.toReversed())
}

// Plain texts, also those of an object in the record.
function textsIn(record: ReadRecord): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const add = (name: string, value: Value) => {
    if (typeof value === 'string') texts.set(name, shortened(value))
  }
  for (const [name, value] of record) {
    add(name, value)
    if (isMembers(value)) for (const [inner, one] of value.members) add(`${name}.${inner}`, one)
  }
  return texts
}

function shortened(text: string): string {
  return detachString(text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1).toWellFormed()}…` : text)
}
