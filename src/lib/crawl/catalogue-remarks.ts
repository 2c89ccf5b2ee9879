import { type Catalogue, type DatasetEntry, isNamedLike, type NamedFields } from '../catalogue/index.ts'
import type { Problem } from '../snapshot/index.ts'

interface Facet {
  readonly what: string
  readonly key: 'title' | 'category' | 'oiv'
  readonly isThere: (dataset: DatasetEntry) => boolean
}

const FACETS: readonly Facet[] = [
  { what: 'titles', key: 'title', isThere: ({ title, code }) => title !== code },
  { what: 'categories', key: 'category', isThere: ({ categories }) => categories.length > 0 },
  { what: 'OIVs', key: 'oiv', isThere: ({ oivs }) => oivs.length > 0 },
]

/** What the lists do not say of the datasets though they could: it would vanish from the pages without a word. */
export function findCatalogueRemarks(catalogue: Catalogue, named: NamedFields, entries: number): Problem[] {
  const { datasets } = catalogue
  if (datasets.length === 0) return []
  if (entries > 0 && datasets.every(({ fields }) => fields.size === 0)) return [unmatched(entries)]
  return [
    ...misnamedOf(catalogue, named),
    ...untitledOf(datasets),
    ...unrelatedOf(catalogue, 'category'),
    ...unrelatedOf(catalogue, 'oiv'),
  ]
}

/** What most datasets had in the lists before and do not have now: titles, categories or OIVs of more than `share` of them. */
export function findLostFacts(before: Catalogue, now: Catalogue, share: number): Problem[] {
  const held = new Map<string, DatasetEntry>(before.datasets.map((dataset) => [dataset.code, dataset]))
  return FACETS.flatMap(({ what, key, isThere }): Problem[] => {
    const had = now.datasets.filter(({ code }) => {
      const dataset = held.get(code)
      return dataset !== undefined && isThere(dataset)
    })
    const lost = had.filter((dataset) => !isThere(dataset)).length
    if (lost <= Math.max(1, Math.floor(had.length * share))) return []
    const message = `${lost} of the ${had.length} datasets that had them in the lists before have none now. If the field has another name now, name it in the config key fields.${key}.`
    return [
      {
        severity: 'warning',
        code: 'lost-facts',
        subject: `${what} of datasets`,
        message,
        facts: { role: key, lost, had: had.length },
      },
    ]
  })
}

function unmatched(entries: number): Problem {
  const message = `None of the ${entries} entries of the lists could be matched to a dataset, so that datasets have neither titles nor categories nor OIVs. Name the field of the codes in the config key fields.code.`
  return { severity: 'warning', code: 'unmatched-list', subject: 'lists', message, facts: { entries } }
}

// A field the config names and no list of datasets has; that of the codes is another's affair.
function misnamedOf({ roles }: Catalogue, named: NamedFields): Problem[] {
  return (['title', 'description', 'updated', 'category', 'oiv'] as const).flatMap((role): Problem[] => {
    const name = named[role]
    if (name === undefined || roles[role]?.named) return []
    const instead = roles[role] ? `; the field ${JSON.stringify(roles[role].field)} is taken instead` : ''
    const message = `No field of this name that fits is in the lists of datasets${instead}.`
    return [
      {
        severity: 'warning',
        code: 'unknown-field',
        subject: `fields.${role} ${JSON.stringify(name)}`,
        message,
        facts: { setting: `fields.${role}`, name, ...(roles[role] && { instead: roles[role].field }) },
      },
    ]
  })
}

// Titles that are all blank: the field is there, so that people may expect them.
function untitledOf(datasets: readonly DatasetEntry[]): Problem[] {
  if (datasets.some(({ title, code }) => title !== code)) return []
  const names = new Set(datasets.flatMap(({ fields }) => [...fields.keys()]))
  const name = [...names].find((one) => isNamedLike('title', one))
  if (name === undefined) return []
  const message = `The field ${JSON.stringify(name)} of the lists gives no dataset a title: they are shown by their codes. If another field has the titles, name it in the config key fields.title.`
  return [
    {
      severity: 'warning',
      code: 'missing-facts',
      subject: 'titles of datasets',
      message,
      facts: { role: 'title', field: name },
    },
  ]
}

function unrelatedOf(catalogue: Catalogue, what: 'category' | 'oiv'): Problem[] {
  const [operation, relation] =
    what === 'category' ? (['list_categories', 'categories'] as const) : (['list_oivs', 'oivs'] as const)
  const { length } = catalogue[relation]
  if (length === 0 || catalogue.datasets.some((dataset) => dataset[relation].length > 0)) return []
  const evidence = catalogue.inferences.find((one) => one.what === `dataset → ${what}`)?.evidence ?? ''
  const message = `It has ${length} entries, and no dataset belongs to any of them: ${evidence}. If a field of the datasets names them, name it in the config key fields.${what}.`
  return [
    {
      severity: 'warning',
      code: 'missing-facts',
      subject: operation,
      message,
      facts: { role: what, entries: length },
    },
  ]
}
