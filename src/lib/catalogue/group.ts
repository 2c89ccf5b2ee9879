import { findCodeFields } from './code-field.ts'
import { fieldsOf, type ListField, namePrior, OWN_NAME, objectOf, valuesOf } from './field.ts'
import { findOtherReadings, type ListDocument } from './list-document.ts'
import { findMemberField, keysByMember, type MemberField } from './members.ts'
import { isGroupField } from './named-list.ts'
import {
  findReference,
  isAny,
  isHinted,
  isKey,
  isMost,
  isNamed,
  isNearlyKey,
  isNumbered,
  keysIn,
  LEAST_FOUND,
  lastName,
  openKeys,
  type Reference,
  type ReferenceRule,
} from './reference.ts'
import { chooseRoles, firstValue, toEntry } from './roles.ts'
import type { ListRecord } from './row.ts'
import { findRichest } from './sources.ts'
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
  category: /categ|катег|theme|topic|тема|рубри|(?<!inter)section|раздел(?!ени)|group|групп/i,
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
  const reference = reading?.reference
  const members = (reference ?? only) ? undefined : findMemberField(readings, codeOf)
  const whole = reading?.list ?? members?.list ?? richest
  const list = { ...whole, fields: whole.fields.filter(({ name }) => name !== members?.name) }
  const keyField = reference?.to ?? findKeyField(list)
  const own = readEntries(list, keyField, what, inferences)
  const others = (sound.length > 0 ? sound : lists).filter(({ format }) => format !== list.format)
  const entries = others.reduce<readonly Entry[]>((all, other) => withMore(all, other, what), own)
  inferences.push(
    describe(what, reference ?? members, () => ({
      numbers: findReference(open, list, list.fields, { ...rule, isEnough: isMost }),
      few: findReference(telling, list, list.fields, { ...rule, isEnough: isAny }),
    })),
  )
  const froms = telling.map((fields) => fieldTo(reference?.to, fields, list, rule))
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
  rule: Omit<ReferenceRule, 'isEnough'>,
): string | undefined {
  const keys = list.fields.filter(({ name }) => name === to)
  return [isMost, isNamed]
    .map((isEnough) => findReference([fields], list, keys, { ...rule, isEnough })?.from)
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
  readonly numbers: Reference | undefined
  /** A field of which only few values are keys. */
  readonly few: Reference | undefined
}

function describe(
  what: 'category' | 'oiv',
  reference: Reference | MemberField | undefined,
  findDoubtful: () => Doubtful,
): Inference {
  const operation = OPERATIONS[what]
  const named = { what: `dataset → ${what}`, override: `fields.${what}` }
  if (reference === undefined) return { ...named, evidence: describeDoubtful(operation, findDoubtful()) }
  const { found, of } = reference
  if ('name' in reference) {
    const field = `${operation}.${reference.name}`
    return { ...named, field, evidence: inferredFrom('members', { found, of, field }) }
  }
  const evidence = inferredFrom('keys', { found, of, field: `${operation}.${reference.to}` })
  return { ...named, field: `list_datasets.${reference.from}`, evidence }
}

function describeDoubtful(list: string, { numbers, few }: Doubtful): InferenceEvidence {
  if (numbers) return inferredFrom('numbers', { field: `list_datasets.${numbers.from}`, list })
  if (few === undefined) return inferredFrom('no-keys', { list })
  const { from, found, of } = few
  return inferredFrom('few-keys', { found, of, field: `list_datasets.${from}`, list })
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
  { only }: Pick<ReferenceRule, 'only'>,
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
  rule: Omit<ReferenceRule, 'isEnough'>,
): { readonly list: ListDocument; readonly reference: Reference } | undefined {
  for (const isEnough of [isMost, isNamed])
    for (const { list, isOwn } of readings) {
      const isFit: ReferenceRule['isEnough'] = (reference, own) =>
        isEnough(reference, own) && (isOwn || isHinted(reference.from, own))
      const reference = findReference(sources, list, list.fields, { ...rule, isEnough: isFit })
      if (reference !== undefined) return { list, reference }
    }
  return undefined
}
