import { findCodeProblem, type ListOperation } from '../interface/index.ts'
import {
  type CodeField,
  codeIn,
  findCodeField,
  findJoinedField,
  findNamingField,
  IN_GROUPS,
  joinedIn,
  shareIn,
} from './code-field.ts'
import { findColumns, isColumnOf, joinColumns } from './columns.ts'
import { fieldsOf, namePrior } from './field.ts'
import {
  type Family,
  isPlain,
  isRecord,
  KEY_FIELD,
  type ListItem,
  membersOf,
  openMemberTexts,
  textsIn,
  VALUE_FIELD,
} from './items.ts'
import { findLeftovers } from './leftovers.ts'
import type { ListDocument } from './list-document.ts'
import {
  aroundOf,
  codesAt,
  codesOfItem,
  distinct,
  entriesIn,
  holdersOf,
  type Mention,
  type Named,
} from './mentions.ts'

/** Values that are codes of datasets if the origin answers for most of a sample. */
interface Question {
  readonly id: string
  readonly values: readonly string[]
}

/** What of a list are datasets, as far as the known codes show. */
interface Reading {
  readonly named: readonly Named[]
  /** What only the origin knows, the most likely first. */
  readonly questions: readonly Question[]
  /** Families without an answer that do not lie in a dataset. */
  readonly unanswered: readonly Unanswered[]
  /** Texts outside of these that may be codes as well, each as the entry that it would be. */
  readonly leftovers: readonly Mention[]
}

/** Entries that may be datasets, although none of their codes is known. */
export interface Unanswered {
  readonly family: Family
  readonly field: string
  readonly values: readonly string[]
  /**
   * Whether they lie beside a list of datasets in one object, once, and have the same fields, as groups by key do. Of plain values only if the
   * name of their list is that of a category or publisher; otherwise they may be a column.
   */
  readonly isBeside: boolean
  /** Whether they are plain values beside others that are codes. */
  readonly isDoubtful: boolean
}

/** What is known when a list is read. */
export interface Knowledge {
  /** Codes of datasets. */
  readonly codes: ReadonlySet<string>
  /** The field that has them, in this list or another one. */
  readonly field: { readonly operation: ListOperation; readonly name: string } | undefined
  /** Questions that the origin has not answered. */
  readonly refused?: ReadonlySet<string>
  /** Texts of the lists of categories and publishers. */
  readonly groups?: ReadonlySet<string>
}

/** Known codes in a list that are enough, if they are half of all known ones. */
const ENOUGH = 3

/**
 * Finds the datasets in a list, at any depth. Each family of objects or values is one if the codes in it are known; of what lies in an
 * object with a code in the same field, only the codes count that no such object has, because parts of datasets have codes of their own.
 */
export function readEntries(list: ListDocument, knowledge: Knowledge): Reading {
  const state: State = {
    list,
    knowledge,
    owners: new Map(),
    codes: new Set(),
    found: [],
    questions: [],
    left: [],
  }
  const pairs = list.families.filter(
    (family) => family.kind === 'pairs' && areCodesByName(family, list, knowledge),
  )
  const byName = new Set(pairs.flatMap(({ items }) => items))
  for (const family of list.families.filter(({ isOdd }) => isOdd !== true)) {
    const isPairs = pairs.includes(family)
    readFamily(
      isPairs ? family : { ...family, items: family.items.filter((item) => !byName.has(item)) },
      state,
    )
  }
  const joined = joinColumns(state.found, knowledge.groups ?? new Set())
  const named = joined.map((one) => describeAround({ ...one, groups: findGroups(one, state) }, state))
  const leftovers = leftoversOf(state)
  const known = leftovers.filter(({ code }) => knowledge.codes.has(code))
  // Other cells of a row with a code, other members of an object with one.
  const entries = new Set(known.flatMap(({ item, plain }) => (item.row || plain === undefined ? [item] : [])))
  return {
    named: [...named, ...nameLeftovers(known)],
    questions: orderQuestions(state),
    unanswered: findUnanswered(state),
    leftovers: leftovers.filter(({ code, item }) => !knowledge.codes.has(code) && !entries.has(item)),
  }
}

