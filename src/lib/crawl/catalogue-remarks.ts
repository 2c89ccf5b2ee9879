import {
  type Catalogue,
  type DatasetEntry,
  type Entry,
  isNamedLike,
  type NamedFields,
} from '../catalogue/index.ts'
import { wordsOf } from '../reading/index.ts'
import type { Facts, Problem } from '../snapshot/index.ts'
import { isGarbled, type Said } from './doubts/garbled.ts'

interface Facet {
  readonly what: string
  readonly key: 'category' | 'oiv'
  readonly isThere: (dataset: DatasetEntry) => boolean
}

const FACETS: readonly Facet[] = [
  { what: 'categories', key: 'category', isThere: ({ categories }) => categories.length > 0 },
  { what: 'OIVs', key: 'oiv', isThere: ({ oivs }) => oivs.length > 0 },
]
const TITLED = [
  {
    list: 'datasets',
    what: 'datasets',
    hint: ' If the field has another name now, name it in the config key fields.title.',
    facts: {},
  },
  { list: 'categories', what: 'categories', hint: '', facts: { list: 'list_categories' } },
  { list: 'oivs', what: 'OIVs', hint: '', facts: { list: 'list_oivs' } },
] as const
/** A title that so many of different titles came to share is a placeholder. */
const LEAST_SHARING = 3

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

/** What more than `share` of the datasets, categories or OIVs had in the lists before and do not have now. */
export function findLostFacts(before: Catalogue, now: Catalogue, share: number): Problem[] {
  const held = new Map<string, DatasetEntry>(before.datasets.map((dataset) => [dataset.code, dataset]))
  return [
    ...FACETS.flatMap(({ what, key, isThere }): Problem[] => {
      const had = now.datasets.filter(({ code }) => {
        const dataset = held.get(code)
        return dataset !== undefined && isThere(dataset)
      })
      const lost = had.filter((dataset) => !isThere(dataset)).length
      if (!isMany(lost, had.length, share)) return []
      const message = `${lost} of the ${had.length} datasets that had them in the lists before have none now. If the field has another name now, name it in the config key fields.${key}.`
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

// Titles are lost where there are none, where one such as "undefined" stands for many, and where all of them came garbled.
function lostTitlesOf(
  { what, hint, facts }: (typeof TITLED)[number],
  before: readonly Entry[],
  now: readonly Entry[],
  share: number,
): Problem[] {
  const held = new Map(before.flatMap(({ key, title }) => (title === key ? [] : [[key, title] as const])))
  const had = now.filter(({ key }) => held.has(key))
  const placeholders = new Set(
    [...Map.groupBy(had, ({ title }) => title)].flatMap(([title, ones]) =>
      new Set(ones.map(({ key }) => held.get(key))).size < LEAST_SHARING ? [] : [title],
    ),
  )
  const lost = had.filter(({ key, title }) => title === key || placeholders.has(title)).length
  const subject = `titles of ${what}`
  if (isMany(lost, had.length, share))
    return [
      lostFact(
        subject,
        `${lost} of the ${had.length} ${what} that had them in the lists before have none of their own now.${hint}`,
        { role: 'title', lost, had: had.length, ...facts },
      ),
    ]
  const changed = had.filter(({ key, title }) => held.get(key) !== title)
  const [one] = changed
  const meant = changed.map(({ key }) => held.get(key) ?? '')
  if (one === undefined || !isMany(changed.length, had.length, share)) return []
  if (!isGarbled(said(meant), said(changed.map(({ title }) => title)))) return []
  const message = `${changed.length} of ${had.length} came decoded with a wrong charset, such as ${JSON.stringify(one.title)} for ${JSON.stringify(held.get(one.key))}.`
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

function said(texts: readonly string[]): Said {
  return { distinct: new Set(texts), words: new Set(texts.flatMap(wordsOf)) }
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
