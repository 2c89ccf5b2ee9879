import { findCodeProblem } from '../interface/index.ts'
import { cellText, isGenericName, mayHavePaging, type Value } from '../reading/index.ts'
import { joinedIn, mayBeCode } from './code-field.ts'
import { namePrior, OWN_NAME } from './field.ts'
import { type Family, isPlain, type ListItem, membersOf, pairFields } from './items.ts'
import { aroundOf, type Mention, type Named } from './mentions.ts'
import { isNamedLike } from './roles.ts'

/** Whether a text is in the place of an entry, and not the name of a column or a total, so it should be a code. */
export function isListed({ item, code }: Mention): boolean {
  const isHeader = namePrior(code) >= OWN_NAME || isNamedLike('title', code)
  return item.isOdd === true && !isHeader && !mayHavePaging([code])
}

/** What of a list is known to be datasets, or to lie in one. */
interface Taken {
  /** Objects that are entries. */
  readonly owners: ReadonlyMap<ListItem, string>
  readonly found: readonly Omit<Named, 'groups'>[]
  /** Texts that name no dataset: of the lists of categories and publishers, and of the names of columns. */
  readonly others: ReadonlySet<string>
  /** Codes of datasets. */
  readonly codes: ReadonlySet<string>
}

/**
 * The texts outside of the datasets of a list that may be codes as well, in its order: a single value, the names or the values of an object,
 * the cells of a row. Each is stated as the entry that it would be.
 */
export function findLeftovers(families: readonly Family[], taken: Taken): Mention[] {
  const accepted = new Set(taken.found.flatMap(({ entries }) => entries.map(({ item }) => item)))
  const isForm = formOf(taken.codes)
  const items = new Set(families.flatMap((family) => family.items))
  const joined = taken.found.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      joinedIn(entry.joined ?? (taken.codes.has(entry.code) ? '' : entry.code)).map((code) => ({
        ...entry,
        code,
      })),
    ),
  )
  const others = [...items]
    .filter((item) => !isTaken(item, taken.owners) && !(accepted.has(item) && Array.isArray(item.value)))
    .sort((a, b) => a.at - b.at)
    .flatMap((item) => (Array.isArray(item.value) ? valuesIn(item, taken) : membersAs(item)))
  return [...joined, ...others.flatMap(splitJoined)].filter(
    ({ code }) => !taken.others.has(code) && isForm(code),
  )
}

function isTaken(item: ListItem, owners: ReadonlyMap<ListItem, string>): boolean {
  return [item.row ?? item, item, ...aroundOf(item)].some((one) => owners.has(one))
}

// Several codes in one text; each is an entry, as may be the whole text.
function splitJoined(mention: Mention): Mention[] {
  const parts = joinedIn(mention.code)
  return parts.length === 0 ? [mention] : [mention, ...parts.map((code) => ({ ...mention, code }))]
}

// An object is the entry itself if its code has such a name. A single value of an object has no title.
function membersAs(item: ListItem): Mention[] {
  const own =
    item.isKey && item.label !== undefined && mayBeKey(item.label) ? [{ code: item.label, item }] : []
  if (item.isRow === true) return []
  return [
    ...own,
    ...membersOf(item).flatMap(([name, plain]): Mention[] => {
      const text = isPlain(plain) ? (cellText(plain) ?? '').trim() : ''
      if (text === '' || mayHavePaging([name])) return []
      const isTitled = /\s/.test(name)
      const byValue: Mention =
        namePrior(name) > 0
          ? { code: text, item }
          : { code: text, item, plain, name, row: rowOf(isTitled ? name : undefined, plain) }
      const byName: Mention[] =
        mayBeKey(name) && typeof plain === 'string' && /\p{L}/u.test(plain)
          ? [{ code: name, item, plain, row: rowOf(name, plain) }]
          : []
      return [...byName, byValue]
    }),
  ]
}

function rowOf(key: string | undefined, plain: Value): Map<string, Value> {
  return key === undefined ? new Map([['value', plain]]) : pairFields(key, plain)
}

function mayBeKey(name: string): boolean {
  return (
    !isGenericName(name) &&
    namePrior(name) === 0 &&
    !mayHavePaging([name]) &&
    !(['title', 'description', 'updated'] as const).some((role) => isNamedLike(role, name))
  )
}

function valuesIn(item: ListItem, { found }: Taken): Mention[] {
  const cells = item.value as readonly Value[]
  return cells.flatMap((plain, at): Mention[] => {
    const code = isPlain(plain) ? (cellText(plain) ?? '').trim() : ''
    if (code === '') return []
    return [{ code, item, plain, at, ...(item.row && { row: alignRow(cells, at, found) }) }]
  })
}

// A row that lacks cells before its code is shifted: its cells follow their code as those of other rows follow theirs.
function alignRow(cells: readonly Value[], at: number, found: Taken['found']): Map<string, Value> {
  const names = columnsOf(found)
  const field = names.findIndex(({ isCode }) => isCode)
  const shift = field < 0 ? 0 : field - at
  return new Map(
    cells.map((cell, position) => [names[position + shift]?.name ?? `${position + 1}`, cell] as const),
  )
}

function columnsOf(found: Taken['found']): { readonly name: string; readonly isCode: boolean }[] {
  const [most] = found
    .filter(({ family }) => family.kind === 'objects')
    .toSorted((a, b) => b.entries.length - a.entries.length)
  const [first] = most?.entries ?? []
  if (most === undefined || first === undefined) return []
  return membersOf(first.item).map(([name]) => ({ name, isCode: name === most.field }))
}

const DATE = /^\d{4}-\d\d-\d\d|^\d{1,2}\.\d{1,2}\.\d{4}/
const LONGEST = 80

/** Whether a text may be a code next to these codes. It can hardly be one with blanks, in another script, numbers and dates, unless these codes are such. */
export function formOf(codes: ReadonlySet<string>): (text: string) => boolean {
  const sample = [...codes].slice(0, 1000)
  const longest = sample.reduce((most, { length }) => Math.max(most, length), LONGEST)
  const has = (pattern: RegExp) => sample.some((code) => pattern.test(code))
  const barred = [/\s/, /[:@{}<>"']/, /^[+-]?\d+([.,]\d+)*$/, DATE].filter((pattern) => !has(pattern))
  return (text) =>
    text.length <= longest &&
    mayBeCode(text) &&
    !/^(true|false|null|yes|no|on|off|ok)$/i.test(text) &&
    findCodeProblem(text) === undefined &&
    !barred.some((pattern) => pattern.test(text))
}
