import { findDatasetLinks } from '../interface/index.ts'
import {
  type Beside,
  cellText,
  findPaging,
  mayHavePaging,
  type ReadRecord,
  type Value,
} from '../reading/index.ts'
import { codeIn, codesIn, findNamingField } from './code-field.ts'
import { alignFields, findRowsWithoutCode, renameFields } from './columns.ts'
import { type Knowledge, readEntries } from './entries.ts'
import { withEntryCodes } from './entry-codes.ts'
import { fieldsOf, type ListField, namePrior, textsOf, valuesOf } from './field.ts'
import {
  GROUP_FIELD,
  isPlain,
  isRecord,
  KEY_FIELD,
  type ListItem,
  membersOf,
  openMemberTexts,
  pairFields,
  textsIn,
  VALUE_FIELD,
} from './items.ts'
import { findOtherReadings, isOfDatasets, type ListDocument } from './list-document.ts'
import { aroundOf, holdersOf, type Mention, type Named } from './mentions.ts'
import { isNamedLike } from './roles.ts'
import type { ListRecord } from './row.ts'

/** A list by its datasets. */
export interface NamedList {
  readonly list: ListDocument
  /** The field with their codes; undefined if only links have them. */
  readonly field: string | undefined
  /** One record for each dataset and each entry without a code; those of the list where none of them are in groups. */
  readonly records: readonly ListRecord[]
  readonly fields: readonly ListField[]
  /** The record of each known dataset, in the order of the list. */
  readonly recordOf: ReadonlyMap<string, ListRecord>
  /** All codes that it has, also in links. */
  readonly codes: ReadonlySet<string>
  /** The entries without a code or a link, if most of the others have one; else none. */
  readonly unnamed: readonly ListRecord[]
  /** How many entries it has; several numbers if they may be counted in several ways. */
  readonly counts: readonly number[]
  /** Why it may be one page of several, according to its contents. */
  readonly paging?: string
}

/** Reads some lists by their datasets; those of categories and publishers, which name none, have no known records. */
export function nameLists(documents: readonly ListDocument[], knowledge: Knowledge): NamedList[] {
  const groups = knowledge.groups ?? textsOfGroups(documents)
  const names = namesOfGroups(documents)
  return documents.map((list) => {
    if (!isOfDatasets(list)) return nameOther(list)
    const padded = findPadded(list, knowledge.codes)
    const codes = knowledge.codes.union(new Set(padded.keys()))
    const named = nameList(withEntryCodes(list, codes), { ...knowledge, codes, groups }, names)
    return addStated(padded.size === 0 ? named : withoutPadding(named, padded), names)
  })
}

// The texts of a list that are known codes except for blanks around them.
function findPadded({ fields, links }: ListDocument, known: ReadonlySet<string>): Map<string, string> {
  const padded = new Map<string, string>()
  const add = (text: string) => {
    const code = text.trim()
    if (code !== text && !known.has(text) && known.has(code)) padded.set(text, code)
  }
  for (const { values } of fields) for (const value of values) for (const text of [value].flat()) add(text)
  for (const { code } of links) add(code)
  return padded
}

function withoutPadding(named: NamedList, padded: ReadonlyMap<string, string>): NamedList {
  const codeOf = (text: string) => padded.get(text) ?? text
  const recordOf = new Map<string, ListRecord>()
  for (const [text, record] of named.recordOf)
    if (!recordOf.has(codeOf(text))) recordOf.set(codeOf(text), record)
  return { ...named, recordOf, codes: new Set([...named.codes].map(codeOf)) }
}

/** All texts in the lists of categories and publishers. They name groups of datasets rather than datasets. */
export function textsOfGroups(documents: readonly ListDocument[]): ReadonlySet<string> {
  const groups = documents.filter((list) => !isOfDatasets(list))
  return new Set(groups.flatMap(({ fields }) => fields.flatMap(({ values }) => values.flat())))
}

