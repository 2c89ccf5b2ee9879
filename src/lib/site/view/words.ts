import type { Operation } from '../../interface/index.ts'
import type { ColumnKind, Shape } from '../../reading/index.ts'
import { formatCount, formatPlural } from './format.ts'
import type { PageState } from './state.ts'

const records = (count: number) => formatPlural(count, 'record', 'records')
const datasets = (count: number) => formatPlural(count, 'dataset', 'datasets')
const holes = (count: number) => formatPlural(count, 'hole', 'holes')

const states = {
  current: 'current',
  kept: 'kept',
  derived: 'derived',
  withdrawn: 'withdrawn',
  quarantined: 'quarantined',
} as const satisfies Record<PageState, string>

const stateMeanings = {
  current: 'The origin’s own bytes, as it gave them when it last answered.',
  kept: 'The origin failed to give it on the last run. These are its last good bytes.',
  derived: 'Not the origin’s own bytes: made from another format, or put into UTF-8.',
  withdrawn: 'Gone from the origin’s lists. These are the last bytes it gave.',
  quarantined: 'Listed by the origin, but it never gave a good copy. Nothing is published.',
} as const satisfies Record<PageState, string>

/** Every word and sentence of the pages, in one place. Backticks mark what is meant for machines. */
export const words = {
  language: 'en',
  skip: 'Skip to the content',
  siteNav: 'Site',
  crumbs: 'You are here',
  home: 'Home',
  about: 'About this mirror',
  aboutShort: 'About',
  none: '–',
  unnamed: '(no name)',

  lists: {
    list: 'Available data',
    list_categories: 'Categories',
    list_oivs: 'OIVs',
    list_datasets: 'Datasets',
  } satisfies Record<Exclude<Operation, 'get_dataset'>, string>,
  listLeads: {
    list: 'What the origin says it has, in its own words and order.',
    list_categories: 'The subjects the datasets are filed under.',
    list_oivs: 'The bodies that publish the data.',
    list_datasets: 'Every dataset of this mirror, by title.',
  } satisfies Record<Exclude<Operation, 'get_dataset'>, string>,

  states,
  stateMeanings,
  stated: (state: PageState) =>
    `${states[state].charAt(0).toUpperCase()}${states[state].slice(1)}. ${stateMeanings[state]}`,

  badges: {
    kept: (formats: string) => `${formats} kept from an earlier run`,
    keptWhole: 'Kept from an earlier run',
    derived: (formats: string) => `${formats} derived`,
    withdrawn: 'Withdrawn by the origin',
    quarantined: (formats: string) => `no ${formats}`,
    quarantinedWhole: 'No good copy',
  },
  notices: {
    kept: (formats: string) =>
      `The origin did not give the ${formats} on the last run. The last good copy is held.`,
    transcoded: (format: string) =>
      `The origin sent the ${format} in an encoding that a static host cannot tell. It is published in UTF-8; the snapshot keeps what came.`,
    derived: (format: string, from: string) =>
      `The origin gave no usable ${format}. This mirror made one from the ${from}; it is not the origin’s own.`,
    withdrawn: (formats: string) => `The origin no longer lists this. Its last ${formats} is held here.`,
    quarantined: (formats: string) => `The origin lists this but never gave a good copy of the ${formats}.`,
    since: 'Since',
    reason: 'Why',
  },
  and: (items: readonly string[]) => items.join(' and '),

  kinds: {
    text: 'text',
    number: 'number',
    date: 'date',
    boolean: 'yes or no',
    link: 'link',
    code: 'code',
    latitude: 'latitude',
    longitude: 'longitude',
    nested: 'nested',
    empty: 'empty',
  } satisfies Record<ColumnKind, string>,
  shapes: {
    objects: 'an array of objects',
    rows: 'arrays under a header row',
    values: 'an array of plain values',
    keyed: 'objects by key',
    features: 'GeoJSON features',
    elements: 'repeated XML elements',
    table: 'rows of a table',
    single: 'one record',
    tree: 'a tree without records',
    empty: 'a list with nothing in it',
  } satisfies Record<Shape, string>,

  facts: {
    records: 'records',
    record: 'record',
    columns: 'columns',
    column: 'column',
    datasets: 'datasets',
    dataset: 'dataset',
    categories: 'categories',
    category: 'category',
    oivs: 'OIVs',
    oiv: 'OIV',
    bytes: (formats: string) => `as ${formats}`,
    changed: 'last changed',
    updated: 'updated by the origin',
  },

  homePage: {
    lead: (origin: string) => `A read-only mirror of the open data of ${origin}.`,
    sampleLead: 'A read-only mirror of the bundled sample of open data.',
    leadHow: (when: string) =>
      `What the origin gave is held here unchanged, byte for byte. Its data last changed on ${when}.`,
    sample: 'The origin here is the bundled sample, not a real service.',
    complete: 'Complete',
    completeText: 'Nothing listed was without a fresh copy when the origin last answered.',
    incomplete: (count: number) => (count === 0 ? 'Incomplete' : `Incomplete: ${holes(count)}`),
    incompleteText: 'When the origin last answered, something it lists had no fresh copy.',
    what: 'What is missing or old',
    categories: 'Categories',
    oivs: 'OIVs',
    oivsNote: 'The bodies that publish the data.',
    recentByOrigin: 'Recently updated',
    recentByMirror: 'Recently changed',
    recentByOriginNote: 'By the date the origin gives.',
    recentByMirrorNote: 'By the day this mirror first saw the present bytes.',
    all: (count: number, what: string) => `All ${formatCount(count)} ${what}`,
    machines: 'For programs',
    machinesText:
      'Each page has a twin in json and one in xml beside it. These addresses work on any host and from a disk:',
    noDatasets: 'No datasets were found in the lists of the origin.',
  },

  listPage: {
    noCopy: 'There is no good copy of this list.',
    unfiledCategory: 'Without a category',
    unfiledOiv: 'Without an OIV',
    unfiledNote: 'Datasets whose category is not in the list of categories.',
    unfiledOivNote: 'Datasets whose OIV is not in the list of OIVs.',
    allDatasets: (count: number) => `Show ${datasets(count)}`,
    index: 'By first letter',
    digits: '0–9',
    symbols: '#',
    part: (from: string, to: string) => `${from} – ${to}`,
    empty: 'This list is empty.',
    notUnderstood: 'What the entries of this list mean could not be inferred; here they are as they stand.',
  },

  table: {
    dataset: 'Dataset',
    oiv: 'OIV',
    category: 'Category',
    size: 'Records × columns',
    bytes: 'Size',
    tree: 'a tree',
    updated: 'Updated',
    changed: 'Changed',
    datasetsCaption: 'Datasets',
    recordNumber: 'No.',
    recordsAll: (count: number) => (count === 1 ? 'The one record' : `All ${records(count)}`),
    recordsFirst: (shown: number, count: number) => `First ${formatCount(shown)} of ${records(count)}`,
    columnsCaption: 'What the values of each column are like',
  },

  datasetPage: {
    code: 'Code',
    files: 'Files',
    size: 'Size',
    state: 'State',
    changed: 'Changed',
    sha256: 'SHA-256',
    changedOn: 'changed',
    save: 'save',
    saveAs: (name: string) => `save as ${name}`,
    columns: 'Columns',
    column: 'Column',
    kind: 'Kind',
    filled: 'Filled',
    distinct: 'Different',
    distinctNote: (count: string, floor: boolean) => (floor ? `at least ${count}` : count),
    range: 'From – to',
    frequent: 'Most frequent',
    spread: 'Spread',
    histogram: (name: string, from: string, to: string) => `How ${name} is spread from ${from} to ${to}`,
    partial: 'From a sample of the records.',
    times: (count: number) => `× ${formatCount(count)}`,
    records: 'Records',
    noRecords: 'The document is a list with nothing in it.',
    tree: 'Document',
    treeNote: 'The document holds no list of records, so it is shown as it is built.',
    omitted: (count: number) => `… and ${formatCount(count)} more`,
    items: (count: number) => formatPlural(count, 'item', 'items'),
    members: (count: number) => formatPlural(count, 'member', 'members'),
    beside: 'Beside the records',
    besideNote: 'Values the document holds outside its records.',
    moreColumns: 'The records have more columns than are shown here; the files have them all.',
    otherList: (path: string, count: number) =>
      `The document holds another list, ${path}, of ${records(count)}; the files have it.`,
    listed: 'As listed',
    listedNote: 'What the list of datasets says about this one, under the list’s own names.',
    provenance: 'Provenance',
    origin: 'Address at the origin',
    httpStatus: 'Answered',
    sentAs: 'Sent as',
    foundAt: 'Records found at',
    shape: 'Shape',
    encoding: 'Encoding',
    wholeDocument: 'the document itself',
    paging: 'Possibly one page of several',
    evidenceNote: 'No usable bytes have ever been received, so there is nothing to show or to download.',
    onThisPage: 'On this page',
    noDescription: (title: string, site: string) => `${title}: data, columns and files. ${site}.`,
    nothingRead: 'The bytes are held, but could not be read as records.',
    noListing: 'The lists say nothing about it.',
  },

  aboutPage: {
    lead: (origin: string) =>
      `This site is a static mirror of ${origin}. It holds what the origin published, unchanged, and says here how far that can be relied on.`,
    run: 'The last run',
    origin: 'Origin',
    changed: 'Data last changed',
    checked: 'Last answered',
    tool: 'Made with',
    verdict: 'Verdict',
    complete: 'Complete: everything listed had a fresh copy when the origin last answered.',
    incomplete: (count: number) =>
      `Incomplete: ${count === 0 ? 'see the states below' : `${holes(count)}, listed below`}.`,
    states: 'How complete it is',
    statesCaption: 'Representations by state and format',
    state: 'State',
    meaning: 'Meaning',
    htmlNote: 'The origin’s html is read for what it tells about the data; it is not published.',
    problems: 'Holes and warnings',
    noProblems: 'None: the last run met nothing worth telling.',
    hole: 'hole',
    warning: 'warning',
    problemsMore: (count: number) => `… and ${formatCount(count)} more, in \`manifest.json\`.`,
    inferred: 'What was inferred',
    inferredNote:
      'The interface does not say what its fields mean. This is what the mirror took them for, from what, and the setting that overrides it.',
    inferredCaption: 'Roles of fields',
    what: 'Role',
    field: 'Field',
    evidence: 'Evidence',
    override: 'Setting',
    nothingFound: 'not found',
    noInferences: 'Nothing was inferred.',
    programs: 'For programs',
    programsText: [
      'Beside every page lies its data: `index.json` and `index.xml`. These addresses work on any host, under any address, and from a disk.',
      'Where the host can route a query, the origin’s own addresses work as well: `api/v1/list/?type=json`, `api/v1/list/?type=xml`, and html without a query.',
      'The bytes are the origin’s, unchanged, unless the state of the file says `derived`.',
    ],
    checking: 'Checking it',
    checkingText: [
      '`SHA256SUMS` lists the checksum of every published file; in a downloaded copy, `sha256sum --check SHA256SUMS` proves it whole.',
      '`manifest.json` holds, for every file, where it came from, when the origin last vouched for it, when it last changed, its checksum and its state.',
    ],
  },

  footer: {
    mirrorOf: 'A mirror of',
    howComplete: 'How complete it is, and when the origin last answered',
    tool: 'Made with',
  },

  /** Stands where a script puts the time of the last run: no page holds it, so that no page changes when only that does. */
  clock: 'see manifest.json',

  notFound: {
    title: 'Not found',
    text: 'There is no page at this address. The dataset may have another code, or the address may be cut.',
    home: 'To the start of this mirror',
    datasets: 'All datasets',
  },
} as const
