import { bareName, type ListField, namePrior, targetOf } from './field.ts'
import { VALUE_FIELD } from './items.ts'
import type { ListDocument } from './list-document.ts'
import { isGroupField } from './named-list.ts'
import { isNamedLike } from './roles.ts'

/** How entries of the dataset list refer to entries of another list. */
export interface Reference {
  /** Field of the dataset list. */
  readonly from: string
  /** The field of the other list that contains its values. */
  readonly to: string
  /** Number of values found, and of all values. */
  readonly found: number
  readonly of: number
  /** Whether its values are small integers. */
  readonly isNumbered: boolean
}

/** The least share of values that are keys, or codes. */
export const LEAST_FOUND = 0.5
/** One value of a field may be a key by chance, even where its name fits. */
const LEAST_NAMED = 2
/** How much likelier a key of the same name is; less than a tenth more of the values. */
const SAME_NAME = 0.1
/** Maximum number of fields of the other list to look values up in; real lists have fewer. */
const MOST_KEYS = 100

/** Which fields of the dataset list can refer to another list. */
export interface ReferenceRule {
  /** Names similar to that of the other list. */
  readonly hint: RegExp
  /** The field that the config names. */
  readonly only: string | undefined
  readonly isEnough: (reference: Reference, rule: ReferenceRule) => boolean
}

/** Whether most values are keys, or the config names the field. */
export function isMost({ from, found, of }: Reference, { only }: ReferenceRule): boolean {
  return from === only || found >= of * LEAST_FOUND
}

/** Whether several values are keys, and the name of the field states what it refers to: most of them may not be in the other list. */
export function isNamed({ from, found, isNumbered }: Reference, { hint }: ReferenceRule): boolean {
  return !isNumbered && hint.test(from) && found >= LEAST_NAMED
}

/** Whether any value is a key. */
export const isAny = () => true

/** Whether the config names a field, or its name is similar to that of the other list. */
export function isHinted(from: string, { hint, only }: Pick<ReferenceRule, 'hint' | 'only'>): boolean {
  return from === only || hint.test(from)
}

/** A list of no more entries may have a different value for each in any field. */
const FEW_ENTRIES = 3

// Datasets and entries may have a field in common that is no reference, such as their language. Its name is not that of keys, and all datasets
// or entries have the same value in it, or there are few entries, which have keys of their own.
function isInCommon(from: ListField, key: KeyField, keys: readonly KeyField[], rule: ReferenceRule): boolean {
  if (lastName(from.name) !== lastName(key.name) || isHinted(from.name, rule) || isKeyLike(key)) return false
  const isOne = key.values.size === 1 || new Set(from.values.flat()).size === 1
  return isOne || (key.values.size <= FEW_ENTRIES && keys.some(isKeyLike))
}

function isKeyLike({ name }: Pick<KeyField, 'name'>): boolean {
  return namePrior(name) > 0 || isNamedLike('title', name) || name === VALUE_FIELD
}

// A field with the name of a key is one that datasets and the object have in common, rather than a reference to an entry of that key.
function withoutMembers(
  fields: readonly ListField[],
  { shape, records }: ListDocument,
): readonly ListField[] {
  if (shape !== 'keyed') return fields
  const keys = new Set(records.map(({ key }) => key))
  return fields.filter(({ name }) => !keys.has(lastName(name)))
}

/** The bare last step of the name of a field: `relationships.category.data.id` is `id`. */
export function lastName(field: string): string {
  return bareName(bareName(field).split('.').at(-1) ?? '')
}

/** A field of a list whose values datasets may refer to. */
interface KeyField {
  readonly name: string
  readonly values: ReadonlySet<string>
  readonly find: ReturnType<typeof openKeys>
}

/**
 * Finds the field of the first dataset list whose values occur in a key field of the other list (a few of whose values may be blank or
 * repeated). The pair with the most common values wins; between equals, a field name similar to the name of the list (`hint`).
 */
export function findReference(
  sources: readonly (readonly ListField[])[],
  list: ListDocument,
  keys: readonly ListField[],
  rule: ReferenceRule,
): Reference | undefined {
  for (const fields of sources) {
    const own = withoutMembers(fields, list)
    const exact = referenceAmong(own, keys.filter(isKey), rule)
    const reference = exact ?? referenceAmong(own, keys.filter(isNearlyKey), rule)
    if (reference !== undefined) return reference
  }
  return undefined
}