/**
 * The texts by which the lists of categories and publishers name entries that a list has among its datasets: two texts or more, one of them
 * with letters, that are under the same names in both, and in one category or publisher only.
 */
export function findGroupsAmong(documents: readonly ListDocument[]): ReadonlySet<string> {
  const pairsOf = ({ fields }: ListRecord) => textsOf(fields).map(([name, text]) => `${name}\n${text}`)
  const groups = new Map<string, ListRecord | undefined>()
  // Undefined where another one has it, too; a list in another format does.
  for (const list of documents.filter((one) => !isOfDatasets(one)))
    for (const record of list.records)
      for (const pair of pairsOf(record))
        groups.set(`${list.format} ${pair}`, groups.has(`${list.format} ${pair}`) ? undefined : record)
  return new Set(
    documents.filter(isOfDatasets).flatMap(({ format, records }) => {
      const found = records.map((record) => {
        const known = textsOf(record.fields).flatMap(([name, text]) => {
          const group = groups.get(`${format} ${name}\n${text}`)
          return group ? [{ group, text }] : []
        })
        return [...Map.groupBy(known, ({ group }) => group).values()]
          .map((ones) => ones.map(({ text }) => text))
          .filter((texts) => texts.length > 1 && texts.some((text) => /\p{L}/u.test(text)))
          .flat()
      })
      // A list of nothing else is one of categories, or of datasets that all lists have.
      return found.every((texts) => texts.length > 0) ? [] : found.flat()
    }),
  )
}

/** The keys and titles of categories and publishers. A number may be anything. */
function namesOfGroups(documents: readonly ListDocument[]): ReadonlySet<string> {
  const names = documents
    .filter((list) => !isOfDatasets(list))
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => namePrior(name) > 0 || isNamedLike('title', name) || OWN_NAMES.has(name))
    .flatMap(({ values }) => values.flat())
  return new Set(names.filter((name) => /\p{L}/u.test(name)))
}

/** The fields of keys and plain values. */
const OWN_NAMES: ReadonlySet<string> = new Set([KEY_FIELD, VALUE_FIELD, 'value'])

// All datasets of a list are in a category or publisher that it names as a whole.
function addStated(list: NamedList, names: ReadonlySet<string>): NamedList {
  const known = new Set(list.fields.map(({ name }) => name))
  const stated = list.list.stated.flatMap(({ name, value }) => {
    const field = name === undefined ? GROUP_FIELD : `${name} ${GROUP_FIELD}`
    return names.has(value) && !known.has(field) ? [[field, value] as const] : []
  })
  if (stated.length === 0) return list
  const withStated = (record: ListRecord) => ({ ...record, fields: new Map([...record.fields, ...stated]) })
  const records = new Map(list.records.map((record) => [record, withStated(record)]))
  const recordOf = new Map(
    [...list.recordOf].map(([code, record]) => [code, records.get(record) ?? withStated(record)]),
  )
  const all = [...records.values()]
  return { ...list, records: all, fields: fieldsOf(all), recordOf }
}

function nameOther(list: ListDocument): NamedList {
  const { records, fields, links } = list
  const counts = [records.length, ...findOtherReadings(list).map((other) => other.records.length)]
  const codes = new Set(links.map(({ code }) => code))
  const paging = list.findPaging(counts)
  return finish({
    list,
    field: undefined,
    records,
    fields,
    recordOf: new Map(),
    codes,
    unnamed: [],
    counts,
    paging,
  })
}

function nameList(list: ListDocument, knowledge: Knowledge, names: ReadonlySet<string>): NamedList {
  const { named } = readEntries(list, knowledge)
  const [only] = named
  const { codes, field } = knowledge
  const namedIn = () => findNamingField(list, codes, field?.name)?.name
  if (only === undefined) return nameFlat(list, namedIn(), knowledge)
  const isOne =
    named.length === 1 &&
    only.family.kind === 'objects' &&
    only.family.items.length === list.records.length &&
    !only.entries.some(({ joined }) => joined !== undefined)
  if (isOne && !list.isWhole && only.family.items.every(isRecord))
    return nameFlat(list, only.field, knowledge)
  const inner = isOne && arePartsOfRecords(list, only) ? namedIn() : undefined
  return inner === undefined ? nameGrouped(list, named, knowledge, names) : nameFlat(list, inner, knowledge)
}

