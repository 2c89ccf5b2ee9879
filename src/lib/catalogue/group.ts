import { findCodeFields } from './code-field.ts'
import {
  bareName,
  fieldsOf,
  type ListField,
  namePrior,
  OWN_NAME,
  objectOf,
  targetOf,
  valuesOf,
} from './field.ts'
import { VALUE_FIELD } from './items.ts'
import { findOtherReadings, isOfDatasets, type ListDocument } from './list-document.ts'
import { findMemberField, keysByMember, type MemberField } from './members.ts'
import { isGroupField, type NamedList } from './named-list.ts'
import { chooseRoles, firstValue, isNamedLike, toEntry } from './roles.ts'
import type { ListRecord } from './row.ts'
import { type Entry, type Inference, type InferenceEvidence, inferredFrom } from './types.ts'

/** The fields of one list of datasets that may refer to categories or publishers. */
interface OpenFields {
  readonly fields: readonly ListField[]
  /** The fields of the keys of objects. */
  readonly keyFields: readonly ListField[]
  /** Fields that already have another role. */
  readonly taken: Set<string>
}

/** The entries of the list of categories or publishers, and the keys that dataset lists refer to. */
export interface Group {
  readonly entries: readonly Entry[]
  /** The keys that a record refers to; `source` is the position of its list. */
  keysOf(record: ListRecord | undefined, source: number): string[]
  /** The keys of the entries that name a dataset, where datasets do not refer to them. */
  keysOfCode(code: string): readonly string[]
  /** The field of the first dataset list that refers to them. */
  readonly field: string | undefined
}

const HINTS = {
  category: /categ|катег|theme|тема|рубри|(?<!inter)section|раздел(?!ени)|group|групп/i,
  oiv: /oiv|оив|publish|орган|ведом|source|owner|dep(artment)?s?(_?id)?$|^org(_?id)?$|agency|authority|organi[sz]|департ|учрежд|подразделени/i,
}

/** Reads the list of categories or publishers, and finds the field of each dataset list that contains its keys. */
export function readGroup(
  documents: readonly ListDocument[],
  what: 'category' | 'oiv',
  sources: readonly OpenFields[],
  only: string | undefined,
  inferences: Inference[],
  codeOf: (text: string) => string | undefined,
): Group {
  const operation = OPERATIONS[what]
  const lists = documents
    .filter((one) => one.operation === operation && one.families.length > 0)
    .map(withoutRepeated)
  const sound = lists.filter(({ garbled }) => garbled === undefined)
  const richest = findRichest(sound.length > 0 ? sound : lists)
  if (richest === undefined) return { entries: [], keysOf: () => [], keysOfCode: () => [], field: undefined }
  const hint = HINTS[what]
  const rule = { hint, only }
  const readings = readingsOf([richest, ...lists.filter((list) => list !== richest)])
  const open = sources.map((source) => withKeyFields(source, readings, rule))
  const isOfName = isNamedAfter(readings)
  const telling = open.map((fields) =>
    fields.filter((field) => isHinted(field.name, rule) || !isNumbered(field) || isOfName(field)),
  )
  const reading = findReading(readings, telling, rule)
  const relation = reading?.relation
  const members = (relation ?? only) ? undefined : findMemberField(readings, codeOf)
  const whole = reading?.list ?? members?.list ?? richest
  const list = { ...whole, fields: whole.fields.filter(({ name }) => name !== members?.name) }
  const keyField = relation?.to ?? findKeyField(list)
  const own = readEntries(list, keyField, what, inferences)
  const others = (sound.length > 0 ? sound : lists).filter(({ format }) => format !== list.format)
  const entries = others.reduce<readonly Entry[]>((all, other) => withMore(all, other, what), own)
  inferences.push(
    describe(what, relation ?? members, () => ({
      numbers: findRelation(open, list, list.fields, { ...rule, isEnough: isMost }),
      few: findRelation(telling, list, list.fields, { ...rule, isEnough: isAny }),
    })),
  )
  const froms = telling.map((fields) => fieldTo(relation?.to, fields, list, rule))
  takeFields(froms, sources)
  const keyOf = openKeys(new Set(entries.map(({ key }) => key)))
  const byCode = members && keysByMember(members, own, codeOf)
  return {
    entries,
    field: froms[0],
    keysOfCode: (code) => byCode?.get(code) ?? [],
    keysOf(record, source) {
      const from = froms[source]
      return record && from !== undefined
        ? [...new Set(valuesOf(record.fields, from).flatMap((value) => keysIn(value, keyOf)))]
        : []
    },
  }
}