// Where each dataset is an object of its own, and its code only in objects within that, such as a link, also in an object of links, or the
// addresses of its files, which have no titles of their own, the entry is the object around these.
function describeAround(one: Named, { owners }: State): Named {
  const { family, entries, field } = one
  const textsOf = openMemberTexts()
  const hasTexts = (item: ListItem) => textsOf(item).length > 0
  const around = new Map(entries.map((entry) => [entry, aroundOf(entry.item).find(hasTexts)] as const))
  const codesIn = Map.groupBy(entries, (entry) => around.get(entry))
  const isOwn = (item: ListItem | undefined) =>
    item !== undefined && !owners.has(item) && distinct(codesIn.get(item) ?? []).length === 1
  const isOnly =
    family.kind === 'objects' &&
    codesIn.size > 1 &&
    codesIn.size === distinct(entries).length &&
    [...codesIn.keys()].every(isOwn)
  if (!isOnly || hasTitles(entries, field)) return one
  return { ...one, entries: entries.map((entry) => ({ ...entry, item: around.get(entry) ?? entry.item })) }
}

// Whether more than half of some entries have a text of their own, besides that with the code.
function hasTitles(entries: readonly Mention[], field: string): boolean {
  const texts = entries.flatMap(({ item, code }) =>
    textsIn(item)
      .filter(([name, text]) => name !== field && codeIn(text) !== code)
      .map(([name, text]) => ({ name, text })),
  )
  return [...Map.groupBy(texts, ({ name }) => name).values()].some(
    (ones) => new Set(ones.map(({ text }) => text)).size * 2 > entries.length,
  )
}

function leftoversOf({ list, knowledge, owners, found, codes }: State): Mention[] {
  if (found.length === 0) return []
  const names = list.fields.map(({ name }) => name)
  const others = new Set([...(knowledge.groups ?? []), ...names, ...codes])
  return findLeftovers(list.families, { owners, found, others, codes: knowledge.codes })
}

// The rest is a dataset if its code is known. The first mention counts, and what only states its code goes last.
function nameLeftovers(mentions: readonly Mention[]): Named[] {
  const known = new Map<string, Mention>()
  for (const one of mentions)
    if ((known.get(one.code)?.row?.size ?? 1) < 2 && (one.row?.size ?? 2) > 1) known.set(one.code, one)
    else if (!known.has(one.code)) known.set(one.code, one)
  return [...known.values()].map((one) => ({
    family: { id: `left ${one.item.at} ${one.code}`, kind: 'pairs', items: [one.item], isOdd: true },
    field: VALUE_FIELD,
    entries: [one],
    groups: new Set(),
  }))
}

// Codes by title, `{"Bus stops": "bus"}`: most values are codes, or it is known to be the field, and each is under a name of its own.
function areCodesByName(family: Family, list: ListDocument, { codes, field }: Knowledge): boolean {
  const entries = entriesIn(family, VALUE_FIELD)
  const known = entries.filter(({ code }) => codes.has(code))
  const different = new Set(known.map(({ code }) => code)).size
  const isField = field?.name === VALUE_FIELD && field.operation === list.operation
  return (
    different > 1 &&
    (isField || known.length * 2 > entries.length) &&
    new Set(known.map(({ name }) => name)).size >= different
  )
}

// Groups of datasets have no answer, nor have lists of categories.
function findUnanswered({ left, found, knowledge: { groups = new Set() } }: State): Unanswered[] {
  const enclosing = new Set(found.flatMap(({ entries }) => entries.flatMap(holdersOf)))
  return left.flatMap((one) => {
    const { family, field, values } = one
    const areGroups = family.items.some((item) => enclosing.has(item)) || shareIn(values, groups) > 0.5
    if (found.some((other) => isColumnOf(family, other.family, findColumns(other.family, groups)))) return []
    const shape = shapeOf(family)
    const isAlike = found.some(
      (other) => other.field === field && shape !== undefined && shapeOf(other.family) === shape,
    )
    const isGroup = family.kind !== 'values' || groups.has(family.items[0]?.label ?? '')
    return areGroups ? [] : [{ ...one, isBeside: isAlike && isGroup, isDoubtful: isAlike && !isGroup }]
  })
}