// Each record has its code and its title in one object, such as the attributes of JSON:API, and the rest beside that.
function arePartsOfRecords({ fields }: ListDocument, { family: { items } }: Named): boolean {
  const around = new Set(items.map((item) => item.around))
  const isTitle = (name: string) => !name.includes('.') && isNamedLike('title', name)
  return around.size === items.length && !fields.some(({ name }) => isTitle(name))
}

function nameFlat(list: ListDocument, named: string | undefined, { codes: known }: Knowledge): NamedList {
  const { links } = list
  const header = findRecordInHeader(list, named, known)
  const records = [...header, ...list.records].map(header.length === 0 ? (one) => one : byPosition)
  const fields = header.length === 0 ? list.fields : fieldsOf(records)
  const at = header[0] === undefined ? -1 : [...header[0].fields.keys()].indexOf(named ?? '')
  const field = at < 0 ? named : `${at + 1}`
  const recordOf = new Map<string, ListRecord>()
  const codes = new Set(links.map(({ code }) => code))
  const unnamed: ListRecord[] = []
  for (const record of records) {
    const own = codesOf(record, field, known)
    if (own.length === 0) unnamed.push(record)
    const code = own.find((one) => known.has(one))
    if (code !== undefined && !recordOf.has(code)) recordOf.set(code, record)
  }
  const values = field === undefined ? [] : records.flatMap((record) => valuesOf(record.fields, field))
  for (const code of codesIn(values)) if (code !== '') codes.add(code)
  const counts = [records.length]
  return finish({
    list,
    field,
    records,
    fields,
    recordOf,
    codes,
    unnamed,
    counts,
    paging: list.findPaging(counts),
  })
}

// Rows without a header: the first one was taken for it, so the field of codes is named like a dataset.
function findRecordInHeader(
  { shape, fields, records }: ListDocument,
  field: string | undefined,
  known: ReadonlySet<string>,
): ListRecord[] {
  if ((shape !== 'rows' && shape !== 'table') || field === undefined || !known.has(field)) return []
  const isHeader =
    namePrior(field) > 0 || records.some((record) => valuesOf(record.fields, field).includes(field))
  return isHeader ? [] : [{ key: undefined, fields: new Map(fields.map(({ name }) => [name, name])) }]
}

// What has no field of the other entries, and none named like that of codes, is not an entry, such as a total or a version among them.
function withFieldsOf(unnamed: readonly ListRecord[], records: readonly ListRecord[]): ListRecord[] {
  if (unnamed.length === 0) return []
  const others = new Set(unnamed)
  const names = new Set(records.flatMap((record) => (others.has(record) ? [] : [...record.fields.keys()])))
  return unnamed.filter(({ fields }) =>
    [...fields.keys()].some((name) => names.has(name) || namePrior(name) > 0),
  )
}

// The cells of a row without the names of columns.
function byPosition({ key, fields }: ListRecord): ListRecord {
  return { key, fields: new Map([...fields.values()].map((value, at) => [`${at + 1}`, value])) }
}

function finish({
  unnamed,
  paging,
  ...named
}: Omit<NamedList, 'paging'> & { paging: string | undefined }): NamedList {
  const isMost = unnamed.length * 2 < named.records.length
  return {
    ...named,
    unnamed: isMost ? withFieldsOf(unnamed, named.records) : [],
    ...(paging !== undefined && { paging }),
  }
}

