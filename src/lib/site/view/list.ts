import type { DatasetEntry } from '../../catalogue/index.ts'
import {
  datasetResource,
  findDatasetLinks,
  type ListOperation,
  type Resource,
} from '../../interface/index.ts'
import { isNumeral, type Reading, type Value } from '../../reading/index.ts'
import { isNamedLikeCount } from '../../reading/profile/stated-text.ts'
import { whyUnread } from '../not-read.ts'
import { pageCount, slicePage } from './browse/listing.ts'
import { allDatasets, type BrowseView, browseView, pagerOf } from './browse/view.ts'
import { chromeOf } from './chrome.ts'
import { DEVELOPERS_PAGE } from './developers/paths.ts'
import { type DocumentView, documentViewOf, unreadViewOf } from './document.ts'
import { csvFileView, filesOf } from './files.ts'
import { type Page, relativeLink } from './link.ts'
import { type Fact, factOf, type Locale } from './locale.ts'
import type { Mirror } from './mirror.ts'
import { groupPage, RELATIONS, type RelationGroup, type RelationName } from './relation.ts'
import { isMissing, noticesOf } from './state.ts'
import { type DatasetSummary, largestOf } from './summary.ts'
import type { RecordsTable } from './table.ts'
import { descriptionOf, htmlText, oneLine, titleOf } from './text.ts'
import { type ShownField, showFields } from './value.ts'

/** A category or publisher with its datasets. */
interface ListedEntry {
  readonly id: string
  readonly title: string
  /** Whether title and description are ours: for datasets that belong to no entry. */
  readonly own?: true
  readonly description?: string
  readonly count: string
  /** Its page; absent if it has no datasets. */
  readonly href?: string
  /** Those of its datasets that have the most records. */
  readonly examples: readonly { readonly text: string; readonly href: string }[]
  /** The other fields of its entry in the list. */
  readonly fields: readonly ShownField[]
}

/** The view of a list; a long list of categories or publishers continues below `browse/`. */
export function listView(mirror: Mirror, operation: ListOperation, number = 1) {
  const resource = { operation }
  const page = listPageOf(operation, number)
  const records = mirror.recordsOf(resource)
  const all = entriesOf(mirror, operation)
  const pages = pageCount(all.length)
  const title = mirror.words.lists[operation]
  const heading = pages === 1 ? title : mirror.words.browse.ofPages(title, number, pages)
  const lead = mirror.words.listLeads[operation]
  const datasets = operation === 'list_datasets' ? datasetsOf(mirror) : undefined
  const table = csvFileView(mirror, resource)
  const bare = all.length === 0 && datasets === undefined
  const document = bare ? findDocument(mirror, resource, page) : undefined
  const own = {
    page,
    title: heading,
    description: `${lead} ${htmlText(mirror.title)}`,
    section: operation,
    ...(operation === 'list' && {
      above: [{ text: mirror.words.developers.title, page: DEVELOPERS_PAGE } as const],
    }),
    ...(number > 1 && { above: [{ text: title, page: resource }], prev: listPageOf(operation, number - 1) }),
    ...(number < pages && { next: listPageOf(operation, number + 1) }),
  }
  return {
    chrome: datasets?.chrome ?? chromeOf(mirror, own),
    page,
    operation,
    facts: number === 1 && (all.length > 0 || !isMissing(records)) ? factsOf(mirror, operation) : [],
    notices: noticesOf(mirror, records),
    files: number === 1 ? filesOf(mirror, records, operation) : [],
    ...(number === 1 && table && { table }),
    entries: slicePage(all, number).map((entry) => entry(page)),
    ...(pages > 1 && { pager: pagerOf(mirror, number, pages, page, (to) => listPageOf(operation, to)) }),
    ...(datasets && { datasets }),
    // The list as it is: for `list`, and for another list whose entries could not be inferred.
    ...(document && { document }),
    ...(operation === 'list' && { all: allDatasets(mirror, page) }),
  }
}

// If no view of the document can be made, the page has none.
function findDocument(mirror: Mirror, resource: Resource, page: Page): DocumentView | undefined {
  const reading = mirror.readingOf(resource)
  const unread = mirror.unreadOf(resource)
  if (reading === undefined) return unread === undefined ? undefined : unreadViewOf(mirror, unread)
  try {
    return documentOf(mirror, page, reading)
  } catch (error) {
    return unreadViewOf(mirror, whyUnread(error))
  }
}

