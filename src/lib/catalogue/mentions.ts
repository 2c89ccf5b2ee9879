import { cellText, mayHavePaging, type ReadRecord, type Value } from '../reading/index.ts'
import { codesIn, joinedIn, mayBeCode } from './code-field.ts'
import { valuesOf } from './field.ts'
import { type Family, isPlain, KEY_FIELD, type ListItem, membersOf, textsIn } from './items.ts'
import { isFields } from './row.ts'

/** An entry of a list, by the text that may be its code. */
export interface Mention {
  readonly code: string
  /** The object of the entry; of a plain value, the array or object that it lies in. */
  readonly item: ListItem
  /** The plain value. */
  readonly plain?: Value
  /** For the value of a member: its name. */
  readonly name?: string
  /** For a value in an array: its position. */
  readonly at?: number
  /** The fields of the entry, if they are others than those of its object: of a value in a column, those of all columns. */
  readonly row?: ReadRecord
  /** Its text, if this has several codes. */
  readonly joined?: string
}

/** Entries of a list that are datasets. */
export interface Named {
  readonly family: Family
  /** The field with their codes. */
  readonly field: string
  /** In the order of the list. */
  readonly entries: readonly Mention[]
  /** Entries that are groups of others, although they have a code as well. */
  readonly groups: ReadonlySet<ListItem>
}

/** The plain members of an object, and the key that it lies under. */
export function codesAt(item: ListItem): (readonly [name: string, text: string])[] {
  const texts = textsIn(item)
  return item.isKey && item.label !== undefined ? [[KEY_FIELD, item.label] as const, ...texts] : texts
}

/** The entries of a family by the texts in one field. A text with several of the known codes is one entry for each. */
export function entriesIn({ kind, items }: Family, field: string, known?: ReadonlySet<string>): Mention[] {
  const entries = items.flatMap((item): Mention[] => {
    if (kind === 'pairs') return pairsIn(item, field)
    if (kind === 'objects') return codesOfItem(item, field).map((code) => ({ code, item }))
    return (item.value as readonly Value[]).flatMap((plain, at) => {
      const code = isPlain(plain) ? (cellText(plain) ?? '') : ''
      return code.trim() === '' ? [] : [{ code, item, plain, at }]
    })
  })
  const codes = codesIn(entries.map(({ code }) => code))
  return entries.flatMap((entry, at) => {
    const code = codes[at] as string
    if (!mayBeCode(code)) return []
    const parts =
      known === undefined || known.has(code) ? [] : joinedIn(code).filter((part) => known.has(part))
    if (parts.length > 0) return parts.map((part) => ({ ...entry, code: part, joined: code }))
    return [code === entry.code ? entry : { ...entry, code }]
  })
}

/** The texts of an object in one field. */
export function codesOfItem(item: ListItem, field: string): string[] {
  if (isFields(item.value)) return valuesOf(item.value, field)
  if (field === KEY_FIELD) return item.isKey && item.label !== undefined ? [item.label] : []
  return textsIn(item, field).map(([, text]) => text)
}

// A total or a next page among the entries.
function isOfPaging(name: string, value: Value): boolean {
  const isText = typeof value === 'string' && !value.includes('/')
  return isPlain(value) && !isText && mayHavePaging([name])
}

// Titles by code, categories by code, or codes by title. Beside lists by code, a number is none.
function pairsIn(item: ListItem, field: string): Mention[] {
  const members = membersOf(item).filter(([name, value]) => !isOfPaging(name, value))
  if (field === KEY_FIELD) {
    const hasLists = members.some(([, value]) => !isPlain(value))
    return members.flatMap(([code, plain]) =>
      hasLists && typeof plain !== 'string' && !Array.isArray(plain) ? [] : [{ code, item, plain }],
    )
  }
  return members.flatMap(([name, plain]) => {
    const code = isPlain(plain) ? (cellText(plain) ?? '') : ''
    return code.trim() === '' ? [] : [{ code, item, plain, name }]
  })
}

/** The objects around an item, the innermost first. */
export function aroundOf({ around }: ListItem): ListItem[] {
  const items: ListItem[] = []
  for (let next = around; next !== undefined; next = next.around) items.push(next)
  return items
}

/** The objects that an entry lies in, the innermost first: of a plain value, also its own. */
export function holdersOf({ item, plain }: Mention): ListItem[] {
  return plain === undefined ? aroundOf(item) : [item, ...aroundOf(item)]
}

/** The different codes of entries. */
export function distinct(entries: readonly Mention[]): string[] {
  return [...new Set(entries.map(({ code }) => code))]
}
