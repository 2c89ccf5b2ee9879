import { bareName, type ListField, valuesOf } from './field.ts'
import { KEY_FIELD, VALUE_FIELD } from './items.ts'
import type { ListRecord } from './row.ts'
import {
  type Entry,
  type Inference,
  type InferenceEvidence,
  inferredFrom,
  type NamedFields,
} from './types.ts'

/** The role of a field for readers. */
type Role = 'title' | 'description' | 'updated'

interface RoleChoice {
  readonly field: string
  readonly evidence: InferenceEvidence
}

const NAMES: Readonly<Record<Role, readonly RegExp[]>> = {
  title: [
    /^(title|название|наименование|заголовок)$/i,
    /^(name|caption|(pref_?)?label|имя)$/i,
    /(^|[_ .-])(title|name|caption|название|наименование)([_ .-]|$)/i,
    /^\(value\)$/,
  ],
  description: [
    /^(description|описание)$/i,
    /^(abstract|annotation|notes|summary|about|preview_text|detail_text|аннотация)$/i,
    /(description|описание)/i,
  ],
  updated: [
    /^(updated|modified|last[_ -]?(updated|modified)|дата[_ ](обновления|изменения|актуализации))$/i,
    /(updat|modif|changed|обновлен|изменен|актуал)|^timestamp(_x)?$/i,
    /^(date|дата|created|published|issued)$/i,
  ],
}

/** Whether the name of a field alone indicates a role. */
export function isNamedLike(role: Role, name: string): boolean {
  return NAMES[role].some((pattern) => isNamedBy(pattern, name))
}

// What is before a colon may be a prefix, and what is after it a language.
function isNamedBy(pattern: RegExp, name: string): boolean {
  return pattern.test(bareName(name)) || pattern.test(name)
}

/** Finds the field with a role, by its values, then by its name; undefined if there is none. */
function findRole(
  role: Role,
  fields: readonly ListField[],
  taken: ReadonlySet<string>,
): RoleChoice | undefined {
  const able = fields.filter((field) => !taken.has(field.name) && FITS[role](field))
  for (const pattern of NAMES[role]) {
    const named = able.find((field) => isNamedBy(pattern, field.name))
    if (named) return { field: named.name, evidence: inferredFrom(role) }
  }
  if (role !== 'title') return undefined
  const linked = able.find(
    (field) => distinctOf(field) > 1 && fields.some(({ name }) => name === `${field.name} (link)`),
  )
  if (linked) return { field: linked.name, evidence: inferredFrom('link-texts') }
  // Phrases that repeat are those of groups, unless a dataset has several rows.
  const codes = fields.filter(({ name }) => taken.has(name)).map(distinctOf)
  const worded = able.filter(
    (field) =>
      shareOf(field, (value) => /\p{L}\s+\p{L}/u.test(value)) > 0.5 &&
      distinctOf(field) * 2 > Math.min(field.values.length, ...codes),
  )
  const best = worded.sort((a, b) => distinctOf(b) - distinctOf(a))[0]
  if (best) return { field: best.name, evidence: inferredFrom('phrases') }
  // Columns without names, with one or two letters as a name, or with one for any text: titles of one word begin with a capital letter, which codes seldom do.
  const position = able.find(
    (field) =>
      /^(\d+|\p{L}{1,2}|text|term|value|description)$/iu.test(field.name) &&
      distinctOf(field) * 2 > field.values.length &&
      shareOf(field, (value) => /^\p{Lu}/u.test(value)) > 0.5,
  )
  if (position) return { field: position.name, evidence: inferredFrom('phrases') }
  // Codes by title.
  const key = able.find(({ name }) => name === KEY_FIELD && taken.has(VALUE_FIELD))
  return key && { field: key.name, evidence: inferredFrom('code-names') }
}

const LONGEST_TITLE = 200

const FITS: Readonly<Record<Role, (field: ListField) => boolean>> = {
  // A few overlong values do not count: one would otherwise take the titles of all others.
  title: (field) => isText(field) && shareOf(field, ({ length }) => length <= LONGEST_TITLE) > 0.5,
  description: (field) => isText(field),
  updated: (field) => shareOf(field, isDate) >= 0.9,
}

function isText(field: ListField): boolean {
  return shareOf(field, (value) => !/^https?:\/\//.test(value) && /\p{L}/u.test(value)) > 0.5
}

function isDate(value: string): boolean {
  return /^\d{4}-\d\d-\d\d|^\d{1,2}\.\d{1,2}\.\d{4}|^\d{4}\/\d\d\/\d\d/.test(value.trim())
}

// Loops, as this is called for every field of a list, for every role.
function shareOf({ values }: ListField, holds: (value: string) => boolean): number {
  let [found, of] = [0, 0]
  for (const value of values)
    for (const one of typeof value === 'string' ? [value] : value) {
      of++
      if (holds(one)) found++
    }
  return of === 0 ? 0 : found / of
}

function distinctOf({ values }: ListField): number {
  return new Set(values.flat()).size
}

type Roles = Partial<Readonly<Record<Role, string>>>

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
    const configured = named[role]
    const isConfigured = configured !== undefined && fields.some(({ name }) => name === configured)
    const choice = isConfigured
      ? { field: configured, evidence: inferredFrom('config') }
      : findRole(role, fields, taken)
    const evidence = choice?.evidence ?? inferredFrom('no-field')
    const lacks = isConfigured ? undefined : configured
    if (choice) {
      roles[role] = choice.field
      taken.add(choice.field)
    }
    if (fields.length > 0)
      inferences.push({
        what: `${what} ${role}`,
        ...(choice && { field: choice.field }),
        evidence: lacks === undefined ? evidence : { ...evidence, facts: { ...evidence.facts, lacks } },
        ...(what === 'dataset' && { override: `fields.${role}` }),
      })
  }
  return roles
}

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