// What lists under keys of one object have in common; undefined if the name of the list occurs in several objects.
function shapeOf({ kind, items }: Family): string | undefined {
  const [first] = items
  if (
    first?.label === undefined ||
    items.some(({ label, around }) => label !== first.label || around !== first.around)
  )
    return undefined
  const names =
    kind === 'objects' ? new Set(items.flatMap((item) => membersOf(item).map(([name]) => name))) : []
  return JSON.stringify([kind, first.around?.at, ...[...names].sort()])
}

interface State {
  readonly list: ListDocument
  readonly knowledge: Knowledge
  /** The objects that are entries, with the field of their codes. */
  readonly owners: Map<ListItem, string>
  /** The codes of all entries so far. */
  readonly codes: Set<string>
  readonly found: Omit<Named, 'groups'>[]
  readonly questions: (Question & { readonly rank: number; readonly items: readonly ListItem[] })[]
  readonly left: Omit<Unanswered, 'isBeside' | 'isDoubtful'>[]
}

function readFamily(family: Family, state: State): void {
  const isInside = (item: ListItem) => ownerOf(item, state, family.kind !== 'objects') !== undefined
  const outside = family.items.filter((item) => !isInside(item))
  if (outside.length > 0) readOutside({ ...family, items: outside }, state)
  if (family.kind !== 'objects' || outside.length === family.items.length) return
  const inside = family.items.filter(isInside)
  if (inside.length > 0) readInside({ ...family, id: `${family.id} inside`, items: inside }, state)
}

/** The entry that an object lies in; for plain values, the object itself counts. */
function ownerOf(item: ListItem, { owners }: State, isPart: boolean): ListItem | undefined {
  return [...(isPart ? [item] : []), ...aroundOf(item)].find((one) => owners.has(one))
}

function readOutside(family: Family, state: State): void {
  const { list, knowledge } = state
  const { codes, field } = knowledge
  const preferred = field?.name
  const chosen = chooseField(family, list, knowledge)
  if (chosen === undefined || isOfOneValue(family, chosen, state)) return
  const entries = entriesIn(family, chosen, codes)
  const around = codesAround(family, chosen)
  const isCells = family.items.some(({ row }) => row !== undefined)
  const left = isCells ? entries.filter(({ code }) => !state.codes.has(code)) : entries
  const values = distinct(left).filter((code) => !around.has(code))
  const found = values.filter((code) => codes.has(code)).length
  const isMost = found * 2 > values.length
  const isSame = chosen === preferred && list.operation === field?.operation && !isCells
  const isAlike = isSame || (found >= ENOUGH && found * 2 >= codes.size && !isCells)
  if (found > 0 && (isMost || (around.size === 0 && isAlike))) return accept(family, chosen, left, state)
  if (values.length === 0 || hasLists(family)) return
  ask(withColumn(family, chosen), left, around, chosen === preferred ? 1 : 3, state)
  if (chosen === preferred) state.left.push({ family, field: chosen, values })
}

// A single object beside a list, with the code of a dataset under another name, is not a dataset: `{"featured": "bus", "note": "…"}`.
function isOfOneValue({ kind, items }: Family, chosen: string, { list, knowledge }: State): boolean {
  const isOne =
    kind === 'objects' && items.length === 1 && items[0]?.isRow !== true && list.records.length > 1
  const preferred = knowledge.field?.name
  return (
    isOne && preferred !== undefined && ![preferred, KEY_FIELD].includes(chosen) && namePrior(chosen) === 0
  )
}

// Each column of some rows is a question of its own.
function withColumn(family: Family, column: string): Family {
  return family.items[0]?.isRow === true ? { ...family, id: `${family.id} ${column}` } : family
}

