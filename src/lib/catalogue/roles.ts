import type { ListField } from './field.ts'

/** The role of a field for readers. */
export type Role = 'title' | 'description' | 'updated'

interface RoleChoice {
  readonly field: string
  readonly evidence: string
}

const NAMES: Readonly<Record<Role, readonly RegExp[]>> = {
  title: [
    /^(title|название|наименование|заголовок)$/i,
    /^(name|caption|label|имя)$/i,
    /(^|[_ .-])(title|name|caption|название|наименование)([_ .-]|$)/i,
    /^\(value\)$/,
  ],
  description: [
    /^(description|описание)$/i,
    /^(abstract|notes|summary|about|аннотация)$/i,
    /(description|описание)/i,
  ],
  updated: [
    /^(updated|modified|last[_ -]?(updated|modified)|дата[_ ](обновления|изменения|актуализации))$/i,
    /(updat|modif|changed|обновлен|изменен|актуал)/i,
    /^(date|дата|created|published|issued)$/i,
  ],
}

/** Whether the name of a field alone indicates a role. */
export function isNamedLike(role: Role, name: string): boolean {
  return NAMES[role].some((pattern) => pattern.test(name))
}

/** Finds the field with a role, by its values, then by its name; undefined if there is none. */
export function findRole(
  role: Role,
  fields: readonly ListField[],
  taken: ReadonlySet<string>,
): RoleChoice | undefined {
  const able = fields.filter((field) => !taken.has(field.name) && FITS[role](field))
  for (const pattern of NAMES[role]) {
    const named = able.find((field) => pattern.test(field.name))
    if (named) return { field: named.name, evidence: `its name, and ${EVIDENCE[role]}` }
  }
  if (role !== 'title') return undefined
  const linked = able.find(
    (field) => distinctOf(field) > 1 && fields.some(({ name }) => name === `${field.name} (link)`),
  )
  if (linked) return { field: linked.name, evidence: 'its values are the texts of links' }
  const worded = able.filter((field) => shareOf(field, (value) => /\p{L}\s+\p{L}/u.test(value)) > 0.5)
  const best = worded.sort((a, b) => distinctOf(b) - distinctOf(a))[0]
  return best && { field: best.name, evidence: 'its values are short phrases, most of them different' }
}

const EVIDENCE: Readonly<Record<Role, string>> = {
  title: 'its values are short texts',
  description: 'its values are texts',
  updated: 'its values are dates',
}

const FITS: Readonly<Record<Role, (field: ListField) => boolean>> = {
  title: (field) => isText(field) && averageLength(field) <= 200,
  description: (field) => isText(field),
  updated: (field) => shareOf(field, isDate) >= 0.9,
}

function isText(field: ListField): boolean {
  return shareOf(field, (value) => !/^https?:\/\//.test(value) && /\p{L}/u.test(value)) > 0.5
}

function isDate(value: string): boolean {
  return /^\d{4}-\d\d-\d\d|^\d{1,2}\.\d{1,2}\.\d{4}|^\d{4}\/\d\d\/\d\d/.test(value.trim())
}

function shareOf({ values }: ListField, holds: (value: string) => boolean): number {
  const flat = values.flat()
  return flat.length === 0 ? 0 : flat.filter(holds).length / flat.length
}

function distinctOf({ values }: ListField): number {
  return new Set(values.flat()).size
}

function averageLength({ values }: ListField): number {
  const flat = values.flat()
  return flat.reduce((sum, value) => sum + value.length, 0) / Math.max(1, flat.length)
}
