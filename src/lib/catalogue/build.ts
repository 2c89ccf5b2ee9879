import type { DatasetCode, ListOperation } from '../interface/index.ts'
import { findCodeFields } from './code-field.ts'
import { type Field, fieldsOf, valuesOf } from './field.ts'
import { findKeyedReading, KEY_FIELD, type ListDocument, type ListRecord } from './list-document.ts'
import { codesOf } from './list-entries.ts'
import { findRelation, isKey, isNearlyKey, type Relation } from './relation.ts'
import { findRole, type Role } from './roles.ts'
import type { Catalogue, DatasetEntry, Entry, FieldRole, Inference, RoleField } from './types.ts'

/** What a person may have said about the fields of the dataset list. */
export type NamedFields = Partial<
  Readonly<Record<'code' | 'title' | 'description' | 'updated' | 'category' | 'oiv', string | undefined>>
>

export interface CatalogueInput {
  /** The lists in every format that was read, the preferred format first. */
  readonly documents: readonly ListDocument[]
  /** Every dataset there is, in the order to show them. */
  readonly codes: readonly DatasetCode[]
  /** The field whose values are the codes, where there is one. */
  readonly codeField: { readonly operation: ListOperation; readonly name: string } | undefined
  readonly named: NamedFields
  /** What the lists last said of datasets they no longer name. */
  readonly listings?: readonly PastListing[]
}