// The possible codes of a record: the value of the code field, else links in its values.
function codesOf({ fields }: ListRecord, field: string | undefined, known: ReadonlySet<string>): string[] {
  const named = field === undefined ? [] : valuesOf(fields, field).map(codeIn)
  if (named.some((code) => known.has(code))) return named
  const linked = [...fields.values()].flatMap((value) => findDatasetLinks(cellText(value) ?? ''))
  return [...named, ...linked.map(({ code }) => code)]
}

/** Fields of groups that an entry is given. More are no description of a group. */
const MOST_GROUP_FIELDS = 16

/** Whether a field is one of the groups that an entry is in: `title (group)`, or their names alone. */
export function isGroupField(name: string): boolean {
  return name.endsWith(GROUP_FIELD)
}

function nameGrouped(
  list: ListDocument,
  named: readonly Named[],
  { codes: known, groups = new Set() }: Knowledge,
  names: ReadonlySet<string>,
): NamedList {
  const mentions = findMentions(named, known)
  const aligned = alignFields(
    named.map(({ field, entries }) => ({ field, records: entries.map((entry) => toRecord(entry).fields) })),
    groups,
  )
  const namesOf = new Map(
    named.flatMap(({ entries }, at) => entries.map((entry) => [entry, aligned[at]] as const)),
  )
  const textsOf = openMemberTexts()
  const sources = new Map(
    [...mentions].map(([code, entries]) => [code, mergeEntries(entries, namesOf, groups, textsOf)]),
  )
  dropConstants([...sources.values()], list.isWhole, groups, names)
  const rows = named.flatMap(findRowsWithoutCode)
  const unnamed = [...findUnnamed(named).map((item) => ({ code: '', item })), ...rows].map(toRecord)
  const recordOf = new Map([...sources].map(([code, fields]) => [code, { key: undefined, fields }]))
  const records = [...recordOf.values(), ...unnamed]
  const codes = new Set(list.links.map(({ code }) => code))
  for (const { entries, groups } of named)
    for (const { code, item } of entries) if (!groups.has(item)) codes.add(code)
  const [most] = [...named].sort((a, b) => b.entries.length - a.entries.length)
  const field = most?.field
  return finish({
    list,
    field,
    records,
    fields: fieldsOf(records),
    recordOf,
    codes,
    unnamed,
    ...countGroups(list, named),
  })
}

// The entries of each known dataset, in the order of the list: those within other datasets, and groups with the code of a dataset, only
// where there are no others.
function findMentions(named: readonly Named[], known: ReadonlySet<string>): Map<string, Mention[]> {
  const codeOf = new Map<ListItem, string>()
  for (const { family, entries, groups } of named)
    if (family.kind === 'objects')
      for (const { item, code } of entries) if (!groups.has(item)) codeOf.set(item, code)
  const ranked = [new Map<string, Mention[]>(), new Map<string, Mention[]>()] as const
  const repeated = new Set<ListItem>()
  for (const { family, entries } of named)
    for (const { code, item } of entries)
      for (const around of family.kind === 'objects' ? aroundOf(item) : [])
        if (codeOf.get(around) === code) repeated.add(around)
  const all = named.flatMap(({ entries, groups }) =>
    entries.map((entry) => ({ entry, isGroup: groups.has(entry.item) || repeated.has(entry.item) })),
  )
  for (const { entry, isGroup } of all.sort((a, b) => a.entry.item.at - b.entry.item.at)) {
    const { code, item } = entry
    if (!known.has(code)) continue
    const isPart = aroundOf(item).some((around) => codeOf.has(around) && !repeated.has(around))
    const entries = ranked[isGroup || isPart ? 1 : 0]
    entries.set(code, [...(entries.get(code) ?? []), entry])
  }
  const [first, second] = ranked
  return new Map([...second, ...first])
}

