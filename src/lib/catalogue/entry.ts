import type { Roles } from './choose-roles.ts'
import { valuesOf } from './field.ts'
import type { ListRecord } from './list-document.ts'
import type { Role } from './roles.ts'
import type { Entry } from './types.ts'

/** A record of a list, and the roles of its fields. */
interface StatedFact {
  readonly record: ListRecord
  readonly roles: Roles
}

/** The entry for the records about one thing: each fact comes from the first record that has it. */
export function toEntry(records: readonly StatedFact[], key: string, title = key): Entry {
  const description = findStatedFacts(records, 'description')
  return {
    key,
    title: findStatedFacts(records, 'title') ?? title,
    ...(description !== undefined && { description }),
    fields: records[0]?.record.fields ?? new Map(),
  }
}

/** The first value of a role in the records. */
export function findStatedFacts(records: readonly StatedFact[], role: Role): string | undefined {
  for (const { record, roles } of records) {
    const value = firstValue(record, roles[role])
    if (value !== undefined) return value
  }
  return undefined
}

/** The first value of a field in a record. */
export function firstValue(record: ListRecord, field: string | undefined): string | undefined {
  return field === undefined ? undefined : valuesOf(record.fields, field)[0]
}
