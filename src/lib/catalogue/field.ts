import { cellText, type Members, type ReadRecord, type Value } from '../reading/index.ts'
import type { ListDocument } from './list-document.ts'

/** One field of a list with its values, one array for each record that has any, because a field may have several. */
export interface ListField {
  readonly name: string
  readonly values: readonly (readonly string[])[]
  /** Number of records of the list, including those without this field. */
  readonly records: number
}

/**
 * The fields of a list, in order of appearance. Members of nested objects are fields of their own (`oiv.code`); an array of plain values is
 * one field with several values; an array of objects gives one field per member (`categories.id`).
 */
export function fieldsOf(document: ListDocument): ListField[] {
  const fields = new Map<string, Map<number, string[]>>()
  document.records.forEach(({ fields: record }, index) => {
    for (const [name, value] of flatten(record)) {
      const values = fields.get(name) ?? new Map<number, string[]>()
      fields.set(name, values)
      const own = values.get(index)
      if (own === undefined) values.set(index, [value])
      else own.push(value)
    }
  })
  const records = document.records.length
  return [...fields].map(([name, values]) => ({ name, values: [...values.values()], records }))
}

/** The values of a field of one record, by the name that {@link fieldsOf} gives it. */
export function valuesOf(record: ReadRecord, name: string): string[] {
  return flatten(record).flatMap(([field, value]) => (field === name ? [value] : []))
}

function flatten(record: ReadRecord): (readonly [string, string])[] {
  return [...record].flatMap(([name, value]) => flattenValue(name, value, 2))
}

function flattenValue(name: string, value: Value, depth: number): (readonly [string, string])[] {
  if (Array.isArray(value))
    return depth === 0 ? [] : value.flatMap((item) => flattenValue(name, item, depth - 1))
  if (isMembers(value))
    return depth === 0
      ? []
      : value.members.flatMap(([member, inner]) => flattenValue(`${name}.${member}`, inner, depth - 1))
  const text = cellText(value)
  return text === null || text.trim() === '' ? [] : [[name, text]]
}

function isMembers(value: Value): value is Members {
  return typeof value === 'object' && value !== null && 'members' in value
}