/** At most this many columns of some rows are tried. */
const MOST_ASKED = 8

function nextColumn(family: Family, names: ReadonlySet<string>, refused: ReadonlySet<string>) {
  const isRefused = (name: string) =>
    [...refused].some((id) => id.startsWith(`${withColumn(family, name).id} `))
  return family.items[0]?.isRow === true
    ? [...names].slice(0, MOST_ASKED).find((name) => !isRefused(name))
    : undefined
}

// Of parts with a code in the same field, only those that have most of the fields of what they lie in may be datasets.
function readInside(family: Family, state: State): void {
  const { knowledge, owners } = state
  const fieldOf = (item: ListItem) => owners.get(ownerOf(item, state, false) as ListItem) as string
  for (const [field, items] of Map.groupBy(family.items, fieldOf)) {
    const part = { ...family, items }
    const entries = entriesIn(part, field, knowledge.codes)
    if (entries.length === 0) readEnclosed(part, field, state)
    const values = distinct(entries).filter((code) => !state.codes.has(code))
    const found = values.filter((code) => knowledge.codes.has(code)).length
    if (found * 2 > values.length) accept(part, field, entries, state)
    else if (values.length > 0 && items.some((item) => isLike(item, ownerOf(item, state, false) as ListItem)))
      ask(part, entries, new Set(state.codes), 2, state)
  }
}

// What looks like an entry may be a group that names a dataset: `{"title": "Transport", "featured": "bus", "datasets": [{"code": "tram", …}]}`.
// Then the datasets in it have their codes in a likelier field.
function readEnclosed(part: Family, field: string, state: State): void {
  const { list, knowledge } = state
  const chosen = chooseField(part, list, knowledge)
  if (chosen === undefined || namePrior(chosen) <= namePrior(field)) return
  const entries = entriesIn(part, chosen, knowledge.codes)
  const isKnown = (code: string) => knowledge.codes.has(code)
  const others = distinct(entries).filter((code) => !state.codes.has(code))
  const isAlike = () =>
    part.items.some((item) => isLike(item, ownerOf(item, state, false) as ListItem, field))
  if (others.filter(isKnown).length * 2 > others.length) accept(part, chosen, entries, state)
  else if (others.length > 0 && (entries.some(({ code }) => isKnown(code)) || isAlike()))
    ask(withColumn(part, chosen), entries, new Set(state.codes), 2, state)
}

// Whether a part has most fields of what it lies in.
function isLike(part: ListItem, owner: ListItem, except?: string): boolean {
  const names = new Set(textsIn(part).map(([name]) => name))
  const own = textsIn(owner).filter(([name]) => name !== except)
  return own.filter(([name]) => names.has(name)).length * 2 > own.length
}

function accept(family: Family, field: string, entries: readonly Mention[], state: State): void {
  state.found.push({ family, field, entries })
  for (const { code, item } of entries) {
    state.codes.add(code)
    if (family.kind === 'objects') state.owners.set(item, field)
  }
}

function ask(
  family: Family,
  entries: readonly Mention[],
  except: ReadonlySet<string>,
  rank: number,
  { knowledge, questions }: State,
): void {
  const { refused, groups = new Set(), codes } = knowledge
  if (refused === undefined) return
  const usable = entries.filter(({ code }) => !except.has(code) && findCodeProblem(code) === undefined)
  for (const [lists, own] of Map.groupBy(usable, ({ item }) =>
    family.kind === 'objects' ? listsIn(item) : '',
  )) {
    const id = `${family.id} ${lists}`
    const values = distinct(own)
    if (refused.has(id) || shareIn(values, groups) > 0.5) continue
    const unknown = values.filter((code) => !codes.has(code))
    const items = own.map(({ item }) => item)
    questions.push({
      id,
      values: unknown.length > 0 ? unknown : values,
      rank,
      items,
    })
  }
}

