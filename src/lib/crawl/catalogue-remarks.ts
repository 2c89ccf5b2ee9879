import {
  type Catalogue,
  type DatasetEntry,
  describeInferred,
  type Entry,
  isGroupField,
  isNamedLike,
  type NamedFields,
} from '../catalogue/index.ts'
import { isGarbled, withWords } from '../reading/index.ts'
import type { Facts, Problem } from '../snapshot/index.ts'

interface Facet {
  readonly what: string
  readonly key: 'category' | 'oiv'
  readonly isThere: (dataset: DatasetEntry) => boolean
}

const FACETS: readonly Facet[] = [
  { what: 'categories', key: 'category', isThere: ({ categories }) => categories.length > 0 },
  { what: 'publishers', key: 'oiv', isThere: ({ oivs }) => oivs.length > 0 },
]
const TITLED = [
  {
    list: 'datasets',
    what: 'datasets',
    hint: ' Where a title is gone, the last known one is shown. If the field was renamed, set the config key fields.title to its new name.',
    facts: {},
  },
  { list: 'categories', what: 'categories', hint: '', facts: { list: 'list_categories' } },
  { list: 'oivs', what: 'publishers', hint: '', facts: { list: 'list_oivs' } },
] as const
/** A title that replaced at least this many different titles is a placeholder. */
const LEAST_SHARING = 3

/** Facts that no dataset has although the lists have a field for them. Without a warning they would silently be missing from the pages. */
export function findCatalogueRemarks(
  catalogue: Catalogue,
  named: NamedFields,
  entries: number,
  hasKnownTitles: boolean,
): Problem[] {
  const { datasets } = catalogue
  if (datasets.length === 0) return []
  if (entries > 0 && datasets.every(({ fields }) => fields.size === 0)) return [unmatched(entries)]
  return [
    ...misnamedOf(catalogue, named),
    ...untitledOf(datasets, hasKnownTitles),
    ...unrelatedOf(catalogue, 'category'),
    ...unrelatedOf(catalogue, 'oiv'),
  ]
}

/** Facts that more than `share` of the datasets, categories or publishers had in the previous lists and no longer have. */
export function findLostFacts(before: Catalogue, now: Catalogue, share: number): Problem[] {
  const stored = new Map<string, DatasetEntry>(before.datasets.map((dataset) => [dataset.code, dataset]))
  return [
    ...FACETS.flatMap(({ what, key, isThere }): Problem[] => {
      const had = now.datasets.filter(({ code }) => {
        const dataset = stored.get(code)
        return dataset !== undefined && isThere(dataset)
      })
      const lost = had.filter((dataset) => !isThere(dataset)).length
      if (!isMany(lost, had.length, share)) return []
      const message = `${lost} of the ${had.length} datasets that had ${what} in the previous lists have none now. If the field was renamed, set the config key fields.${key} to its new name.`
      return [lostFact(`${what} of datasets`, message, { role: key, lost, had: had.length })]
    }),
    ...TITLED.flatMap((titled) => lostTitlesOf(titled, before[titled.list], now[titled.list], share)),
  ]
}

function isMany(lost: number, had: number, share: number): boolean {
  return lost > Math.max(1, Math.floor(had * share))
}

function lostFact(subject: string, message: string, facts: Facts): Problem {
  return { severity: 'warning', code: 'lost-facts', subject, message, facts }
}

// Titles count as lost if they are empty, replaced by one placeholder such as "undefined", or garbled.
function lostTitlesOf(
  { what, hint, facts }: (typeof TITLED)[number],
  before: readonly Entry[],
  now: readonly Entry[],
  share: number,
): Problem[] {
  const stored = new Map(before.flatMap(({ key, title }) => (title === key ? [] : [[key, title] as const])))
  const had = now.filter(({ key }) => stored.has(key))
  const placeholders = new Set(
    [...Map.groupBy(had, ({ title }) => title)].flatMap(([title, ones]) =>
      new Set(ones.map(({ key }) => stored.get(key))).size < LEAST_SHARING ? [] : [title],
    ),
  )
  const lost = had.filter(({ key, title }) => title === key || placeholders.has(title)).length
  const subject = `titles of ${what}`
  if (isMany(lost, had.length, share))
    return [
      lostFact(
        subject,
        `${lost} of the ${had.length} ${what} that had titles in the previous lists have none of their own now.${hint}`,
        { role: 'title', lost, had: had.length, ...facts },
      ),
    ]
  const changed = had.filter(({ key, title }) => stored.get(key) !== title)
  const [one] = changed
  const meant = changed.map(({ key }) => stored.get(key) ?? '')
  if (one === undefined || !isMany(changed.length, had.length, share)) return []
  if (!isGarbled(withWords(meant), withWords(changed.map(({ title }) => title)))) return []
  const message = `${changed.length} of ${had.length} titles were decoded with a wrong charset, such as ${JSON.stringify(one.title)} instead of ${JSON.stringify(stored.get(one.key))}.`
  return [
    lostFact(subject, message, {
      role: 'title',
      lost: changed.length,
      had: had.length,
      garbled: one.title,
      ...facts,
    }),
  ]
}

function unmatched(entries: number): Problem {
  const message = `None of the ${entries} entries of the lists could be matched to a dataset, so datasets have no titles, categories or publishers. Set the config key fields.code to the field that contains the codes.`
  return { severity: 'warning', code: 'unmatched-list', subject: 'lists', message, facts: { entries } }
}

// A configured field that no list of datasets has. For the field of codes, see plan-codes.ts.
function misnamedOf({ roles }: Catalogue, named: NamedFields): Problem[] {
  return (['title', 'description', 'updated', 'category', 'oiv'] as const).flatMap((role): Problem[] => {
    const name = named[role]
    if (name === undefined || roles[role]?.named) return []
    const instead = roles[role] ? `; the field ${JSON.stringify(roles[role].field)} is used instead` : ''
    const message = `The lists of datasets have no suitable field of this name${instead}.`
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

// A field for titles exists, but all its values are blank.
function untitledOf(datasets: readonly DatasetEntry[], hasKnownTitles: boolean): Problem[] {
  if (datasets.some(({ title, code }) => title !== code)) return []
  const names = new Set(datasets.flatMap(({ fields }) => [...fields.keys()]))
  const name = [...names].find((one) => isNamedLike('title', one) && !isGroupField(one))
  if (name === undefined) return []
  const message = `The field ${JSON.stringify(name)} of the lists gives no dataset a title, so datasets are shown by their ${hasKnownTitles ? 'last known titles' : 'codes'}. If another field contains the titles, set the config key fields.title to it.`
  return [
    {
      severity: 'warning',
      code: 'missing-facts',
      subject: 'titles of datasets',
      message,
      facts: { role: 'title', field: name, ...(hasKnownTitles && { kept: 'yes' }) },
    },
  ]
}

function unrelatedOf(catalogue: Catalogue, what: 'category' | 'oiv'): Problem[] {
  const [operation, relation] =
    what === 'category' ? (['list_categories', 'categories'] as const) : (['list_oivs', 'oivs'] as const)
  const { length } = catalogue[relation]
  if (length === 0 || catalogue.datasets.some((dataset) => dataset[relation].length > 0)) return []
  const evidence = catalogue.inferences.find((one) => one.what === `dataset → ${what}`)?.evidence
  const message = `It has entries (${length}), but no dataset belongs to any of them${evidence ? `: ${describeInferred(evidence)}` : ''}. If a field of the datasets refers to them, set the config key fields.${what} to it.`
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
