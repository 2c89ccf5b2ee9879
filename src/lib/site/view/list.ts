import type { Entry } from '../../catalogue/index.ts'
import { datasetResource, type ListOperation } from '../../interface/index.ts'
import type { Mirror } from '../mirror.ts'
import { type Chrome, chromeOf } from './chrome.ts'
import { type DocumentView, documentViewOf } from './document.ts'
import { type Fact, factOf } from './fact.ts'
import { type DataFile, filesOf } from './files.ts'
import { formatPlural } from './format.ts'
import { type Runs, runsOf } from './initial.ts'
import { relativeLink } from './link.ts'
import { byTitle, groupsOf, RELATIONS, type Relation } from './relation.ts'
import { changedHead, type DatasetRow, rowMaker } from './rows.ts'
import { type Notice, noticesOf } from './state.ts'
import { type DatasetSummary, summariesOf, titleOf } from './summary.ts'
import { type TableFile, tableFileOf } from './table-file.ts'
import { oneLine, reflow, showCode, visible } from './text.ts'
import { type Field, showFields } from './value.ts'
import { words } from './words.ts'

/** A category or OIV with its datasets. */
export interface ListedEntry {
  readonly id: string
  readonly title: string
  /** Its title and description are words of ours: it is for what no entry has. */
  readonly own?: true
  /** Absent where it is the title. */
  readonly key?: string
  readonly description?: string
  readonly count: string
  /** What else the list says about it. */
  readonly fields: readonly Field[]
  readonly datasets: readonly { readonly text: string; readonly href: string }[]
  /** What opens a long list of datasets; absent for a short one, which is open. */
  readonly fold?: string
}

/** A page of one of the four lists. */
export interface ListView {
  readonly chrome: Chrome
  readonly operation: ListOperation
  readonly title: string
  readonly lead: string
  readonly facts: readonly Fact[]
  readonly notices: readonly Notice[]
  readonly files: readonly DataFile[]
  /** The csv of the records; undefined when there is none. */
  readonly table?: TableFile
  /** Categories or OIVs. */
  readonly entries: readonly ListedEntry[]
  /** Datasets. */
  readonly datasets: Runs<DatasetRow>
  readonly changedHead: string
  /** The list as it stands: for `list`, and where the entries of another list could not be inferred. */
  readonly document?: DocumentView
}

const FOLD_FROM = 13
const NO_RUNS: Runs<DatasetRow> = { runs: [], index: [] }

/** What the page of a list shows. */
export function listView(mirror: Mirror, operation: ListOperation): ListView {
  const resource = { operation }
  const records = mirror.recordsOf(resource)
  const title = words.lists[operation]
  const lead = words.listLeads[operation]
  const entries = entriesOf(mirror, operation)
  const datasets = operation === 'list_datasets' ? datasetRunsOf(mirror) : NO_RUNS
  const reading = mirror.readingOf(resource)
  const table = tableFileOf(mirror, resource)
  const bare = entries.length === 0 && datasets.runs.length === 0
  return {
    chrome: chromeOf(mirror, { page: resource, title, description: `${lead} ${visible(mirror.title)}` }),
    operation,
    title,
    lead,
    facts: factsOf(mirror, operation),
    notices: noticesOf(records),
    files: filesOf(records, operation),
    ...(table && { table }),
    entries,
    datasets,
    changedHead: changedHead(mirror),
    ...(bare && reading && { document: documentViewOf(reading) }),
  }
}

function factsOf(mirror: Mirror, operation: ListOperation): Fact[] {
  const { catalogue } = mirror
  const { facts } = words
  switch (operation) {
    case 'list':
      return []
    case 'list_categories':
      return [factOf(catalogue.categories.length, facts.categories)]
    case 'list_oivs':
      return [factOf(catalogue.oivs.length, facts.oivs)]
    case 'list_datasets':
      return [
        factOf(catalogue.datasets.length, facts.datasets),
        factOf(summariesOf(mirror).records, facts.records),
      ]
  }
}

function datasetRunsOf(mirror: Mirror): Runs<DatasetRow> {
  const row = rowMaker(mirror, { operation: 'list_datasets' })
  return runsOf(byTitle(summariesOf(mirror).all).map(row))
}

function entriesOf(mirror: Mirror, operation: ListOperation): ListedEntry[] {
  if (operation === 'list_categories') return relatedEntriesOf(mirror, 'categories')
  return operation === 'list_oivs' ? relatedEntriesOf(mirror, 'oivs') : []
}

function relatedEntriesOf(mirror: Mirror, relation: Relation): ListedEntry[] {
  const { groups, rest } = groupsOf(mirror.catalogue, relation, summariesOf(mirror).all)
  const listed = groups.map(({ entry, anchor, members }) => ({
    id: anchor,
    ...described(entry),
    ...membership(relation, members),
  }))
  if (rest.length === 0 || groups.length === 0) return listed
  const { listPage } = words
  const category = relation === 'categories'
  return [
    ...listed,
    {
      id: RELATIONS[relation].rest,
      own: true,
      title: category ? listPage.unfiledCategory : listPage.unfiledOiv,
      description: category ? listPage.unfiledNote : listPage.unfiledOivNote,
      fields: [],
      ...membership(relation, rest),
    },
  ]
}

function described(entry: Entry): Pick<ListedEntry, 'title' | 'key' | 'description' | 'fields'> {
  const title = titleOf(entry)
  const said = new Set([entry.title, entry.key, entry.description])
  const others = [...entry.fields].filter(([, value]) => {
    if (value === null || value === '') return false
    const text = typeof value === 'object' && 'numeral' in value ? value.numeral : value
    return !(typeof text === 'string' && said.has(text))
  })
  return {
    title,
    ...(entry.key !== entry.title && { key: showCode(entry.key) }),
    ...(entry.description !== undefined &&
      entry.description.trim() !== '' && { description: reflow(entry.description) }),
    fields: showFields(others),
  }
}

function membership(
  relation: Relation,
  members: readonly DatasetSummary[],
): Pick<ListedEntry, 'count' | 'datasets' | 'fold'> {
  const from = { operation: RELATIONS[relation].operation }
  return {
    count: formatPlural(members.length, words.facts.datasets),
    datasets: members.map(({ title, code }) => ({
      text: oneLine(title, 160),
      href: relativeLink(from, datasetResource(code)),
    })),
    ...(members.length >= FOLD_FROM && { fold: words.listPage.allDatasets(members.length) }),
  }
}
