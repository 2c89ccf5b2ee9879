import type { DatasetCode, ListOperation } from '../interface/index.ts'
import { shareIn } from './code-field.ts'
import { keyFieldsOf, type ListField, namePrior, targetOf, valuesOf } from './field.ts'
import { type Group, readGroup } from './group.ts'
import { VALUE_FIELD } from './items.ts'
import type { ListDocument } from './list-document.ts'
import { isGroupField, type NamedList, nameLists, textsOfGroups } from './named-list.ts'
import { isKey } from './reference.ts'
import { chooseRoles, findStatedFacts, isNamedLike, toEntry } from './roles.ts'
import type { ListRecord } from './row.ts'
import { findSources } from './sources.ts'
import type { Catalogue, DatasetEntry, Inference, NamedFields, RoleField, RoleName } from './types.ts'

interface CatalogueInput {
  /** The lists in every format that could be read, the preferred format first. */
  readonly documents: readonly ListDocument[]
  /** The same by their datasets, if that is known. */
  readonly lists?: readonly NamedList[]
  /** All datasets, in display order. */
  readonly codes: readonly DatasetCode[]
  /** The field that contains the codes, if there is one. */
  readonly codeField: { readonly operation: ListOperation; readonly name: string } | undefined
  readonly named: NamedFields
  /** The last known listings of datasets that the lists no longer have. */
  readonly listings?: readonly PastListing[]
  /** The titles to show for datasets without one in the lists. */
  readonly titles?: readonly { readonly code: string; readonly title: string }[]
}

/** The last known listing of a dataset that the lists no longer have. */
interface PastListing {
  readonly code: string
  readonly title: string
  readonly description?: string
  readonly categories: readonly string[]
  readonly oivs: readonly string[]
  /** The titles of these categories and publishers, in their order; empty if unknown. */
  readonly categoryTitles?: readonly string[]
  readonly oivTitles?: readonly string[]
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** From which field the codes of datasets are, and why. */
export function inferenceOfCodes({
  field,
  evidence,
}: Pick<Inference, 'evidence'> & { readonly field?: CatalogueInput['codeField'] }): Inference {
  return {
    what: 'dataset code',
    ...(field && { field: `${field.operation}.${field.name}` }),
    evidence,
    override: 'fields.code',
  }
}

/** Combines the lists into titles, categories and publishers of datasets. Pure: the same lists give the same catalogue. */
export function buildCatalogue({
  documents,
  codes,
  codeField,
  named,
  listings = [],
  titles = [],
  lists = nameLists(documents, { codes: new Set(codes), field: codeField }),
}: CatalogueInput): Catalogue {
  const inferences: Inference[] = []
  const groups = textsOfGroups(documents)
  const sources = findSources(lists).map((source, at) => {
    const taken = new Set(source.field === undefined ? [] : [source.field])
    const own = source.fields.filter((field) => !isGroupField(field.name) && !isOfGroups(field, groups))
    const roles = chooseRoles(own, taken, named, 'dataset', at === 0 ? inferences : [])
    return { ...source, keyFields: keyFieldsOf(source.records), taken, roles }
  })
  const codeOf = openCodes(codes, sources)
  const categories = readGroup(documents, 'category', sources, named.category, inferences, codeOf)
  const oivs = readGroup(documents, 'oiv', sources, named.oiv, inferences, codeOf)
  const past = new Map(listings.map((listing) => [listing.code, listing]))
  const lastTitles = new Map(titles.map(({ code, title }) => [code, title]))
  const [main] = sources
  const fields = { code: main?.field, ...main?.roles, category: categories.field, oiv: oivs.field }
  return {
    roles: toRoleFields(fields, named),
    datasets: codes.map((code): DatasetEntry => {
      const records = sources.map((source) => source.recordOf.get(code))
      const stated = sources.flatMap(({ roles }, at) => {
        const record = records[at]
        return record ? [{ record, roles }] : []
      })
      const listing = stated.length === 0 ? past.get(code) : undefined
      if (listing !== undefined) return pastEntry(code, listing, main?.roles.updated)
      const updated = findStatedFacts(stated, 'updated')
      return {
        ...toEntry(stated, code, lastTitles.get(code)),
        code,
        categories: keysOfDataset(categories, records, code),
        oivs: keysOfDataset(oivs, records, code),
        ...(updated && { updated }),
      }
    }),
    categories: categories.entries,
    oivs: oivs.entries,
    former: {
      categories: new Map(listings.flatMap((one) => titlesByKey(one.categories, one.categoryTitles))),
      oivs: new Map(listings.flatMap((one) => titlesByKey(one.oivs, one.oivTitles))),
    },
    inferences,
  }
}

function pastEntry(
  code: DatasetCode,
  { title, description, categories, oivs, fields }: PastListing,
  updatedIn: string | undefined,
): DatasetEntry {
  const updated = fields.find(([name]) => name === updatedIn)?.[1]
  return {
    key: code,
    code,
    title,
    ...(description !== undefined && { description }),
    categories,
    oivs,
    fields: new Map(fields),
    ...(updated && { updated }),
  }
}

function titlesByKey(keys: readonly string[], titles: readonly string[] = []): [string, string][] {
  return keys.flatMap((key, at): [string, string][] => (titles[at] ? [[key, titles[at]]] : []))
}

// Categories or publishers by code, `{"bus": "Transport"}`, are no titles, and `"about": "transport"` is no description.
function isOfGroups({ name, values }: ListField, groups: ReadonlySet<string>): boolean {
  return (name === VALUE_FIELD || isNamedLike('description', name)) && shareIn(values.flat(), groups) > 0.5
}

// Datasets by their codes, and by the other keys that they have, such as a number beside the code.
function openCodes(
  codes: readonly string[],
  sources: readonly NamedList[],
): (text: string) => string | undefined {
  const known = new Set(codes)
  let others: Map<string, string> | undefined
  const readOthers = () =>
    new Map(
      sources.flatMap(({ fields, field, recordOf }) =>
        fields
          .filter((one) => one.name !== field && namePrior(one.name) > 0 && isKey(one))
          .flatMap(({ name }) =>
            [...recordOf].flatMap(([code, record]) =>
              valuesOf(record.fields, name).map((value) => [value, code] as const),
            ),
          ),
      ),
    )
  const codeOf = (text: string) => {
    if (known.has(text)) return text
    others ??= readOthers()
    return others.get(text)
  }
  return (text) => codeOf(text) ?? codeOf(targetOf(text) ?? text)
}

// The keys from the first list of datasets that has any.
function keysOfDataset(
  { keysOf, keysOfCode }: Group,
  records: readonly (ListRecord | undefined)[],
  code: string,
): readonly string[] {
  for (const [at, record] of records.entries()) {
    const keys = keysOf(record, at)
    if (keys.length > 0) return keys
  }
  return keysOfCode(code)
}

function toRoleFields(
  fields: Readonly<Partial<Record<RoleName, string | undefined>>>,
  named: NamedFields,
): Catalogue['roles'] {
  const roles: Partial<Record<RoleName, RoleField>> = {}
  for (const role of ['code', 'title', 'description', 'updated', 'category', 'oiv'] as const) {
    const field = fields[role]
    if (field !== undefined) roles[role] = { field, named: named[role] === field }
  }
  return roles
}
