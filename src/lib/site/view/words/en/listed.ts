import type { RoleName } from '../../../../catalogue/index.ts'

/** What fields of the list of datasets are taken for. */
export const listed = {
  fieldRoles: {
    code: 'the code',
    title: 'the title',
    description: 'the description',
    updated: 'the date of the last update',
    category: 'the category',
    oiv: 'the OIV',
  } satisfies Record<RoleName, string>,
  inferred: (role: string) => `inferred: ${role}`,
  told: (role: string) => `as configured: ${role}`,
} as const