// Whether repeated numbers are under the very name that a key of the list has, `cat_id`. An `id` of its own every record has.
function isNamedAfter(readings: readonly Reading[]): (field: ListField) => boolean {
  const isOfKey = (name: string) => namePrior(name) > 0 && namePrior(name) < OWN_NAME
  const names = new Set(
    readings.flatMap(({ list }) => list.fields.filter(isKey).map(({ name }) => lastName(name))),
  )
  return ({ name, values }) =>
    names.has(lastName(name)) && isOfKey(lastName(name)) && new Set(values.flat()).size < values.flat().length
}

// Groups may be categories and publishers.
function takeFields(froms: readonly (string | undefined)[], sources: readonly OpenFields[]): void {
  froms.forEach((from, at) => {
    if (from !== undefined && !isGroupField(from)) sources[at]?.taken.add(from)
  })
}

// The field of one list of datasets that refers to the field `to` of the other list.
function fieldTo(
  to: string | undefined,
  fields: readonly ListField[],
  list: ListDocument,
  rule: Omit<RelationRule, 'isEnough'>,
): string | undefined {
  const keys = list.fields.filter(({ name }) => name === to)
  return [isMost, isNamed]
    .map((isEnough) => findRelation([fields], list, keys, { ...rule, isEnough })?.from)
    .find((from) => from !== undefined)
}

const OPERATIONS = { category: 'list_categories', oiv: 'list_oivs' } as const

function findKeyField(list: ListDocument): string | undefined {
  const fields = list.fields
  return (findCodeFields([list])[0] ?? fields.find(isKey) ?? fields.find(isNearlyKey))?.name
}

function readEntries(
  list: ListDocument,
  keyField: string | undefined,
  what: string,
  inferences: Inference[],
): Entry[] {
  const fields = list.fields
  const key = fields.find(({ name }) => name === keyField)
  const taken = new Set(key && fields.length > 1 && !isWorded(key) ? [key.name] : [])
  const roles = chooseRoles(fields, taken, {}, what, inferences)
  return list.records.map((record, index) =>
    toEntry([{ record, roles }], firstValue(record, keyField) ?? `#${index + 1}`),
  )
}

// Adds the entries that only another format of the list has, if the two have some entries in common.
function withMore(entries: readonly Entry[], list: ListDocument, what: string): readonly Entry[] {
  const known = new Set(entries.map(({ key }) => key))
  const common = ({ values }: ListField) => values.flat().filter((value) => known.has(value)).length
  const able = list.fields.filter((field) => isNearlyKey(field) || isKey(field))
  const [best] = able
    .map((field) => ({ name: field.name, found: common(field) }))
    .sort((a, b) => b.found - a.found)
  if (best === undefined || best.found === 0) return entries
  const more = readEntries(list, best.name, what, []).filter(({ key }) => !known.has(key))
  return [...entries, ...more]
}

// A key made of words, as where datasets refer to their category by title, is the title of the entry.
function isWorded({ values }: ListField): boolean {
  const flat = values.flat()
  return flat.filter((value) => /^\p{Lu}\p{Ll}|\p{L}\s+\p{L}/u.test(value)).length * 2 > flat.length
}

/** What may relate the datasets to a list, but is not clear enough. */
interface Doubtful {
  /** Small integers in a field whose name does not state what they refer to. */
  readonly numbers: Relation | undefined
  /** A field of which only few values are keys. */
  readonly few: Relation | undefined
}

function describe(
  what: 'category' | 'oiv',
  relation: Relation | MemberField | undefined,
  findDoubtful: () => Doubtful,
): Inference {
  const operation = OPERATIONS[what]
  const named = { what: `dataset → ${what}`, override: `fields.${what}` }
  if (relation === undefined) return { ...named, evidence: describeDoubtful(operation, findDoubtful()) }
  const { found, of } = relation
  if ('name' in relation) {
    const field = `${operation}.${relation.name}`
    return { ...named, field, evidence: inferredFrom('members', { found, of, field }) }
  }
  const evidence = inferredFrom('keys', { found, of, field: `${operation}.${relation.to}` })
  return { ...named, field: `list_datasets.${relation.from}`, evidence }
}

function describeDoubtful(list: string, { numbers, few }: Doubtful): InferenceEvidence {
  if (numbers) return inferredFrom('numbers', { field: `list_datasets.${numbers.from}`, list })
  if (few === undefined) return inferredFrom('no-keys', { list })
  const { from, found, of } = few
  return inferredFrom('few-keys', { found, of, field: `list_datasets.${from}`, list })
}

