import {
  type Catalogue,
  type DatasetEntry,
  describeInferred,
  type Entry,
  isGroupField,
  isNamedLike,
  isOfDatasets,
  type ListRecord,
  type NamedFields,
  type NamedList,
  valuesOf,
} from '../catalogue/index.ts'
import { addressOf, type BaseAddress, hostForms } from '../interface/index.ts'
import { cellText, isGarbled, withWords } from '../reading/index.ts'
import { type Facts, gap, type Problem, someOf, warning } from '../snapshot/index.ts'
import type { CrawlOptions } from './context.ts'
import { describePaging, isLimit } from './partial.ts'

/** Problems of the lists that may mean that something is missing. `codes`: the datasets in them. */
export function findListRemarks(
  lists: readonly NamedList[],
  codes: readonly string[],
  { bases, notPaged }: Pick<CrawlOptions, 'bases' | 'notPaged'>,
): Problem[] {
  return [
    ...cutOf(lists, codes, notPaged),
    ...lists.flatMap((list) => pagingOf(list, bases[0] as BaseAddress)),
    ...lists.flatMap(unnamedOf),
    ...lists.flatMap((list) => garbledOf(list, bases[0] as BaseAddress)),
    ...disagreementsOf(lists, new Set(codes), bases[0] as BaseAddress),
    ...otherHostsOf(lists, bases),
  ]
}

function pagingOf({ list: { operation, format }, paging }: NamedList, base: BaseAddress): Problem[] {
  if (paging === undefined) return []
  const subject = addressOf(base, { resource: { operation }, format })
  return [gap('paged', subject, describePaging('list', paging), { what: 'list' })]
}

/** A list of fewer datasets may well have a round number of them. */
const LEAST_ENTRIES = 1000

function cutOf(
  lists: readonly NamedList[],
  codes: readonly string[],
  notPaged: CrawlOptions['notPaged'],
): Problem[] {
  const own = lists.filter(({ list }) => list.operation === 'list_datasets')
  const most = Math.max(0, codes.length, ...own.map(({ records }) => records.length))
  const isRound = most >= LEAST_ENTRIES && isLimit(most) && own.some(({ records }) => records.length === most)
  if (!isRound || own.some(({ paging }) => paging) || notPaged.includes('list_datasets')) return []
  const message = `It has exactly ${most} entries. The origin may list only the first ones, without a sign. If it is complete, add the list to the config key notPaged.`
  return [warning('same-count', 'list_datasets', message, { what: 'list', limit: most })]
}

function garbledOf({ list: { operation, format, garbled } }: NamedList, base: BaseAddress): Problem[] {
  if (garbled === undefined) return []
  const message = `The texts of this format of the list were decoded with a wrong charset, such as ${JSON.stringify(garbled)}. The texts of its other format are used.`
  const subject = addressOf(base, { resource: { operation }, format })
  return [warning('formats-disagree', subject, message, { what: 'texts', garbled, format })]
}

const SHOWN = 3

// An entry with neither a code nor a link cannot be requested.
function unnamedOf({ list: { operation, format }, records, unnamed }: NamedList): Problem[] {
  if (operation !== 'list_datasets' || format === 'html' || unnamed.length === 0) return []
  const message = `${unnamed.length} of its ${records.length} entries have no dataset code, so they cannot be requested: ${someOf(unnamed.map(quoteRecord), SHOWN)}.`
  return [
    gap('no-code', `${operation} (${format})`, message, { unnamed: unnamed.length, entries: records.length }),
  ]
}

function quoteRecord({ fields }: ListRecord): string {
  const text = [...fields.values()].map((value) => cellText(value)?.trim() ?? '').find((one) => one !== '')
  return JSON.stringify((text ?? '').slice(0, 80))
}

// Formats of one list that differ in the number of entries or in their datasets: one of them is incomplete.
function disagreementsOf(
  all: readonly NamedList[],
  known: ReadonlySet<string>,
  base: BaseAddress,
): Problem[] {
  const counted = all.filter(({ list, records }) => list.format !== 'html' && records.length > 1)
  return [...Map.groupBy(counted, ({ list }) => list.operation)].flatMap(([operation, named]) => {
    const codes = named.map((one) =>
      isOfDatasets(one.list) ? one.codes.intersection(known) : new Set<string>(),
    )
    const all = new Set(codes.flatMap((some) => [...some]))
    const agree = codes.every(({ size }) => size === 0 || size === all.size)
    const lists = named.map(({ list, records }) => ({ format: list.format, records }))
    if (agree && new Set(lists.map(({ records }) => records.length)).size < 2) return []
    const counts = lists.map(({ format, records }) => `${records.length} in ${format}`).join(', ')
    const subject = addressOf(base, { resource: { operation }, format: 'html' })
    const ofAll = agree ? '' : `, for ${all.size} datasets in total`
    const message = `The formats of this list disagree: ${counts} entries${ofAll}. Datasets that any of them names are requested.`
    return [
      warning(
        'formats-disagree',
        subject,
        message,
        Object.fromEntries(lists.map(({ format, records }) => [format, records.length])),
      ),
    ]
  })
}

