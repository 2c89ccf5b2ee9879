import { cellText, isMembers, type ReadRecord, type Value } from '../reading/index.ts'
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
  const fields = new Map<string, { readonly values: string[][]; last: number }>()
  document.records.forEach(({ fields: record }, index) => {
    eachPlain(record, (name, value) => {
      const found = fields.get(name)
      if (found === undefined) fields.set(name, { values: [[value]], last: index })
      else if (found.last === index) found.values.at(-1)?.push(value)
      else {
        found.values.push([value])
        found.last = index
      }
    })
  })
  const records = document.records.length
  return [...fields].map(([name, { values }]) => ({ name, values, records }))
}

/** The values of a field of one record, by the name that {@link fieldsOf} gives it. */
export function valuesOf(record: ReadRecord, name: string): string[] {
  const values: string[] = []
  eachPlain(record, (field, value) => {
    if (field === name) values.push(value)
  })
  return values
}

/** Called with the name of a field and one of its values, which is not blank. */
type TakeValue = (name: string, value: string) => void

function eachPlain(record: ReadRecord, take: TakeValue): void {
  for (const [name, value] of record) eachWithin(name, value, 2, take)
}

function eachWithin(name: string, value: Value, depth: number, take: TakeValue): void {
  if (Array.isArray(value)) {
    if (depth > 0) for (const item of value) eachWithin(name, item, depth - 1, take)
  } else if (isMembers(value)) {
    if (depth > 0)
      for (const [member, inner] of value.members) eachWithin(`${name}.${member}`, inner, depth - 1, take)
  } else {
    const text = cellText(value)
    if (text !== null && text.trim() !== '') take(name, text)
  }
}