/** How entries of the dataset list refer to entries of another list. */
interface Relation {
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

const LEAST_FOUND = 0.5
/** One value of a field may be a key by chance, even where its name fits. */
const LEAST_NAMED = 2
/** How much likelier a key of the same name is; less than a tenth more of the values. */
const SAME_NAME = 0.1
/** Maximum number of fields of the other list to look values up in; real lists have fewer. */
const MOST_KEYS = 100

/** Which fields of the dataset list can refer to another list. */
interface RelationRule {
  /** Names similar to that of the other list. */
  readonly hint: RegExp
  /** The field that the config names. */
  readonly only: string | undefined
  readonly isEnough: (relation: Relation, rule: RelationRule) => boolean
}

function isMost({ from, found, of }: Relation, { only }: RelationRule): boolean {
  return from === only || found >= of * LEAST_FOUND
}

// Its name states what it refers to, even if most of its values are not in the other list.
function isNamed({ from, found, isNumbered }: Relation, { hint }: RelationRule): boolean {
  return !isNumbered && hint.test(from) && found >= LEAST_NAMED
}

const isAny = () => true

function isHinted(from: string, { hint, only }: Pick<RelationRule, 'hint' | 'only'>): boolean {
  return from === only || hint.test(from)
}

/** What anything may have, and is no reference to what has the same. */
const OF_ALL = /^(lang(uage)?|locale|status|state|version|licen[cs]e|язык|статус|состояние|версия|лицензия)$/i

// Neither is what all datasets have in a field of the same name as in the list, nor what its only entry has there.
function isOfAll(from: ListField, { name, values }: KeyField, rule: RelationRule): boolean {
  if (lastName(from.name) !== lastName(name) || isHinted(from.name, rule)) return false
  const isKeyLike = namePrior(name) > 0 || isNamedLike('title', name) || name === VALUE_FIELD
  const isOne = () => values.size === 1 || new Set(from.values.flat()).size === 1
  return OF_ALL.test(lastName(name)) || (!isKeyLike && isOne())
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

function lastName(field: string): string {
  return bareName(bareName(field).split('.').at(-1) ?? '')
}

/** A field of a list whose values datasets may refer to. */
interface KeyField {
  readonly name: string
  readonly values: ReadonlySet<string>
  readonly find: ReturnType<typeof openKeys>
}

/** One way of reading a list. */
interface Reading {
  readonly list: ListDocument
  /** Whether it has nothing but entries of the list. What lies in the only record of a list may be other things of it, such as keywords. */
  readonly isOwn: boolean
}

function readingsOf(lists: readonly ListDocument[]): Reading[] {
  return lists.flatMap((list) => [
    { list, isOwn: true },
    ...findOtherReadings(list).map((inner) => ({ list: inner, isOwn: inner.shape === 'keyed' })),
  ])
}

// A list may have an entry several times, such as once for each of its datasets.
function withoutRepeated(list: ListDocument): ListDocument {
  const seen = new Set<string>()
  const records = list.records.filter(({ key, fields }) => {
    const text = JSON.stringify([key, ...fields])
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
  return records.length === list.records.length ? list : { ...list, records, fields: fieldsOf(records) }
}

// The keys of an object are references if most of them are keys of the list, and datasets have different ones. Its values then are none.
function withKeyFields(
  { fields, keyFields, taken }: OpenFields,
  readings: readonly Reading[],
  { only }: Pick<RelationRule, 'only'>,
): ListField[] {
  const open = fields.filter(({ name }) => name === only || !taken.has(name))
  const known = new Set(
    readings
      .flatMap(({ list }) => list.fields.filter((field) => isKey(field) || isNearlyKey(field)))
      .flatMap(({ values }) => values.flat()),
  )
  const found = keyFields.filter(({ name, values }) => {
    const keys = values.flat()
    const own = keys.filter((key) => known.has(key))
    const areDifferent = new Set(values.map((own) => [own].flat().toSorted().join('\n'))).size > 1
    return !taken.has(name) && own.length >= keys.length * LEAST_FOUND && areDifferent
  })
  const isInside = (name: string) => found.some((field) => name.startsWith(`${objectOf(field.name)}.`))
  return [...found, ...open.filter(({ name }) => name === only || !isInside(name))]
}

/** Which way of reading a list the datasets refer to, the likeliest first. */
function findReading(
  readings: readonly Reading[],
  sources: readonly (readonly ListField[])[],
  rule: Omit<RelationRule, 'isEnough'>,
): { readonly list: ListDocument; readonly relation: Relation } | undefined {
  for (const isEnough of [isMost, isNamed])
    for (const { list, isOwn } of readings) {
      const isFit: RelationRule['isEnough'] = (relation, own) =>
        isEnough(relation, own) && (isOwn || isHinted(relation.from, own))
      const relation = findRelation(sources, list, list.fields, { ...rule, isEnough: isFit })
      if (relation !== undefined) return { list, relation }
    }
  return undefined
}

/**
 * Finds the field of the first dataset list whose values occur in a key field of the other list (a few of whose values may be blank or
 * repeated). The pair with the most common values wins; between equals, a field name similar to the name of the list (`hint`).
 */
function findRelation(
  sources: readonly (readonly ListField[])[],
  list: ListDocument,
  keys: readonly ListField[],
  rule: RelationRule,
): Relation | undefined {
  for (const fields of sources) {
    const own = withoutMembers(fields, list)
    const exact = relationAmong(own, keys.filter(isKey), rule)
    const relation = exact ?? relationAmong(own, keys.filter(isNearlyKey), rule)
    if (relation !== undefined) return relation
  }
  return undefined
}

function relationAmong(
  datasets: readonly ListField[],
  able: readonly ListField[],
  rule: RelationRule,
): Relation | undefined {
  const { hint, only } = rule
  const keys = able.slice(0, MOST_KEYS).map(({ name, values }): KeyField => {
    const keys = new Set(values.flat())
    return { name, values: keys, find: openKeys(keys) }
  })
  const relations = datasets
    .filter((field) => only === undefined || field.name === only)
    .flatMap((field) => {
      const able = keys.filter((key) => !isOfAll(field, key, rule))
      return relate(field, able, isHinted(field.name, rule))
    })
    .filter((relation) => relation.found > 0 && rule.isEnough(relation, rule))
  const score = ({ from, to, found, of }: Relation) =>
    found / of + (hint.test(from) ? 1 : 0) + (lastName(from) === lastName(to) ? SAME_NAME : 0)
  return relations.sort((a, b) => score(b) - score(a) || b.found - a.found)[0]
}

// Small integers occur in any numeric field, so only the name shows what they refer to.
function isNumbered({ values }: ListField): boolean {
  const isSmall = (value: string) => /^\d{1,6}$/.test(value)
  return values.every((value) => (typeof value === 'string' ? isSmall(value) : value.every(isSmall)))
}

/** Finds the key that a text is, ends in as an address, or differs from only in case, blanks or Unicode form, if it is one key. */
function openKeys(keys: ReadonlySet<string>): (text: string) => string | undefined {
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

// A value may be several keys in one text, `c1,c2` or `Transport; Health`.
function keysIn(value: string, keyOf: (text: string) => string | undefined): string[] {
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
function relate(field: ListField, keys: readonly KeyField[], isHinted: boolean): Relation[] {
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
function isNearlyKey({ values, records }: ListField): boolean {
  const distinct = new Set(values.flat()).size
  const faulty = records - distinct
  return (
    distinct > 1 &&
    values.every((value) => typeof value === 'string') &&
    faulty <= Math.max(1, records * MOST_FAULTY)
  )
}

/**
 * The lists that have entries of datasets, in order of priority: `list_datasets` before `list`, and of the formats of one list the one with
 * the most fields. If no entry has a known code, only the list with the most fields, without records.
 */
export function findSources(lists: readonly NamedList[]): NamedList[] {
  const all = lists.filter(({ list, records }) => isOfDatasets(list) && records.length > 0)
  const matched = all.filter(({ recordOf }) => recordOf.size > 0)
  const ordered = (sources: readonly NamedList[]) =>
    (['list_datasets', 'list'] as const).flatMap((operation) =>
      bestFirst(sources.filter(({ list }) => list.operation === operation)),
    )
  return matched.length > 0 ? ordered(matched) : ordered(all).slice(0, 1)
}

// A list of few of the datasets goes after one of more than twice as many, and one with garbled texts after a sound one, whatever fields
// they have.
function bestFirst(sources: readonly NamedList[]): NamedList[] {
  const most = Math.max(0, ...sources.map(({ recordOf }) => recordOf.size))
  const able = sources.filter(({ recordOf }) => recordOf.size * 2 >= most)
  const sound = able.filter(({ list }) => list.garbled === undefined)
  const best = findRichest(sound.length > 0 ? sound : able)
  return best === undefined ? [] : [best, ...sources.filter((source) => source !== best)]
}

/** The one whose list has the most fields; the first of equals. */
function findRichest<T extends Pick<ListDocument, 'records'>>(all: readonly T[]): T | undefined {
  const weight = ({ records }: T) => (records.length === 0 ? 0 : 1 + (records[0]?.fields.size ?? 0))
  return all.reduce<T | undefined>(
    (best, next) => (best === undefined || weight(next) > weight(best) * 1.5 ? next : best),
    undefined,
  )
}