/** One record of all entries of a dataset: each field from the first that has it, the fields of all groups that they are in. */
function mergeEntries(
  entries: readonly Mention[],
  namesOf: ReadonlyMap<Mention, ReadonlyMap<string, string> | undefined>,
  texts: ReadonlySet<string>,
  textsOf: ReturnType<typeof openMemberTexts>,
): Map<string, Value> {
  const record = new Map<string, Value>()
  const groups = new Map<string, Set<string>>()
  for (const entry of entries) {
    const { fields } = toRecord(entry)
    for (const [own, value] of renameFields(fields, namesOf.get(entry))) {
      // What several codes in one text have in common is their group.
      const isOfGroup = entry.joined !== undefined && typeof value === 'string' && texts.has(value)
      const name = isOfGroup ? `${own} ${GROUP_FIELD}` : own
      if (!record.has(name)) record.set(name, value)
    }
    addGroups(entry, groups, textsOf)
  }
  for (const [name, values] of groups)
    record.set(name, values.size === 1 ? ([...values][0] as string) : [...values])
  return record
}

function toRecord({ code, item, plain, name, row }: Mention): ListRecord {
  if (row !== undefined) return { key: undefined, fields: row }
  if (plain === undefined) {
    const key = item.isKey ? item.label : undefined
    return {
      key,
      fields: new Map([...(key === undefined ? [] : [[KEY_FIELD, key] as const]), ...membersOf(item)]),
    }
  }
  const isValue = Array.isArray(item.value)
  const fields: ReadRecord = isValue ? new Map([['value', plain]]) : pairFields(name ?? code, plain)
  return { key: isValue ? undefined : code, fields }
}

// The names and the plain members of the objects around an entry, the innermost first.
function addGroups(
  { code, item, plain, row }: Mention,
  groups: Map<string, Set<string>>,
  textsOf: ReturnType<typeof openMemberTexts>,
): void {
  const put = (name: string, text: string) => {
    const values = groups.get(name) ?? new Set()
    if (groups.size < MOST_GROUP_FIELDS || values.size > 0) groups.set(name, values.add(text))
  }
  const isDictionary = plain !== undefined && !Array.isArray(item.value)
  const own =
    row === undefined && item.label !== undefined && (isDictionary || item.label !== code) ? [item.label] : []
  const names = [...own, ...aroundOf(item).flatMap(({ label }) => label ?? [])]
  for (const name of names) put(GROUP_FIELD, name)
  for (const around of aroundOf(item))
    for (const [name, text] of textsOf(around)) put(`${name} ${GROUP_FIELD}`, text)
}

// A name that all entries lie under does not describe any of them, and neither does what is stated of the whole list, unless it names a category or
// publisher.
function dropConstants(
  records: readonly Map<string, Value>[],
  isWhole: boolean,
  groups: ReadonlySet<string>,
  namesOfEntries: ReadonlySet<string>,
): void {
  const textsAt = (record: ReadRecord, name: string) => [record.get(name) ?? []].flat().map(String)
  const names = new Set(records.flatMap((record) => [...record.keys()].filter(isGroupField)))
  for (const name of names) {
    const grouped = records.filter((record) => record.has(name))
    const [first] = grouped
    if (first === undefined) continue
    const common = grouped.reduce(
      (left, record) => left.intersection(new Set(textsAt(record, name))),
      new Set(textsAt(first, name)),
    )
    const isConstant = grouped.every((record) => textsAt(record, name).length === common.size)
    if (name !== GROUP_FIELD && !(isWhole && isConstant && grouped.length === records.length)) continue
    for (const record of grouped) {
      const left = textsAt(record, name).filter(
        (text) => !common.has(text) || (name === GROUP_FIELD ? groups : namesOfEntries).has(text),
      )
      if (left.length === 0) record.delete(name)
      else record.set(name, left.length === 1 ? (left[0] as string) : left)
    }
  }
}

