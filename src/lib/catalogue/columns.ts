import { cellText, type ReadRecord, type Value } from '../reading/index.ts'
import { shareIn } from './code-field.ts'
import { fieldsOf } from './field.ts'
import { columnsIn, type Family, isPlain, KEY_FIELD, type ListItem, membersOf, VALUE_FIELD } from './items.ts'
import type { Mention, Named } from './mentions.ts'
import { chooseRoles, isNamedLike } from './roles.ts'

/**
 * The names of the other columns of a list by columns, `{"code": ["a", "b"], "title": ["A", "B"]}`: arrays of the same length, in every
 * object that these values lie in. None if one is named like a category or publisher, which are in `groups`.
 */
export function findColumns({ kind, items }: Family, groups: ReadonlySet<string>): ReadonlySet<string> {
  const holders = new Set(items.map(({ around }) => around))
  if (kind !== 'values' || holders.has(undefined) || holders.size < items.length) return new Set()
  const lengths = items.map(findBesideOf)
  const names = [...(lengths[0]?.keys() ?? [])].filter(
    (name) =>
      lengths.every((columns) => columns.has(name)) && lengths.some((columns) => columns.get(name) === true),
  )
  const isGroup = (name: string | undefined) => name !== undefined && groups.has(name)
  return new Set(isGroup(items[0]?.label) || names.some(isGroup) ? [] : names)
}

// The members beside an array that have as many values, and whether they are arrays. A list of one in xml is a plain value.
function findBesideOf({ value, label, around }: ListItem): Map<string, boolean> {
  const { length } = value as readonly Value[]
  return new Map(
    columnsIn(membersOf(around as ListItem)).flatMap(([name, other]) =>
      name !== label && valuesIn(other)?.length === length ? [[name, Array.isArray(other)] as const] : [],
    ),
  )
}

function valuesIn(value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value as readonly Value[]
  return isPlain(value) ? [value] : undefined
}

/**
 * Entries of columns as rows, with the values of all columns. If several columns have codes, that with the codes of the others is the one,
 * such as beside the codes of related datasets; where there is none, they are groups, `{"A": ["bus", "tram"], "B": ["beds", "parks"]}`.
 */
export function joinColumns<One extends Omit<Named, 'groups'>>(
  found: readonly One[],
  groups: ReadonlySet<string>,
): One[] {
  const left = new Set(found)
  for (const one of found) {
    const others = columnsOf(one, found, groups)
    const codes = new Set(one.entries.map(({ code }) => code))
    if (left.has(one) && others.every(({ entries }) => entries.every(({ code }) => codes.has(code))))
      for (const other of others) left.delete(other)
  }
  return [...left].map((one) => {
    const names = findColumns(one.family, groups)
    if (names.size === 0 || columnsOf(one, [...left], groups).length > 0) return one
    return {
      ...one,
      field: one.family.items[0]?.label ?? one.field,
      entries: one.entries.map((entry) => withRow(entry, names)),
    }
  })
}

function columnsOf<One extends Omit<Named, 'groups'>>(
  one: One,
  found: readonly One[],
  groups: ReadonlySet<string>,
): One[] {
  const names = findColumns(one.family, groups)
  return found.filter((other) => other !== one && isColumnOf(other.family, one.family, names))
}

/** Whether a family of values is one of the named columns beside another one. */
export function isColumnOf({ kind, items }: Family, beside: Family, names: ReadonlySet<string>): boolean {
  const [first] = items
  return kind === 'values' && first?.around === beside.items[0]?.around && names.has(first?.label ?? '')
}

/** The rows of columns that have no code. */
export function findRowsWithoutCode({ family: { kind, items }, entries }: Named): Mention[] {
  const row = entries[0]?.row
  if (row === undefined || kind !== 'values') return []
  return items.flatMap((item) =>
    (item.value as readonly Value[]).flatMap((plain, at) =>
      (cellText(plain) ?? '').trim() === ''
        ? [withRow({ code: '', item, plain, at }, new Set(row.keys()))]
        : [],
    ),
  )
}

function withRow(entry: Mention, names: ReadonlySet<string>): Mention {
  const { item, at = 0 } = entry
  const others = columnsIn(membersOf(item.around as ListItem)).flatMap(([name, value]) =>
    names.has(name) && name !== item.label ? [[name, valuesIn(value)?.[at] ?? null] as const] : [],
  )
  return { ...entry, row: new Map([[item.label ?? '', entry.plain ?? null], ...others]) }
}

/** Entries of one form. */
interface Part {
  /** The field with their codes. */
  readonly field: string
  readonly records: readonly ReadRecord[]
}

const ROLES = ['title', 'description', 'updated'] as const
/** As many entries show which fields have titles. */
const SAMPLE = 200

/**
 * How to rename the fields of entries of several forms, so that titles are in one field: rows and titles by code have no names for them.
 * The name is one that states the role, else any, of the largest part that has it.
 */
export function alignFields(
  parts: readonly Part[],
  groups: ReadonlySet<string>,
): (ReadonlyMap<string, string> | undefined)[] {
  const read = parts.map(({ field, records }) => {
    const fields = fieldsOf(records.slice(0, SAMPLE).map((one) => ({ fields: one })))
    const own = fields.filter((one) => shareIn(one.values.flat(), groups) <= 0.5)
    return {
      size: records.length,
      names: new Set(fields.map(({ name }) => name)),
      roles: chooseRoles(own, new Set([field]), {}, 'dataset', []),
    }
  })
  const targets = ROLES.map((role) => {
    const able = read.flatMap(({ size, roles }) =>
      roles[role] === undefined ? [] : [{ size, name: roles[role] }],
    )
    const isStated = (name: string) => isNamedLike(role, name) && name !== VALUE_FIELD
    return able.sort((a, b) => Number(isStated(b.name)) - Number(isStated(a.name)) || b.size - a.size)[0]
      ?.name
  })
  return read.map(({ names, roles }) => {
    const renamed = ROLES.flatMap((role, at) => {
      const [own, target] = [roles[role], targets[at]]
      return own === undefined || target === undefined || names.has(target) || target === KEY_FIELD
        ? []
        : [[own, target] as const]
    })
    return renamed.length === 0 ? undefined : new Map(renamed)
  })
}

/** A record with other names for some of its fields. */
export function renameFields(fields: ReadRecord, names: ReadonlyMap<string, string> | undefined): ReadRecord {
  if (names === undefined) return fields
  return new Map([...fields].map(([name, value]): [string, Value] => [names.get(name) ?? name, value]))
}