// The names of what an object contains: groups and datasets beside each other contain different lists.
function listsIn(item: ListItem): string {
  const names = membersOf(item).flatMap(([name, value]) =>
    isPlain(value) || (Array.isArray(value) && value.length === 0) ? [] : [name],
  )
  return JSON.stringify(names.sort())
}

// A field other than that of the known codes is asked for last, and not of what other datasets lie in.
function orderQuestions({ questions, found }: State): Question[] {
  const enclosing = new Set(found.flatMap(({ entries }) => entries.flatMap(holdersOf)))
  return questions
    .filter(
      ({ rank, items }) => rank < 3 || items.filter((item) => enclosing.has(item)).length * 2 < items.length,
    )
    .sort((a, b) => a.rank - b.rank)
}

function chooseField(family: Family, list: ListDocument, knowledge: Knowledge): string | undefined {
  const { kind, items } = family
  if (kind === 'values') return 'value'
  const { codes } = knowledge
  if (kind === 'pairs') return areCodesByName(family, list, knowledge) ? VALUE_FIELD : KEY_FIELD
  const preferred = knowledge.field?.name
  const isList = isOfRecords(list, items)
  const own = isList ? findNamingField(list, codes, preferred) : undefined
  if (own !== undefined) return own.name
  const counts = new Map<string, Set<string>>()
  const names = new Set<string>()
  const lists = new Set(
    list.families.flatMap((one) => (one.kind === 'values' ? (one.items[0]?.label ?? []) : [])),
  )
  for (const item of items)
    for (const [name, text] of codesAt(item)) {
      if (lists.has(name)) continue
      names.add(name)
      const code = text.includes('/') && list.links.length > 0 ? codeIn(text) : text
      for (const one of codes.has(code) ? [code] : joinedIn(code))
        if (codes.has(one)) counts.set(name, (counts.get(name) ?? new Set()).add(one))
    }
  const weight = (name: string) => (counts.get(name)?.size ?? 0) * (name === preferred ? 2 : 1)
  const [best] = [...counts.keys()].sort((a, b) => weight(b) - weight(a))
  if (best !== undefined) return best
  if (preferred !== undefined && (names.has(preferred) || (isList && hasField(list, preferred))))
    return preferred
  const [likely] = [...names].sort((a, b) => namePrior(b) - namePrior(a))
  if (likely !== undefined && namePrior(likely) > 0) return likely
  return nextColumn(family, names, knowledge.refused ?? new Set())
}

/** Whether objects are the records of a list as it was read. */
function isOfRecords({ isWhole }: ListDocument, [first]: readonly ListItem[]): boolean {
  return !isWhole && first !== undefined && isRecord(first)
}

function hasField({ fields }: ListDocument, field: string): boolean {
  return fields.some(({ name }) => name === field)
}

// The codes that the objects around these have in the same field.
function codesAround({ items }: Family, field: string): Set<string> {
  const around = new Set(items.flatMap(aroundOf))
  return new Set([...around].flatMap((item) => codesOfItem(item, field)))
}

// Entries with other datasets in them are datasets as well if most of them are known or answer. An empty list is one of a group.
function findGroups(one: Omit<Named, 'groups'>, state: State): Set<ListItem> {
  const { found, knowledge } = state
  if (one.family.kind !== 'objects') return new Set()
  const inner = found.filter((other) => other !== one).flatMap(({ entries }) => entries)
  const enclosing = new Set([...inner, ...one.entries].flatMap(({ item }) => aroundOf(item)))
  const labels = new Set(inner.flatMap(({ item }) => item.label ?? []))
  const full = one.entries.filter(({ item }) => enclosing.has(item))
  const empty = one.entries.filter(({ item }) => !enclosing.has(item) && hasEmpty(item, labels))
  const isKnown = ({ code }: Mention) => knowledge.codes.has(code)
  // A group may name one of its datasets, which has its code in another field.
  const codeOf = new Map(one.entries.map(({ item, code }) => [item, code]))
  const naming = new Set(
    found
      .filter(({ field }) => field !== one.field)
      .flatMap(({ entries }) => entries)
      .flatMap(({ item, code }) => aroundOf(item).filter((around) => codeOf.get(around) === code)),
  )
  const isOwn = (entry: Mention) => isKnown(entry) && !naming.has(entry.item)
  const groups = new Set<ListItem>()
  const add = (kind: string, entries: readonly Mention[], isMost: boolean) => {
    if (entries.length === 0 || isMost) return
    for (const { item } of entries) groups.add(item)
    const family = { ...one.family, id: `${one.family.id} ${kind}` }
    ask(
      family,
      entries.filter((entry) => !isKnown(entry)),
      new Set(),
      2,
      state,
    )
  }
  const areGroups = full.filter(({ code }) => knowledge.groups?.has(code)).length * 2 > full.length
  add('full', full, !areGroups && full.filter(isOwn).length * 2 > full.length)
  add('empty', empty, empty.some(isKnown))
  return groups
}