/** The second and later pages of the lists of categories and publishers. */
export function listPages(mirror: Mirror): { path: string; operation: ListOperation; number: number }[] {
  return (['list_categories', 'list_oivs'] as const).flatMap((operation) =>
    Array.from({ length: pageCount(entriesOf(mirror, operation).length) - 1 }, (_, at) => ({
      path: `${LIST_FOLDERS[operation]}/${at + 2}`,
      operation,
      number: at + 2,
    })),
  )
}

const LIST_FOLDERS = { list_categories: 'categories', list_oivs: 'oivs' } as const

function listPageOf(operation: ListOperation, number: number): Page {
  return number > 1 && operation in LIST_FOLDERS
    ? { browse: `${LIST_FOLDERS[operation as keyof typeof LIST_FOLDERS]}/${number}` }
    : { operation }
}

function datasetsOf(mirror: Mirror): BrowseView | undefined {
  const { title } = mirror.listings.sorts
  return title.members.length === 0 ? undefined : browseView(mirror, title, 1)
}

function factsOf(mirror: Mirror, operation: ListOperation): Fact[] {
  const { catalogue } = mirror
  const { facts } = mirror.words
  switch (operation) {
    case 'list':
    case 'list_datasets':
      return []
    case 'list_categories':
      return [factOf(mirror, catalogue.categories.length, facts.categories)]
    case 'list_oivs':
      return [factOf(mirror, catalogue.oivs.length, facts.oivs)]
  }
}

function documentOf(mirror: Mirror, page: Page, reading: Reading): DocumentView {
  const document = documentViewOf(mirror, withCodes(mirror, reading))
  return document.table
    ? { ...document, table: linkEntries(mirror, page, reading, document.table) }
    : document
}

// A code that is a word such as `missing` names something, although it would state elsewhere that there is no value.
function withCodes({ manifest, catalogue }: Mirror, reading: Reading): Reading {
  const isCode = (text: string) =>
    manifest.codes.order.includes(text) ||
    [...catalogue.categories, ...catalogue.oivs].some(({ key }) => key === text)
  return {
    ...reading,
    columns: reading.columns.map((column) => {
      const { absent, ...others } = column
      const distinct = others.distinct + (absent?.count ?? 0)
      const isOfCodes = others.name === manifest.codes.field?.name || distinct === others.filled
      return absent && isOfCodes && isCode(absent.value.trim()) ? { ...others, distinct } : column
    }),
  }
}

type MakeEntry = (page: Page) => ListedEntry

function entriesOf(mirror: Mirror, operation: ListOperation): MakeEntry[] {
  if (operation === 'list_categories') return relatedEntriesOf(mirror, 'categories')
  return operation === 'list_oivs' ? relatedEntriesOf(mirror, 'oivs') : []
}

function relatedEntriesOf(mirror: Mirror, relation: RelationName): MakeEntry[] {
  const { groups, rest } = mirror.groups[relation]
  const counting = countingFieldsOf(groups)
  const listed = groups.map(
    (group): MakeEntry =>
      (page) => ({
        id: group.anchor,
        ...described(mirror, group, counting),
        ...membership(mirror, relation, group.slot, group.members, page),
      }),
  )
  if (rest.members.length === 0 || groups.length === 0) return listed
  return [
    ...listed,
    (page) => ({
      id: RELATIONS[relation].rest,
      own: true,
      title: mirror.words.listPage.unfiled[relation],
      description: mirror.words.listPage.unfiledNote[relation],
      fields: [],
      ...membership(mirror, relation, rest.slot, rest.members, page),
    }),
  ]
}

// Fields that state the number of the datasets of each entry, which the page counts itself. Equal numbers may be a coincidence, unless they
// differ between entries or the name of the field states what they are.
function countingFieldsOf(groups: readonly RelationGroup[]): ReadonlySet<string> {
  const [first] = groups
  const names = [...(first?.entry.fields.keys() ?? [])]
  return new Set(
    names.filter((name) => {
      const stating = groups.filter(({ entry }) => (textOf(entry.fields.get(name)) ?? '') !== '')
      const counts = new Set(stating.map(({ entry }) => textOf(entry.fields.get(name))))
      return (counts.size > 1 || isNamedLikeCount(name)) && stating.every((group) => isCount(group, name))
    }),
  )
}

// With the datasets that have left the list, or without them.
function isCount({ entry, members }: RelationGroup, name: string): boolean {
  const listed = members.filter(({ state }) => state !== 'withdrawn')
  const stated = textOf(entry.fields.get(name))
  return stated === String(members.length) || stated === String(listed.length)
}

function textOf(value: Value = null): Value {
  return isNumeral(value) ? value.numeral : value
}