// Links to another host are data of another service, unless the operator configures that host as a base.
function otherHostsOf(lists: readonly NamedList[], bases: readonly BaseAddress[]): Problem[] {
  const own = new Set(bases.flatMap((base) => hostForms(new URL(base).host)))
  const counts = new Map<string, number>()
  for (const { host } of lists.flatMap(({ list }) => list.links))
    if (host !== undefined && !own.has(host)) counts.set(host, (counts.get(host) ?? 0) + 1)
  return [...counts].map(([host, count]) =>
    warning(
      'other-host',
      host,
      `${count} links in the lists lead to datasets on this host and were ignored. If it belongs to the same service, add it with another --origin.`,
      { links: count },
    ),
  )
}

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

/**
 * Facts that more than `share` of the datasets, categories or publishers had in the previous lists and no longer have. Datasets that have no
 * entry now keep their last one.
 */
export function findLostFacts(before: Catalogue, after: Catalogue, share: number): Problem[] {
  const now = { ...after, datasets: after.datasets.filter(({ fields }) => fields.size > 0) }
  const stored = new Map<string, DatasetEntry>(before.datasets.map((dataset) => [dataset.code, dataset]))
  return [
    ...FACETS.flatMap(({ what, key, isThere }): Problem[] => {
      const had = now.datasets.filter(({ code }) => {
        const dataset = stored.get(code)
        return dataset !== undefined && isThere(dataset)
      })
      const without = had.filter((dataset) => !isThere(dataset))
      const lost = without.length
      if (!isMany(lost, had.length, share)) return []
      const field = now.roles[key]?.field
      const [unlisted] = without.flatMap(({ fields }) => (field === undefined ? [] : valuesOf(fields, field)))
      const hint =
        unlisted === undefined
          ? `If the field was renamed, set the config key fields.${key} to its new name.`
          : `Their field ${JSON.stringify(field)} has values that are not in the list of ${what}, such as ${JSON.stringify(unlisted)}.`
      const message = `${lost} of the ${had.length} datasets that had ${what} in the previous lists have none now. ${hint}`
      const facts = { role: key, lost, had: had.length, ...(unlisted !== undefined && { value: unlisted }) }
      return [lostFact(`${what} of datasets`, message, facts)]
    }),
    ...TITLED.flatMap((titled) => lostTitlesOf(titled, before[titled.list], now[titled.list], share)),
  ]
}

function isMany(lost: number, had: number, share: number): boolean {
  return lost > Math.max(1, Math.floor(had * share))
}

function lostFact(subject: string, message: string, facts: Facts): Problem {
  return warning('lost-facts', subject, message, facts)
}

// Titles count as lost if they are empty, replaced by one placeholder such as "undefined" or by those of others, or garbled.
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
  const owners = Map.groupBy(stored.keys(), (key) => stored.get(key))
  const moved = changed.filter(({ title }) => owners.get(title)?.length === 1)
  if (isMany(moved.length, had.length, share)) {
    const title = moved[0]?.title ?? ''
    const message = `${moved.length} of the ${had.length} ${what} now have titles that others of them had in the previous lists, such as ${JSON.stringify(title)}. Compare them with the pages of the origin: it may have mixed them up.`
    return [
      lostFact(subject, message, {
        role: 'title',
        lost: moved.length,
        had: had.length,
        moved: title,
        ...facts,
      }),
    ]
  }
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
  return warning('unmatched-list', 'lists', message, { entries })
}

// A configured field that no list of datasets has. For the field of codes, see plan-codes.ts.
function misnamedOf({ roles }: Catalogue, named: NamedFields): Problem[] {
  return (['title', 'description', 'updated', 'category', 'oiv'] as const).flatMap((role): Problem[] => {
    const name = named[role]
    if (name === undefined || roles[role]?.named) return []
    const instead = roles[role] ? `; the field ${JSON.stringify(roles[role].field)} is used instead` : ''
    const message = `The lists of datasets have no suitable field of this name${instead}.`
    return [
      warning('unknown-field', `fields.${role} ${JSON.stringify(name)}`, message, {
        setting: `fields.${role}`,
        name,
        ...(roles[role] && { instead: roles[role].field }),
      }),
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
    warning('missing-facts', 'titles of datasets', message, {
      role: 'title',
      field: name,
      ...(hasKnownTitles && { kept: 'yes' }),
    }),
  ]
}

function unrelatedOf(catalogue: Catalogue, what: 'category' | 'oiv'): Problem[] {
  const [operation, relation] =
    what === 'category' ? (['list_categories', 'categories'] as const) : (['list_oivs', 'oivs'] as const)
  const { length } = catalogue[relation]
  if (length === 0 || catalogue.datasets.some((dataset) => dataset[relation].length > 0)) return []
  const evidence = catalogue.inferences.find((one) => one.what === `dataset → ${what}`)?.evidence
  const message = `It has entries (${length}), but no dataset belongs to any of them${evidence ? `: ${describeInferred(evidence)}` : ''}. If a field of the datasets refers to them, set the config key fields.${what} to it.`
  return [warning('missing-facts', operation, message, { role: what, entries: length })]
}