function hasEmpty(item: ListItem, labels: ReadonlySet<string>): boolean {
  return membersOf(item).some(
    ([name, value]) =>
      labels.has(name) && (value === '' || value === null || (Array.isArray(value) && value.length === 0)),
  )
}

// Names of a few lists are those of groups or columns rather than codes. The name of a column may be that of codes.
function priorOf(family: Family): number {
  const { kind, items } = family
  if (kind === 'values') return namePrior(items[0]?.label ?? '') + (items[0]?.row === undefined ? 0 : CELLS)
  return hasLists(family) && items.every((item) => membersOf(item).length <= FEW_LISTS) ? -5 : 0
}

/** An object with no more lists by name has groups or columns. Their values are tried before the names, which are then still tried. */
const FEW_LISTS = 5
/** How much likelier one column of some rows has codes than all of them. */
const CELLS = -10
/** How much likelier the values of the members of an object have codes than a single one of them. */
const BY_NAME = 3

function hasLists({ kind, items }: Family): boolean {
  return kind === 'pairs' && items.some((item) => membersOf(item).some(([, value]) => !isPlain(value)))
}

// Groups and the datasets in them may lie in lists of one name, as in a tree of `children`.
function splitByLists(family: Family): Family[] {
  const { id, kind, items } = family
  if (kind !== 'objects') return [family]
  const parts = [...Map.groupBy(items, listsIn)]
  return parts.length === 1
    ? [family]
    : [family, ...parts.map(([lists, own]) => ({ id: `${id} ${lists}`, kind, items: own }))]
}

/** The fields anywhere in the lists that may contain codes of datasets, the likeliest first. */
export function findNestedFields(lists: readonly ListDocument[]): CodeField[] {
  const found = lists.flatMap((list) =>
    list.families.flatMap(splitByLists).flatMap((family) => {
      const { kind, items } = family
      if (kind === 'objects' && isOfRecords(list, items)) return []
      const prior = IN_GROUPS.prior + priorOf(family)
      const of = (name: string, bonus = 0) =>
        fieldsOf(entriesIn(family, name).map(({ code }) => ({ fields: new Map([[name, code]]) }))).map(
          (field) => [field, prior + bonus] as const,
        )
      const fields =
        kind === 'objects'
          ? fieldsOf(items.map((item) => ({ fields: new Map(codesAt(item)) }))).map(
              (field) => [field, prior] as const,
            )
          : kind === 'values'
            ? of('value')
            : [
                ...of(KEY_FIELD),
                ...(distinct(entriesIn(family, VALUE_FIELD)).length > 1 ? of(VALUE_FIELD, BY_NAME) : []),
              ]
      return fields.flatMap(([field, prior]) => {
        const kinds = { ...IN_GROUPS, prior }
        return [findCodeField(field, kinds), findJoinedField(field, kinds)].flatMap((candidate) =>
          candidate === undefined ? [] : [{ operation: list.operation, ...candidate }],
        )
      })
    }),
  )
  return found.sort((a, b) => b.prior - a.prior)
}
