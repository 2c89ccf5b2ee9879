import type { Catalogue, DatasetEntry, RoleName } from '../../catalogue/index.ts'
import type { Locale } from './locale.ts'
import { type ShownField, showFields } from './value.ts'

/** The fields of a dataset in the list, under their own names, with the role of each and whether it is configured or inferred. */
export function listedOf(
  locale: Locale,
  { roles }: Pick<Catalogue, 'roles'>,
  { fields }: Pick<DatasetEntry, 'fields'>,
): ShownField[] {
  const names = [...fields.keys()]
  return showFields(locale, fields).map((field, at) => {
    const note = noteOf(locale, roles, names[at] ?? '')
    return note === '' ? field : { ...field, note }
  })
}

// A member of an object may have a role: `oiv.code`.
function noteOf(locale: Locale, roles: Catalogue['roles'], name: string): string {
  const { inferred, configured, fieldRoles } = locale.words.listed
  return Object.entries(roles)
    .filter(([, { field }]) => field === name || field.startsWith(`${name}.`))
    .map(([role, { named }]) => (named ? configured : inferred)(fieldRoles[role as RoleName]))
    .join(', ')
}