function described(
  locale: Locale,
  group: RelationGroup,
  counting: ReadonlySet<string>,
): Pick<ListedEntry, 'title' | 'description' | 'fields'> {
  const { entry } = group
  const title = titleOf(entry)
  const description = descriptionOf(entry)
  const shown = new Set([entry.title, entry.key, entry.description])
  const others = [...entry.fields].filter(([name, value]) => {
    if (value === null || value === '' || counting.has(name)) return false
    const text = textOf(value)
    return !(typeof text === 'string' && shown.has(text))
  })
  return {
    title,
    ...(description !== undefined && { description }),
    fields: showFields(locale, others),
  }
}

const MOST_EXAMPLES = 3
const LONGEST_EXAMPLE = 80

function membership(
  locale: Locale,
  relation: RelationName,
  slot: string,
  members: readonly DatasetSummary[],
  page: Page,
): Pick<ListedEntry, 'count' | 'href' | 'examples'> {
  return {
    count: locale.format.plural(members.length, locale.words.facts.datasets),
    ...(members.length > 0 && { href: relativeLink(page, groupPage(relation, slot)) }),
    examples: largestOf(members, MOST_EXAMPLES).map(({ code, title }) => ({
      text: oneLine(title, LONGEST_EXAMPLE),
      href: relativeLink(page, datasetResource(code)),
    })),
  }
}

/** How much of a title is shown, as of any other cell. */
const LONGEST = 240

type Row = Reading['rows'][number]

/** Adds links to the table of a list: each entry that names a dataset of this mirror links to its page. */
function linkEntries(
  mirror: Mirror,
  page: Page,
  { rows, columns }: Reading,
  table: RecordsTable,
): RecordsTable {
  const entries = new Map<string, DatasetEntry>(mirror.catalogue.datasets.map((entry) => [entry.code, entry]))
  const { field } = mirror.manifest.codes
  const named = columns.findIndex(({ name }) => field?.operation === 'list' && field.name === name)
  const codes = named >= 0 ? named : codeColumnOf(rows, columns.length, entries)
  const positions = table.columns.map(({ at }, place) => at ?? place)
  const ofCodes = positions.indexOf(codes)
  const linked = table.rows.map((cells, at) => {
    const row = positions.map((position) => rows[at]?.[position] ?? null)
    const entry = entryOf(row, ofCodes, entries)
    if (entry === undefined) return cells
    const name = nameCellOf(row, ofCodes, cells, entry)
    const to = relativeLink(page, datasetResource(entry.code))
    const isTitle = row[name]?.trim() === entry.title.trim()
    return cells.map((cell, column) =>
      column === name && cell ? { text: isTitle ? oneLine(titleOf(entry), LONGEST) : cell.text, to } : cell,
    )
  })
  // A column with links is not folded.
  const shown = table.columns.map(({ folded, ...column }, place) => ({
    ...column,
    ...(folded && !linked.some((cells) => cells[place]?.to !== undefined) && { folded }),
  }))
  return { ...table, columns: shown, rows: linked }
}

// The column that names the most datasets, hardly any twice.
function codeColumnOf(
  rows: readonly Row[],
  width: number,
  entries: ReadonlyMap<string, DatasetEntry>,
): number {
  const found = Array.from({ length: width }, (_, column) => {
    const codes = rows.map((row) => row[column]?.trim() ?? '').filter((code) => entries.has(code))
    return { column, count: new Set(codes).size * 20 >= codes.length * 19 ? codes.length : 0 }
  })
  const best = found.reduce((a, b) => (b.count > a.count ? b : a), { column: -1, count: 0 })
  return best.count * 2 >= rows.length ? best.column : -1
}

function entryOf(
  row: Row,
  ofCodes: number,
  entries: ReadonlyMap<string, DatasetEntry>,
): DatasetEntry | undefined {
  const named = entries.get(row[ofCodes]?.trim() ?? '')
  if (named) return named
  const linked = new Set(row.flatMap((text) => findDatasetLinks(text ?? '').map(({ code }) => code)))
  const [only] = [...linked].filter((code) => entries.has(code))
  return linked.size === 1 && only !== undefined ? entries.get(only) : undefined
}

// The title, else the code, else the first text that is not a link, else the first text.
function nameCellOf(
  row: Row,
  ofCodes: number,
  cells: RecordsTable['rows'][number],
  entry: DatasetEntry,
): number {
  const choices = [
    row.findIndex((text) => text !== null && text.trim() === entry.title.trim()),
    cells[ofCodes]?.parts === undefined ? ofCodes : -1,
    cells.findIndex((cell) => cell && cell.text !== '' && cell.parts === undefined),
  ]
  return choices.find((column) => column >= 0) ?? cells.findIndex((cell) => cell && cell.text !== '')
}