// Objects beside entries that have no code and are no groups.
function findUnnamed(named: readonly Named[]): ListItem[] {
  const entries = new Set<ListItem>(named.flatMap((one) => one.entries.map(({ item }) => item)))
  const enclosing = new Set([...entries].flatMap(aroundOf))
  const labels = new Set([...entries].flatMap(({ label }) => label ?? []))
  const isInEntry = (item: ListItem) =>
    entries.has(item) || aroundOf(item).some((one) => entries.has(one) && !enclosing.has(one))
  const isGroup = (item: ListItem) =>
    enclosing.has(item) || membersOf(item).some(([name]) => labels.has(name))
  return named.flatMap(({ family }) =>
    family.kind === 'objects'
      ? family.items.filter((item) => !isInEntry(item) && !isGroup(item) && !hasLink(item))
      : [],
  )
}

function hasLink(item: ListItem): boolean {
  return textsIn(item).some(([, text]) => findDatasetLinks(text).length > 0)
}

interface Area {
  readonly beside: readonly Beside[]
  readonly codes: Set<string>
  entries: number
  /** Number of groups of each family, and of lists in objects of lists. */
  readonly groups: Map<string, number>
}

/** How many entries a list or a group has: in any group, different ones, and the groups themselves. */
function countsOf({ codes, entries, groups }: Area): number[] {
  return [...new Set([entries, codes.size, ...[...groups.values()].filter((size) => size > 1)])]
}

// Totals and next pages stated for the whole list, or for one of its groups.
function countGroups(
  list: ListDocument,
  named: readonly Named[],
): { counts: number[]; paging: string | undefined } {
  const entries = named.flatMap((one) => one.entries.filter(({ item }) => !one.groups.has(item)))
  const enclosing = new Set(entries.flatMap(holdersOf))
  const inner = new Set<unknown>([
    ...entries.map(({ item }) => item.value),
    ...[...enclosing].map(({ value }) => value),
  ])
  const total: Area = { beside: [], codes: new Set(), entries: 0, groups: new Map() }
  const areas = new Map<ListItem, Area>()
  for (const item of enclosing) {
    const beside = besideIn(item, inner)
    if (mayHavePaging(beside.map(({ name }) => name)))
      areas.set(item, { ...total, beside, codes: new Set(), groups: new Map() })
  }
  for (const entry of entries)
    for (const area of [total, ...holdersOf(entry).flatMap((item) => areas.get(item) ?? [])]) {
      area.codes.add(entry.code)
      area.entries++
    }
  for (const { id, items } of list.families)
    for (const item of items.some((one) => enclosing.has(one)) ? items : []) {
      const lists = membersOf(item).filter(([, value]) => !isPlain(value)).length
      const raise = ({ groups }: Area, name: string, count: number) =>
        groups.set(name, (groups.get(name) ?? 0) + count)
      for (const area of [total, ...aroundOf(item).flatMap((one) => areas.get(one) ?? [])]) {
        raise(area, id, 1)
        raise(area, `lists in ${id}`, lists)
      }
      const own = areas.get(item)
      if (own !== undefined) raise(own, `lists in ${id}`, lists)
    }
  const counts = countsOf(total)
  const pagings = [...areas.values()].map((area) => findPaging(area.beside, countsOf(area)))
  const stated = list.stated.flatMap(({ name, value }) => (name === undefined ? [] : [{ name, value }]))
  const isOne = list.shape === 'single' && named.some(({ family }) => family.kind === 'pairs')
  const outer = isOne ? findPaging(stated, counts) : list.findPaging(counts)
  const whole = list.isWhole ? undefined : outer
  return { counts, paging: whole ?? pagings.find((one) => one !== undefined) }
}

// The plain values in an object, and in the objects that describe it.
function besideIn(item: ListItem, inner: ReadonlySet<unknown>): Beside[] {
  const own = textsIn(item).map(([name, value]) => ({ name, value }))
  const others = membersOf(item).flatMap(([name, value]) =>
    isPlain(value) || Array.isArray(value) || inner.has(value)
      ? []
      : textsIn({ ...item, value: value as ListItem['value'] }).map(([member, text]) => ({
          name: `${name}.${member}`,
          value: text,
        })),
  )
  return [...own, ...others]
}
