import type { ReadRecord, Value } from '../reading/index.ts'
import { fieldsOf, type ListField } from './field.ts'
import { KEY_FIELD, VALUE_FIELD } from './items.ts'
import { chooseRoles, isNamedLike } from './roles.ts'

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
    const own = fields.filter((one) => !isOfGroups(one, groups))
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

function isOfGroups({ values }: ListField, groups: ReadonlySet<string>): boolean {
  const flat = values.flat()
  return flat.filter((value) => groups.has(value)).length * 2 > flat.length
}

/** A record with other names for some of its fields. */
export function renameFields(fields: ReadRecord, names: ReadonlyMap<string, string> | undefined): ReadRecord {
  if (names === undefined) return fields
  return new Map([...fields].map(([name, value]): [string, Value] => [names.get(name) ?? name, value]))
}
