import type { ListField } from './field.ts'
import { findRole, type Role } from './roles.ts'
import type { Inference, NamedFields } from './types.ts'

export type Roles = Partial<Readonly<Record<Role, string>>>

/** Chooses the fields of a list that are shown to readers. Adds them to `taken`, and the reasons to `inferences`. */
export function chooseRoles(
  fields: readonly ListField[],
  taken: Set<string>,
  named: NamedFields,
  what: string,
  inferences: Inference[],
): Roles {
  const roles: Partial<Record<Role, string>> = {}
  for (const role of ['title', 'description', 'updated'] as const) {
    const said = named[role]
    const obeyed = said !== undefined && fields.some(({ name }) => name === said)
    const choice = obeyed ? { field: said, evidence: 'the config says so' } : findRole(role, fields, taken)
    const unknown =
      said === undefined || obeyed
        ? ''
        : `the list has no field ${JSON.stringify(said)}, which the config names; `
    if (choice) {
      roles[role] = choice.field
      taken.add(choice.field)
    }
    if (fields.length > 0)
      inferences.push({
        what: `${what} ${role}`,
        ...(choice && { field: choice.field }),
        evidence: unknown + (choice?.evidence ?? 'no field fits'),
        ...(what === 'dataset' && { override: `fields.${role}` }),
      })
  }
  return roles
}