function referenceAmong(
  datasets: readonly ListField[],
  able: readonly ListField[],
  rule: ReferenceRule,
): Reference | undefined {
  const { hint, only } = rule
  const keys = able.slice(0, MOST_KEYS).map(({ name, values }): KeyField => {
    const keys = new Set(values.flat())
    return { name, values: keys, find: openKeys(keys) }
  })
  const references = datasets
    .filter((field) => only === undefined || field.name === only)
    .flatMap((field) => {
      const able = keys.filter((key) => !isInCommon(field, key, keys, rule))
      return relate(field, able, isHinted(field.name, rule))
    })
    .filter((reference) => reference.found > 0 && rule.isEnough(reference, rule))
  const score = ({ from, to, found, of }: Reference) =>
    found / of + (hint.test(from) ? 1 : 0) + (lastName(from) === lastName(to) ? SAME_NAME : 0)
  return references.sort((a, b) => score(b) - score(a) || b.found - a.found)[0]
}

/** Whether all values are small integers. They occur in any numeric field, so only the name shows what they refer to. */
export function isNumbered({ values }: ListField): boolean {
  const isSmall = (value: string) => /^\d{1,6}$/.test(value)
  return values.every((value) => (typeof value === 'string' ? isSmall(value) : value.every(isSmall)))
}

/** Finds the key that a text is, ends in as an address, or differs from only in case, blanks or Unicode form, if it is one key. */
export function openKeys(keys: ReadonlySet<string>): (text: string) => string | undefined {
  const folded = new Map(
    [...Map.groupBy(keys, fold)].flatMap(([text, ones]) => (ones.length === 1 ? [[text, ones[0]]] : [])),
  )
  return (text) => (keys.has(text) ? text : (folded.get(fold(text)) ?? folded.get(fold(endOf(text)))))
}

// A reference may be an address that ends in the key: `/categories/edu/`, `#edu`.
function endOf(text: string): string {
  if (!/^([a-z][a-z0-9+.-]*:\/\/|\/|#)/i.test(text)) return text
  return text.split(/[/#]/).findLast((part) => part !== '') ?? text
}

function fold(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()
}

/** The keys in a value, which may be several in one text: `c1,c2` or `Transport; Health`. */
export function keysIn(value: string, keyOf: (text: string) => string | undefined): string[] {
  const own = keyOf(value)
  if (own !== undefined) return [own]
  if (!/[,;|]/.test(value)) return []
  const parts = value.split(/[,;|]/, MOST_JOINED).map((part) => keyOf(part.trim()))
  return parts.every((part) => part !== undefined) ? parts : []
}

/** A text of more parts is none of keys. */
const MOST_JOINED = 50

function sameKey(text: string, keys: ReadonlySet<string>): string | undefined {
  if (keys.has(text)) return text
  const target = targetOf(text)
  return target !== undefined && keys.has(target) ? target : undefined
}

// Texts are compared letter by letter unless the name of the field fits: there may be many other fields.
function relate(field: ListField, keys: readonly KeyField[], isHinted: boolean): Reference[] {
  const { name, values } = field
  // A dataset may be in groups of several kinds.
  const isOneEach = isGroupField(name)
  const own = isNumbered(field)
  return keys.map((key) => {
    const keyOf = isHinted ? key.find : (text: string) => sameKey(text, key.values)
    const isKnown = (value: string) => keysIn(value, keyOf).length > 0
    // Loops, as this is called for every field of a list, several times.
    let [found, of] = [0, 0]
    for (const value of values)
      if (typeof value === 'string' || isOneEach) {
        of++
        if (typeof value === 'string' ? isKnown(value) : value.some(isKnown)) found++
      } else {
        of += value.length
        for (const one of value) if (isKnown(one)) found++
      }
    return { from: name, to: key.name, found, of, isNumbered: own }
  })
}

/** Whether a field can be the key of its list: no value is missing, none occurs twice. */
export function isKey({ values, records }: ListField): boolean {
  const flat = values.flat()
  const isFilled = values.length === records && flat.length === records
  return records > 0 && isFilled && new Set(flat).size === records
}

const MOST_FAULTY = 0.1

/**
 * Whether a field can be the key of its list except for a few entries (a tenth at most, or one) without a value or with that of another.
 */
export function isNearlyKey({ values, records }: ListField): boolean {
  const distinct = new Set(values.flat()).size
  const faulty = records - distinct
  return (
    distinct > 1 &&
    values.every((value) => typeof value === 'string') &&
    faulty <= Math.max(1, records * MOST_FAULTY)
  )
}