/** The entry of a dataset in lists of the past. */
export interface PastListing {
  readonly code: string
  readonly title: string
  readonly description?: string
  readonly categories: readonly string[]
  readonly oivs: readonly string[]
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** Reads the lists together: which dataset is called what, and belongs where. Pure; the same lists give the same catalogue. */
export function buildCatalogue({
  documents,
  codes,
  codeField,
  named,
  listings = [],
}: CatalogueInput): Catalogue {
  const inferences: Inference[] = []
  const listed = preferred(documents, 'list_datasets') ?? preferred(documents, 'list')
  const keyed = listed && codeField?.name === KEY_FIELD ? findKeyedReading(listed) : undefined
  const datasets = keyed ?? listed
  const fields = datasets ? fieldsOf(datasets) : []
  const records = datasets ? byCode(datasets, codes, codeField?.name) : new Map<string, ListRecord>()
  const taken = new Set(codeField ? [codeField.name] : [])
  const roles = chooseRoles(fields, taken, named, 'dataset', inferences)
  const [categories, inCategory, category] = readGroup(
    documents,
    'list_categories',
    'category',
    { fields, taken, only: named.category },
    inferences,
  )
  const [oivs, ofOiv, oiv] = readGroup(
    documents,
    'list_oivs',
    'oiv',
    { fields, taken, only: named.oiv },
    inferences,
  )
  const past = new Map(listings.map((listing) => [listing.code, listing]))
  const code = codeField?.operation === datasets?.operation ? codeField?.name : undefined
  return {
    roles: toRoleFields({ code, ...roles, category, oiv }, named),
    datasets: codes.map((code): DatasetEntry => {
      const record = records.get(code)
      const listing = record === undefined ? past.get(code) : undefined
      if (listing !== undefined) return { ...listing, key: code, code, fields: new Map(listing.fields) }
      const entry = toEntry(record, code, roles)
      const updated = first(record, roles.updated)
      return {
        ...entry,
        code,
        categories: inCategory(record),
        oivs: ofOiv(record),
        ...(updated && { updated }),
      }
    }),
    categories,
    oivs,
    inferences,
  }
}

function toRoleFields(
  fields: Readonly<Partial<Record<FieldRole, string | undefined>>>,
  named: NamedFields,
): Catalogue['roles'] {
  const roles: Partial<Record<FieldRole, RoleField>> = {}
  for (const role of ['code', 'title', 'description', 'updated', 'category', 'oiv'] as const) {
    const field = fields[role]
    if (field !== undefined) roles[role] = { field, named: named[role] === field }
  }
  return roles
}

type Roles = Partial<Readonly<Record<Role, string>>>

// The format with the most to say: the one with the most fields, the earlier of equals.
function preferred(documents: readonly ListDocument[], operation: ListOperation): ListDocument | undefined {
  const weight = ({ records }: ListDocument) =>
    records.length === 0 ? 0 : 1 + (records[0]?.fields.size ?? 0)
  return documents
    .filter((document) => document.operation === operation && document.records.length > 0)
    .reduce<ListDocument | undefined>(
      (best, next) => (best === undefined || weight(next) > weight(best) * 1.5 ? next : best),
      undefined,
    )
}

// A record belongs to a code by its code field, else by a link in one of its values.
function byCode(
  { records }: ListDocument,
  codes: readonly string[],
  field: string | undefined,
): Map<string, ListRecord> {
  const known = new Set(codes)
  const found = new Map<string, ListRecord>()
  for (const record of records) {
    const code = codesOf(record, field).find((candidate) => known.has(candidate))
    if (code !== undefined && !found.has(code)) found.set(code, record)
  }
  return found
}

function chooseRoles(
  fields: readonly Field[],
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

interface DatasetFields {
  readonly fields: readonly Field[]
  /** Fields that mean something else already. */
  readonly taken: Set<string>
  /** The field the config names. */
  readonly only: string | undefined
}

function readGroup(
  documents: readonly ListDocument[],
  operation: ListOperation,
  what: 'category' | 'oiv',
  datasets: DatasetFields,
  inferences: Inference[],
): [entries: Entry[], keysOf: (record: ListRecord | undefined) => string[], field: string | undefined] {
  const plain = preferred(documents, operation)
  if (plain === undefined) return [[], () => [], undefined]
  const open = datasets.fields.filter(({ name }) => name === datasets.only || !datasets.taken.has(name))
  const relate = (list: ListDocument) => findRelation(open, fieldsOf(list), HINTS[what], datasets.only)
  const keyed = findKeyedReading(plain)
  const document = keyed && relate(plain) === undefined && relate(keyed) ? keyed : plain
  const fields = fieldsOf(document)
  const relation = relate(document)
  if (relation) datasets.taken.add(relation.from)
  const named = fields.find(isKey) ?? fields.find(isNearlyKey)
  const keyField = relation?.to ?? findCodeFields([document])[0]?.name ?? named?.name
  const key = fields.find(({ name }) => name === keyField)
  const taken = new Set(key && fields.length > 1 && !isWorded(key) ? [key.name] : [])
  const roles = chooseRoles(fields, taken, {}, what, inferences)
  inferences.push(describe(what, operation, relation))
  const entries = document.records.map((record, index) =>
    toEntry(record, first(record, keyField) ?? `#${index + 1}`, roles),
  )
  const keys = new Set(entries.map(({ key }) => key))
  const keysOf = (record: ListRecord | undefined) =>
    relation && record
      ? [...new Set(valuesOf(record.fields, relation.from))].filter((key) => keys.has(key))
      : []
  return [entries, keysOf, relation?.from]
}

// A key in words, as where datasets name their category by its title, is what people call the entry.
function isWorded({ values }: Field): boolean {
  const flat = values.flat()
  return flat.filter((value) => /^\p{Lu}\p{Ll}|\p{L}\s+\p{L}/u.test(value)).length * 2 > flat.length
}

const HINTS = {
  category: /categ|катег|theme|тема|рубри|group|групп/i,
  oiv: /oiv|оив|publish|орган|ведом|source|owner|dep(artment)?s?(_?id)?$|agency|authority|organi[sz]|департ|учрежд/i,
}

function describe(
  what: 'category' | 'oiv',
  operation: ListOperation,
  relation: Relation | undefined,
): Inference {
  const override = `fields.${what}`
  if (relation === undefined)
    return {
      what: `dataset → ${what}`,
      evidence: `no field of the datasets has values that are keys of ${operation}`,
      override,
    }
  const evidence = `${relation.found} of ${relation.of} values are found in ${operation}.${relation.to}`
  return { what: `dataset → ${what}`, field: `list_datasets.${relation.from}`, evidence, override }
}

function toEntry(record: ListRecord | undefined, key: string, roles: Roles): Entry {
  const description = first(record, roles.description)
  return {
    key,
    title: first(record, roles.title) ?? key,
    ...(description !== undefined && { description }),
    fields: record?.fields ?? new Map(),
  }
}

function first(record: ListRecord | undefined, field: string | undefined): string | undefined {
  return record && field !== undefined ? valuesOf(record.fields, field)[0] : undefined
}
