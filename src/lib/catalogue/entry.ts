import type { Roles } from './choose-roles.ts'
import { valuesOf } from './field.ts'
import type { ListRecord } from './list-document.ts'
import type { Role } from './roles.ts'
import type { Entry } from './types.ts'

/** A record of a list, and what its fields mean. */
export interface StatedFact {
  readonly record: ListRecord
  readonly roles: Roles
}

/** What records about the same thing say of it: the first of them, and what it leaves out as the next ones have it. */
export function toEntry(told: readonly StatedFact[], key: string): Entry {
  const description = findStatedFacts(told, 'description')
  return {
    key,
    title: findStatedFacts(told, 'title') ?? key,
    ...(description !== undefined && { description }),
    fields: told[0]?.record.fields ?? new Map(),
  }
}

/** The first value of a role in any of the records. */
export function findStatedFacts(told: readonly StatedFact[], role: Role): string | undefined {
  for (const { record, roles } of told) {
    const value = firstValue(record, roles[role])
    if (value !== undefined) return value
  }
  return undefined
}

/** The first value of a field of a record. */
export function firstValue(record: ListRecord, field: string | undefined): string | undefined {
  return field === undefined ? undefined : valuesOf(record.fields, field)[0]
}
