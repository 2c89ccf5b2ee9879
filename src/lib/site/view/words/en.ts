import { describeInferred, type InferenceEvidence, type RoleName } from '../../../catalogue/index.ts'
import type { Language } from '../../../config/schema.ts'
import type { Operation } from '../../../interface/index.ts'
import type { ColumnKind, Shape } from '../../../reading/index.ts'
import type { MachineFile, Outcome } from '../../../snapshot/index.ts'
import { capitalize, type Forms, formatterOf, joinSizes } from '../format.ts'
import type { AddressGroup, Change, Citation, Lacking, PageState, Stated, StatusTime } from '../terms.ts'

/** How English writes numbers, times and sizes. */
export const enFormat = formatterOf('en')
const { count: formatCount, day: formatDay, plural: formatPlural } = enFormat

const nouns = {
  records: { one: 'record', other: 'records' },
  columns: { one: 'column', other: 'columns' },
  datasets: { one: 'dataset', other: 'datasets' },
  categories: { one: 'category', other: 'categories' },
  oivs: { one: 'publisher', other: 'publishers' },
} as const

const records = (count: number) => formatPlural(count, nouns.records)
const datasets = (count: number) => formatPlural(count, nouns.datasets)
const gaps = (count: number) => formatPlural(count, { one: 'gap', other: 'gaps' })

const states = {
  current: 'current',
  stale: 'from an earlier run',
  derived: 'derived',
  withdrawn: 'withdrawn',
  missing: 'missing',
} as const satisfies Record<PageState, string>

const stateMeanings = {
  current: 'The origin’s file, byte for byte, as it was when the origin last confirmed it.',
  stale: 'This file could not be fetched on the last run. This is the last good copy.',
  derived: 'Not a file of the origin: converted from another format, or to UTF-8.',
  withdrawn: 'The origin no longer lists this. This is the last copy.',
  missing: 'There has never been a good copy of this, so nothing is published.',
} as const satisfies Record<PageState, string>

/** Every word and sentence of the pages in English. Code is between backticks. */
export const en = {
  language: 'en',
  siteTitle: (host: string) => `Mirror of ${host}`,
  siteTitleOfSample: 'Mirror of the bundled sample',
  skip: 'Skip to content',
  siteNav: 'Main',
  crumbs: 'Breadcrumbs',
  home: 'Home',
  about: 'About this mirror',
  aboutShort: 'About',
  datasetsShort: 'Datasets',
  developersShort: 'Developers',
  none: '–',
  unnamed: '(no name)',

  lists: {
    list: 'Available data',
    list_categories: 'Categories',
    list_oivs: 'Publishers',
    list_datasets: 'Datasets',
  } satisfies Record<Exclude<Operation, 'get_dataset'>, string>,
  listLeads: {
    list: 'The list of available data, as the origin publishes it.',
    list_categories: 'The topics by which the datasets are grouped.',
    list_oivs: 'The organisations that publish the datasets.',
    list_datasets: 'All datasets in this mirror.',
  } satisfies Record<Exclude<Operation, 'get_dataset'>, string>,

  states,
  stateMeanings,
  statedUnasked: `Current. The origin’s file, byte for byte. It was not requested on the last run, because it was read from the origin recently and its entry in the lists is unchanged.`,
  stated: (state: PageState) => `${capitalize(states[state])}. ${stateMeanings[state]}`,

  badges: {
    stale: (formats: string) => `${formats} ${states.stale}`,
    staleWhole: capitalize(states.stale),
    derived: (formats: string) => `${formats} derived`,
    withdrawn: 'Withdrawn by the origin',
    missing: (formats: string) => `no ${formats}`,
    missingWhole: 'Missing',
  },
  notices: {
    stale: (formats: string) =>
      `The origin did not deliver the ${formats} on the last run. This is the last good copy.`,
    staleUnasked: (formats: string) =>
      `This mirror did not request the ${formats} on the last run. This is the last good copy.`,
    staleTooLarge: (formats: string) =>
      `On the last run the ${formats} exceeded a limit of this mirror. This is the last good copy.`,
    transcoded: (format: string) =>
      `The origin sent the ${format} in an encoding that a static host cannot declare. It is published in UTF-8; the mirror keeps the original bytes.`,
    derived: (format: string, from: string) =>
      `Not the origin’s own: this mirror converted the ${format} from the ${from}.`,
    withdrawn: (formats: string) =>
      `The origin no longer lists this. This is the last copy of the ${formats}.`,
    missing: (formats: string) => `The origin has never delivered a good copy of the ${formats}.`,
    missingUnasked: (formats: string) =>
      `This mirror has no copy of the ${formats}, and requested none on the last run.`,
    missingTooLarge: (formats: string) =>
      `This mirror has no copy of the ${formats}: what the origin sent exceeds a limit.`,
    since: 'Since',
    lastListed: 'Last listed',
    reason: 'Reason',
  },
  and: (items: readonly string[]) => items.join(' and '),

  kinds: {
    text: 'text',
    number: 'number',
    year: 'year',
    identifier: 'identifier',
    date: 'date',
    boolean: 'yes or no',
    link: 'link',
    email: 'e-mail',
    phone: 'telephone',
    code: 'code',
    latitude: 'latitude',
    longitude: 'longitude',
    nested: 'nested',
    empty: 'empty',
  } satisfies Record<ColumnKind, string>,
  shapes: {
    objects: 'an array of objects',
    rows: 'rows under a header',
    columns: 'an array for each column',
    values: 'an array of values',
    keyed: 'objects by key',
    features: 'GeoJSON features',
    elements: 'repeated XML elements',
    table: 'rows of a table',
    single: 'one record',
    tree: 'a tree without records',
    empty: 'an empty list',
  } satisfies Record<Shape, string>,

  facts: {
    ...nouns,
    bytes: (formats: string) => `as ${formats}`,
    changed: 'last changed',
    updated: 'updated by the origin',
  },

  /** The sentence about the records of a dataset. */
  sentence: {
    size: (count: number, columns: number, hasMore: boolean) =>
      columns === 0
        ? records(count)
        : `${records(count)} with ${hasMore ? 'more than ' : ''}${formatPlural(columns, nouns.columns)}`,
    oneEach: 'one for each',
    allDifferent: 'all different',
    eachName: (column: string) => column,
    grid: (columns: string, rows: string): string => `a grid of ${columns} by ${rows} values`,
    allOnMap: (count: number): string => (count === 1 ? 'on the map' : 'all on the map'),
    onMap: (count: string) => `${count} on the map`,
    mostOften: 'most often',
    /** The first and the last value of a series, each with its time if that is not named before. */
    changed: (
      [first, from]: readonly [value: string, time: string | undefined],
      [last, to]: readonly [value: string, time: string | undefined],
    ) => `first ${first}${from ? ` (${from})` : ''}, last ${last}${to ? ` (${to})` : ''}`,
  },

  /** The words of the home page. */
  homePage: {
    lead: (origin: string) => `A mirror of the open data at ${origin}`,
    sampleLead: 'A mirror of the bundled sample of open data',
    leadHow: (when: string) =>
      `Files are published as the origin delivers them, byte for byte. The data last changed on ${when}.`,
    sample: 'The origin is the bundled sample, not a real service.',
    complete: 'Complete',
    completeText: 'This mirror has a current copy of everything the origin listed when it last answered.',
    incomplete: 'Incomplete',
    incompleteText: ({ datasets: lacking, all }: Lacking) =>
      lacking > 0
        ? `This mirror has no current copy of ${formatCount(lacking)} of the ${datasets(all)} that it requests from the origin.`
        : 'The origin lists data of which this mirror has no current copy.',
    what: 'What is missing or outdated',
    how: 'How the last run ended',
    starts: 'Start here',
    portrait: (count: number) => `A map of the places in ${formatPlural(count, nouns.datasets)}`,
    largest: 'Largest datasets',
    largestNote: 'By number of records.',
    recentByOrigin: 'Recently updated',
    recentByMirror: 'Recently changed',
    recentByOriginNote: 'By the update date that the origin states.',
    recentByMirrorNote: 'By the date on which this mirror noticed the change.',
    all: {
      datasets: (count: number) => `All ${formatPlural(count, nouns.datasets)}`,
      categories: (count: number) => `All ${formatPlural(count, nouns.categories)}`,
      oivs: (count: number) => `All ${formatPlural(count, nouns.oivs)}`,
    },
    machinesText:
      'Next to each page are its data, `index.json` and `index.xml`, and all its records as a table, `index.csv`. These addresses work on any host, from any program and from a disk:',
    machinesMore: 'Addresses, parameters and formats',
    noDatasets: 'The origin’s lists contain no datasets.',
  },

  /** The words of the pages of lists. */
  listPage: {
    noCopy: 'This mirror has no good copy of this list.',
    unfiled: { categories: 'Without a category', oivs: 'Without a publisher' },
    unfiledNote: {
      categories: 'Datasets whose category is not in the list of categories.',
      oivs: 'Datasets whose publisher is not in the list of publishers.',
    },
    index: 'By first letter',
    digits: '0–9',
    symbols: '#',
    empty: 'This list is empty.',
    notUnderstood: 'The meaning of these entries could not be inferred, so they are shown as they are.',
  },

  /** The roles of fields in the list of datasets. */
  listed: {
    fieldRoles: {
      code: 'the code',
      title: 'the title',
      description: 'the description',
      updated: 'the date of the last update',
      category: 'the category',
      oiv: 'the publisher',
    } satisfies Record<RoleName, string>,
    inferred: (role: string) => `read as ${role}`,
    configured: (role: string) => `configured as ${role}`,
  },

  /** The words of charts. */
  chart: {
    title: 'Chart',
    change: 'Change the chart',
    label: (what: string, from: string, to: string) => `${what} From ${from} to ${to}.`,
    over: (ys: readonly string[], x: string) => `${ys.map((y) => `“${y}”`).join(', ')} by “${x}”.`,
    series: (name: string, first: string, last: string, lowest: string, highest: string) =>
      `“${name}”: first ${first}, last ${last}, lowest ${lowest}, highest ${highest}.`,
    lasts: (lines: readonly string[]) => `Last values: ${lines.join('; ')}.`,
    against: (y: string, x: string) => `“${y}” (vertical) and “${x}” (horizontal).`,
    columns: (first: string, last: string, isPeriod: boolean) =>
      `The columns “${first}” to “${last}”, one for each ${isPeriod ? 'period' : 'year'}.`,
    /** `group`: the column whose values the lines stand for; else they stand for records. */
    grouped: (group: string | undefined, coloured: number, shown: number, all: number) => {
      const each = group ?? 'record'
      if (shown < all)
        return `Of ${formatCount(all)} lines, one for each ${each}, the ${shown} with the largest last values are drawn; ${coloured} have colours.`
      return coloured < all
        ? `A line for each ${each}; the ${coloured} with the largest last values have colours.`
        : `A line for each ${each}.`
    },
    raster: (columns: string, rows: string, from: string, to: string) =>
      `A grid of ${columns} by ${rows} values, from ${from} to ${to}: the stronger the colour, the higher the value.`,
    totals: (names: readonly string[], isCut: boolean) =>
      `Totals are left out: ${names.map((name) => `“${name}”`).join(', ')}${isCut ? ' and others' : ''}.`,
    some: (shown: number, all: number) =>
      `${formatCount(shown)} of ${records(all)} are drawn, spread evenly over the file.`,
  },

  /** How many records have each value of a column, or a number of a few records. */
  bars: {
    label: (column: string) => `Records by “${column}”.`,
    amounts: (column: string, name: string, shown: number, all: number, areSums: boolean) =>
      `${areSums ? 'Sum of ' : ''}“${column}” by “${name}”${shown < all ? `: the ${formatCount(shown)} largest of ${formatCount(all)}` : ''}.`,
    others: (count: number) => formatPlural(count, { one: 'other value', other: 'other values' }),
    none: 'no value',
  },

  /** The words of maps. */
  map: {
    title: 'Map',
    degrees: (number: string, side: 'north' | 'south' | 'east' | 'west' | undefined) =>
      side === undefined ? `${number}°` : `${number}°\u00a0${side.charAt(0).toUpperCase()}`,
    kilometres: (count: string) => `${count}\u00a0km`,
    metres: (count: string) => `${count}\u00a0m`,
    label: (
      count: number,
      [south, north]: readonly [string, string],
      [west, east]: readonly [string, string],
    ) => `Map of ${records(count)}, from ${south} to ${north} and from ${west} to ${east}`,
    placed: (count: number, all: number, columns: readonly string[]) =>
      `On the map: ${formatCount(count)} of ${records(all)}. Coordinates: ${columns.join(', ')}.`,
    filter:
      'Click a dot, a line or an area to open its record, or to see its records in the table if there are several.',
    keys: 'Draw a box with the mouse to see the records in it. With the keyboard, arrow keys move to the next mark, Page Up and Page Down go through all marks, Shift with arrow keys draws a box, and Enter opens the selection.',
    failed: 'The map could not be loaded. Check the connection and reload the page to use it.',
    stated: {
      degrees: 'The columns are named in the configuration of this mirror.',
      grid: 'The columns and their local grid are named in the configuration of this mirror.',
    },
    byValues: 'The coordinates were recognised by their values alone: they are close together, like places.',
    metresNote: 'Coordinates in metres are read as Web Mercator (EPSG:3857).',
    someShapes: (drawn: number, all: number) =>
      drawn === 0
        ? 'The lines and areas are too small or too many for a map of this size, so they are shown as dots.'
        : `${formatCount(drawn)} of ${formatCount(all)} shapes, spread evenly over the file, are drawn as shapes, the others as dots.`,
    dots: (most: string) => `Larger dots stand for several places close together, up to ${most}.`,
    exchanged: (count: number) =>
      `Latitude and longitude are swapped in ${records(count)}; the map shows them the right way round.`,
    beyond: (count: number) => `Outside this map, far from all others: ${records(count)}.`,
    astray: (count: number) => `Left out: ${records(count)} with impossible coordinates, or at 0°, 0°.`,
    source: 'Outlines: Natural Earth.',
    ownSource: (name: string) => `Outlines: “${name}” in the same file.`,
  },

  /** The words of tables of datasets and of records. */
  table: {
    oiv: 'Publisher',
    category: 'Category',
    tree: 'a tree',
    updated: 'Updated',
    changed: 'Changed',
    wholeTexts: 'Show whole texts',
    allColumns: (count: number) => `Show all ${formatCount(count)} columns`,
    recordNumber: 'No.',
    recordsAll: (count: number) => (count === 1 ? 'The only record' : `All ${records(count)}`),
    recordsFirst: (shown: number, count: number) => `First ${formatCount(shown)} of ${records(count)}`,
    /** For a table that is printed record by record. */
    onPaper: (count: number) => `Only the first ${formatCount(count)} records are printed.`,
    columnsCaption: 'Values by column. Below each name is the kind of its values.',
  },

  /** The words about columns. */
  columns: {
    spread: (name: string, from: string, to: string) => `Distribution of ${name} from ${from} to ${to}`,
    fullest: (spread: string, share: string, from: string, to: string) =>
      `${spread}; ${share} between ${from} and ${to}`,
    notCounted: 'not counted',
    median: (value: string) => `median ${value}`,
    middle: (from: string, to: string) => `half between ${from} and ${to}`,
    mean: (value: string) => `mean ${value}`,
    sum: (value: string, hasExceptions: boolean) =>
      `sum ${value}${hasExceptions ? ' without the exceptions' : ''}`,
    texts: (usual: number, most: number, longest: number) =>
      `usually ${formatPlural(usual, { one: 'word', other: 'words' })}${most > usual ? `, at most ${formatCount(most)}` : ''}, up to ${formatPlural(longest, { one: 'character', other: 'characters' })}`,
    coordinates: 'looks like coordinates',
    refersTo: (list: string) => `numbers the records of “${list}” from 0`,
    zeros: (share: string) => `zero: ${share}`,
    negatives: (share: string) => `negative: ${share}`,
    exceptions: (count: number) => formatPlural(count, { one: 'exception', other: 'exceptions' }),
    altered: (count: number) =>
      count === 1
        ? '1 value looks changed by a spreadsheet program'
        : `${formatCount(count)} values look changed by a spreadsheet program`,
    spellings: (count: number) => formatPlural(count, { one: 'spelling', other: 'spellings' }),
    examples: 'For example',
    stated: 'as the origin states',
    absent: 'Counted as empty:',
    empty: (count: number) => formatPlural(count, { one: 'empty column', other: 'empty columns' }),
    repeating: (count: number) =>
      count === 1
        ? '1 column that repeats another'
        : `${formatPlural(count, { one: 'column', other: 'columns' })} that repeat others`,
    sameAs: (name: string) => `same as ${name}`,
    constant: (count: number) =>
      `${formatPlural(count, { one: 'column', other: 'columns' })} with one value in all records`,
    sample: 'from a sample',
    truth: (yes: string, no: string) => `yes: ${yes}, no: ${no}`,
    truthOf: (name: string, truth: string) => `${name}: ${truth}`,
    further: (count: number) =>
      `${formatPlural(count, { one: 'more column', other: 'more columns' })}, without charts`,
    furtherCaption: 'Further columns',
    rest: (count: number) =>
      `${formatPlural(count, { one: 'more column', other: 'more columns' })}, without figures`,
  },

  /** The words of the pages of datasets. */
  related: {
    title: 'Related datasets',
    note: 'Found by comparing the columns of all datasets of this mirror, their values and publishers.',
    columns: 'same columns',
    more: (count: number) => `and ${formatCount(count)} more`,
    join: 'can be joined by',
    oiv: 'same publisher',
  },
  datasetPage: {
    licence: 'Licence',
    wholeDescription: 'Show the whole description',
    code: 'Code',
    download: 'Download',
    files: 'Files and checksums',
    state: 'State',
    changed: 'Changed',
    sha256: 'SHA-256',
    changedOn: 'changed',
    save: 'download',
    saveAs: (name: string) => `download as ${name}`,
    columns: 'Columns',
    column: 'Column',
    kind: 'Kind',
    filled: 'Filled',
    distinct: 'Unique',
    distinctNote: (count: string, floor: boolean) => (floor ? `more than ${count}` : count),
    values: 'Values',
    records: 'Records',
    noRecords: 'The document is an empty list.',
    tree: 'Document',
    treeNote: 'The document contains no list of records, so it is shown as a tree.',
    omitted: (count: number) => `… and ${formatCount(count)} more`,
    items: (count: number) => formatPlural(count, { one: 'item', other: 'items' }),
    members: (count: number) => formatPlural(count, { one: 'member', other: 'members' }),
    beside: 'Also in the document',
    besideNote: 'Values that are not part of the records.',
    noValues: 'The records have no values: every column is empty.',
    moreColumns: 'The records have more columns than are shown here; the files contain all of them.',
    otherList: (path: string, count: number, format: string) =>
      `The document contains another list, ${path}, with ${records(count)}; it is in the ${format}, but not in the csv.`,
    otherLists: (count: number, format: string) =>
      `The document contains ${formatPlural(count, { one: 'more list', other: 'more lists' })}; ${count === 1 ? 'it is' : 'they are'} in the ${format}, but not in the csv.`,
    otherTable: 'Another list:',
    otherNote: (format: string) => `All of it is in the ${format}; the csv contains only the records above.`,
    otherColumns: (shown: number) => `Only the first ${shown} columns are shown.`,
    listed: 'Entry in the list',
    listedNote: 'How the origin’s list of datasets describes this one, with its own field names.',
    listedOnceNote: 'How the origin’s list of datasets last described this one, with its own field names.',
    provenance: 'Provenance',
    origin: 'Address at the origin',
    httpStatus: 'HTTP status',
    sentAs: 'Content type',
    fetched: 'Last read from the origin',
    instead: 'Rejected response',
    insteadSum: 'SHA-256 of the response',
    insteadHead: 'First bytes of the response',
    history: 'History',
    foundAt: 'Records found at',
    heading: 'First row, read as part of the heading',
    shape: 'Shape',
    encoding: 'Encoding',
    wholeDocument: 'the top level of the document',
    paging: 'Possibly only one page of several',
    onThisPage: 'On this page',
    previous: 'Previous dataset',
    next: 'Next dataset',
    noDescription: (title: string, site: string) => `${title}: data, columns and files. ${site}.`,
    unread: 'Not read',
    unreadReason: (message: string): string | undefined => message,
    unreadNote:
      'The content of this document is not shown here. The files contain all of it, as the origin sent it.',
    nothingRead: 'The file is stored, but no records could be read from it.',
    noListing: 'The origin’s lists do not contain this dataset.',
  },

  /** The words of the catalogue: lists of datasets, their filters, and the pages of categories and publishers. */
  browse: {
    /** What a list is sorted by, as a link. */
    sorts: {
      title: 'Title',
      updated: 'Last updated',
      changed: 'Last changed',
      rows: 'Most records',
      size: 'Largest',
    },
    /** The same inside a sentence. */
    sortedBy: {
      title: 'by title',
      updated: 'last updated first',
      changed: 'last changed first',
      rows: 'most records first',
      size: 'largest first',
    },
    sort: 'Sort by',
    narrow: 'Filter',
    facets: {
      category: 'Category',
      oiv: 'Publisher',
      format: 'Format',
      size: 'Size',
      updated: 'Updated',
      changed: 'Changed',
      state: 'State',
      /** A range of sizes; a missing bound is empty. */
      sizeFrom: (from: string, to: string) => {
        if (from === '') return `under ${to}`
        return to === '' ? `${from} or more` : joinSizes(from, to)
      },
      noSize: 'no copy',
      undated: 'no date',
      more: (count: number) => `${formatCount(count)} more`,
      all: (count: number) => `All ${formatCount(count)}`,
      /** A link of a facet with the name of the facet, for screen readers. */
      linkOf: (link: string, facet: string) => `${facet}: ${link}`,
    },
    /** Which of how many, and in what order: `61–120 of 2,400 datasets, by title`. */
    range: (from: number, to: number, count: number, order: string) =>
      from === 1 && to === count
        ? `${datasets(count)}, ${order}`
        : `${formatCount(from)}–${formatCount(to)} of ${datasets(count)}, ${order}`,
    ofPages: (title: string, page: number, pages: number) =>
      `${title}, page ${formatCount(page)} of ${formatCount(pages)}`,
    valued: (facet: string, value: string) => `${facet}: ${value}`,
    lead: (count: number, what: string, site: string) => `${datasets(count)}: ${what}. ${site}.`,
    clocks: {
      origin: 'The year of the update date that the origin states.',
      mirror: 'The year in which this mirror noticed the change.',
    },
    searchHere: 'Search and filter these datasets',
    combine: 'Combine filters',
    pages: 'Pages',
    previous: 'Previous',
    next: 'Next',
    page: (number: string) => `Page ${number}`,
    group: {
      related: { categories: 'Categories of this publisher', oivs: 'Publishers in this category' },
      size: 'size',
    },
    feed: {
      link: 'Feed of changes',
      title: (of: string) => `${of}: recently changed datasets`,
    },
  },

  /** The words of the page about the mirror. */
  aboutPage: {
    lead: (origin: string) =>
      `This site is a static mirror of ${origin}: an unchanged copy of what the origin published. This page states how complete and how current the copy is.`,
    run: 'Last run',
    origin: 'Origin',
    changed: 'Data last changed',
    verdict: 'Completeness',
    outcome: 'Result',
    complete:
      'Complete: this mirror has a current copy of everything the origin listed when it last answered.',
    incomplete: ({ datasets: lacking, all, gaps: count }: Lacking) => {
      const of = lacking > 0 ? `${formatCount(lacking)} of ${datasets(all)}` : gaps(count)
      return `Incomplete: ${count === 0 ? 'see the states below' : `${of}, listed below`}.`
    },
    unasked: 'Not requested',
    unaskedFiles: (count: number, since: string) =>
      `${formatPlural(count, { one: 'file was', other: 'files were' })} not requested on the last run, because they were read from the origin recently, the earliest on ${since}, and their entries in the lists are unchanged.`,
    states: 'States of the files',
    statesCaption: 'Files by state and format',
    state: 'State',
    meaning: 'Meaning',
    htmlNote: 'The origin’s html is only read for information about the data; it is not published.',
    problems: 'Gaps and warnings',
    noProblems: 'None on the last run.',
    gap: 'gap',
    warning: 'warning',
    problemsMore: (count: number) => `… and ${formatCount(count)} more, in \`manifest.json\`.`,
    problemTimes: (count: number) => `${formatCount(count)} times`,
    inferred: 'Inferred meanings',
    inferredNote:
      'The interface does not define what its fields mean. The mirror infers it from the data; each row names the evidence and the setting that overrides it.',
    inferredCaption: 'Roles of fields',
    /** A role by its name in the catalogue, where publishers have the name of the interface. */
    role: (what: string) => what.replace(/\boiv\b/, 'publisher').replace(/ updated$/, ' date of update'),
    /** The evidence of an inference in the language of the page; undefined if it is shown as the crawler reported it. */
    wordEvidence: (evidence: InferenceEvidence): string | undefined => describeInferred(evidence),
    /** What the crawler reports, in the language of the page; undefined if it is shown as reported. */
    reportOf: (stated: Stated): string | undefined => wordReport(stated),
    what: 'Role',
    field: 'Field',
    evidence: 'Evidence',
    override: 'Setting',
    nothingFound: 'not found',
    noInferences: 'Nothing was inferred.',
    checking: 'Verify this mirror',
    checks: {
      timestamp: (authority: string) =>
        `\`SHA256SUMS.tsr\` is a time stamp by \`${authority}\`: these checksums existed at its time. It is missing if the authority did not answer. This verifies it with the root certificate of the authority, in \`authority.pem\`:`,
      chain: () =>
        '`generations.jsonl` has a line for each change of the data, with the checksum of the line before. Keep a copy: it shows later whether anything was rewritten. This prints the checksum of the current data and the last line, which contains it as `data`:',
      sums: () =>
        '`SHA256SUMS` lists the checksum of every published file. In a downloaded copy, this verifies them:',
      signature: (fingerprint: string) =>
        `\`SHA256SUMS.sig\` is a signature of these checksums with the key \`${fingerprint}\`, and \`manifest.json.sig\` is one of the manifest. The key is in \`allowed_signers\`; compare it with one that you got in another way.`,
    },
    checkingText: [
      '`manifest.json` states for every file where it came from, when the origin last confirmed it, when it last changed, its checksum and its state.',
      '`status.json` states how the last run ended and when the next one is expected. `changes.json` lists what the latest runs changed.',
    ],
  },

  /** The words about `changes.json`. */
  changes: {
    title: 'Changes',
    note: 'Runs that changed something, latest first.',
    none: 'No changes recorded yet.',
    counts: {
      added: (count: number) => `${datasets(count)} added`,
      changed: (count: number) => `${datasets(count)} changed`,
      withdrawn: (count: number) => `${datasets(count)} withdrawn`,
      returned: (count: number) => `${datasets(count)} listed again`,
      dropped: (count: number) => `${datasets(count)} dropped`,
    } satisfies Record<Change, (count: number) => string>,
    /** What happened to one dataset, before the day. */
    events: {
      added: 'Added',
      changed: 'Changed',
      withdrawn: 'Withdrawn',
      returned: 'Listed again',
      dropped: 'Dropped',
    } satisfies Record<Change, string>,
    meanings: {
      withdrawn: 'Withdrawn: no longer in the origin’s lists; the last copy is still published.',
      returned: 'Listed again: withdrawn before, now back in the lists.',
      dropped: 'Dropped: withdrawn for longer than this mirror keeps such copies, and no longer published.',
    } satisfies Partial<Record<Change, string>>,
    more: (count: number) => `and ${formatCount(count)} more, in \`changes.json\``,
    moreRuns: (count: number) =>
      count === 1
        ? '… and one earlier run, in `changes.json`.'
        : `… and ${formatCount(count)} earlier runs, in \`changes.json\`.`,
    moreEvents: (count: number) => `and ${formatCount(count)} earlier, in \`changes.json\``,
  },

  /** The words about former versions. */
  versions: {
    title: 'Former versions',
    stored: (count: number, size: string) =>
      `The mirror also has ${formatPlural(count, { one: 'former version', other: 'former versions' })} of datasets, ${size}, on their pages under “History”.`,
    change: 'what replaced it',
    note: 'The dates state when this mirror found these bytes at the origin.',
    file: 'All former versions, with checksums',
    more: (count: number) => formatPlural(count, { one: 'further version', other: 'further versions' }),
    forgotten: (format: string, from: string, until: string, at: string) =>
      `The ${format} of ${from === until ? from : `${from} – ${until}`} was removed on request on ${at}`,
  },

  /** What a run changed in the data of a dataset. */
  differences: {
    added: (count: number) => `+${records(count)}`,
    removed: (count: number) => `−${records(count)}`,
    changed: (count: number) => formatPlural(count, { one: 'record changed', other: 'records changed' }),
    counted: (before: number, after: number) =>
      `${records(before)} before, ${formatCount(after)} now; too large to be compared record by record`,
    reordered: 'the records are in another order',
    columnsAdded: 'new columns',
    columnsRemoved: 'columns removed',
    valuesAdded: 'new values',
    valuesRemoved: 'values that no longer occur',
    volatile: 'changes with every export, not counted',
    outside: 'changes outside of the records',
    same: 'the same records, written differently',
    file: 'What changed, record by record',
  },

  /** The words of the search. A script fills in the braces; what depends on a count has a form for each plural category. */
  search: {
    title: 'Search',
    lead: 'Searches the titles, descriptions, publishers, categories, column names and codes of all datasets, and the words in their records.',
    label: 'Search datasets',
    submit: 'Search',
    noScript: 'The search needs JavaScript, which is not available here. You can browse instead:',
    results: 'Results',
    shown: 'Shown as',
    recordsNote:
      'Only words are searched, not numbers, dates or links. Each word links to the records that contain it.',
    script: {
      records: { one: '{count} record', other: '{count} records' },
      width: { one: '{count} column', other: '{count} columns' },
      wider: 'more than {columns}',
      shown: { map: 'map', chart: 'chart' },
      all: 'All',
      choice: '{title} ({count})',
      loading: 'Loading the search…',
      failed:
        'The search could not be loaded. Check the connection and reload the page, or browse the lists.',
      everything: { one: '{count} dataset, by title', other: '{count} datasets, by title' },
      found: { one: '{count} dataset', other: '{count} datasets' },
      typos: { one: '{count} dataset with similar words', other: '{count} datasets with similar words' },
      codes: {
        one: 'Nothing matches exactly. {count} dataset has a similar code',
        other: 'Nothing matches exactly. {count} datasets have similar codes',
      },
      any: {
        one: '{count} dataset with some of these words',
        other: '{count} datasets with some of these words',
      },
      none: 'These words are not in the title, description or columns of any dataset.',
      noneHint: 'Try fewer or shorter words.',
      /** Before links to the categories. */
      noneBrowse: 'Or browse a category:',
      noneNarrowed: 'No results with these filters.',
      reset: 'Clear the filters',
      more: 'Show {count} more',
      allResults: { one: 'Show {count} result', other: 'Show all {count} results' },
      tree: 'tree',
      columns: 'Columns:',
      inRecords: { one: 'In the records of {count} dataset', other: 'In the records of {count} datasets' },
      recordsFailed: 'The words of the records could not be loaded. Check the connection and search again.',
      /** Before links to the explorers of these datasets. */
      recordsCut: {
        one: '{count} dataset has more words; only its most frequent ones are searched here. To search all of its records:',
        other:
          '{count} datasets have more words; only their most frequent ones are searched here. To search all of their records:',
      },
      together: 'records with all words',
      moreWords: { one: 'and {count} more word', other: 'and {count} more words' },
      searchRecords: 'Search the records',
    },
  },

  /** The words about `status.json`. Pages contain none of its times, so that they do not change with every run; a script fills them in. */
  status: {
    /** Shown until a script replaces it with a time. */
    clock: 'see status.json',
    never: 'none yet',
    times: {
      triedAt: 'Last attempt',
      answeredAt: 'Origin last answered',
      crawledAt: 'Last read from the origin',
      completeAt: 'Last complete run',
      staleSince: 'Incomplete since',
      goodUntil: 'Next run expected by',
    } satisfies Record<StatusTime, string>,
    outcomes: {
      refused: {
        label: 'Last run refused',
        sentence:
          'On the last run too much was missing from the origin’s lists, so its result was rejected. This site shows the last good copy.',
      },
      unreachable: {
        label: 'Origin unreachable',
        sentence: 'The origin could not be reached on the last run. This site shows the last good copy.',
      },
    } satisfies Record<Exclude<Outcome, 'complete' | 'gaps'>, { label: string; sentence: string }>,
    stale: {
      label: 'May be out of date',
      before: 'No run has reached the origin since',
      after: 'This mirror may no longer be updated.',
    },
  },

  /** The words about offline reading. A script fills in the braces. */
  offline: {
    /** At the top of a page that the worker served from a saved copy. */
    note: {
      label: 'Offline copy',
      before: 'The site cannot be reached. This is the copy saved in this browser on',
      after: 'It does not include later changes.',
    },
    /** The page shown in place of one that is not saved. */
    page: {
      title: 'Not available offline',
      lead: 'The site cannot be reached, and this browser has no saved copy of this page.',
      again: 'What is saved is listed below. Everything else will be available when you are online again.',
    },
    control: {
      save: 'Save for offline reading',
      remove: 'Delete the offline copy',
      busy: 'Please wait…',
      saved: 'Saved in this browser: page and files, {size}, as of {day}.',
      failed: 'Not saved: the site cannot be reached, or the browser is out of space.',
      altered:
        'Not saved: the received files differ from the published ones. Something on the way alters them, or the site is being updated.',
      full: 'Not saved: the limit is {most} in total. The home page lists what you can delete.',
    },
    list: {
      title: 'Saved for offline reading',
      counts: {
        one: 'One dataset, {size} of at most {most}. The browser may delete it if it runs out of space.',
        other:
          '{count} datasets, {size} of at most {most}. The browser may delete them if it runs out of space.',
      },
      none: 'Nothing is saved. To save a dataset, use the button on its page.',
      item: '{size}, as of {day}',
      remove: 'Delete',
      removeThis: 'Delete {title}',
    },
  },

  /** The words of citations. */
  cite: {
    title: 'How to cite',
    text: 'As text',
    forms: { bibtex: 'BibTeX', ris: 'RIS' },
    sentence: ({ publishers, date, title, version, via, address, licences }: Citation) =>
      [
        ...(publishers.length > 0
          ? [publishers.join(', ') + (date === undefined ? '' : ` (${date.slice(0, 4)})`)]
          : []),
        `${title} [data set]`,
        [date ?? [], version === undefined ? [] : `sha256 ${version}`].flat().join(', '),
        `Via ${via}`,
        ...licences,
        address,
      ]
        .filter((part) => part !== '')
        .map((part) => (/[.:]$|^https?:/.test(part) ? part : `${part}.`))
        .join(' '),
    /** A script fills in the day on which the page is read. */
    accessed: ' Accessed {day}.',
  },

  /** The words of the csv beside the origin's files. */
  tableFile: {
    format: 'csv',
    note: (format: string) =>
      `All records, for spreadsheets and programs; converted from the ${format} by this mirror.`,
    partNote: (format: string, lists: number, path: string, count: number) =>
      `One of ${formatPlural(lists, { one: 'list', other: 'lists' })}: ${path} (${records(count)}); the ${format} contains all of them. For spreadsheets and programs; converted from the ${format} by this mirror.`,
    checksums: 'in SHA256SUMS',
    parquet: 'Parquet',
    parquetNote: 'The same records as typed columns. Programs fetch only the parts that they need.',
  },

  /** The words of the examples of use. */
  useFrom: {
    title: 'Use this data',
    /** Removed by the script that fills in the mirror’s address. */
    relative: 'The address is relative to the root of this mirror: put the mirror’s address in front of it.',
    addressOf: (format: string) => `the address of the ${format}`,
    copy: 'Copy',
    copied: 'Copied',
  },

  /** The words of the explorer, which are part of its script. The script fills in the braces; counts have a form for each plural category. */
  explorer: {
    explore: 'Explore all {count} records',
    exploreSized: 'Explore all {count} records ({size})',
    exploreParts: 'Explore {count} records in parts',
    records: { one: '{count} record', other: '{count} records' },
    ofRecords: { one: '{count} of {all} record', other: '{count} of {all} records' },
    characters: { one: '… +{count} character', other: '… +{count} characters' },
    loading: 'Loading the records…',
    loaded: 'Loading the records: {size}, {records} so far…',
    loadedPart: 'Loading a part of the records: {records} so far…',
    failed:
      'The records could not be loaded. The first ones are shown; the complete files are at the top of this page.',
    retry: 'Try again',
    tooLarge:
      'This dataset is too large to explore in a browser: the limit is {size} or {records}. Download the csv, or query it at its address:',
    partsNote:
      'This dataset is too large to load at once, so it is shown in parts. Filters, charts and downloads of this table include only the part that is shown.',
    part: 'Part:',
    partRecords: 'records {from} to {to} of {all}',
    disk: 'A page opened from a disk cannot read files by itself. To explore all {count} records, choose index.csv in the folder of this page.',
    choose: 'Choose index.csv',
    wrongFile: 'This file does not have the columns of this page.',
    unnamed: '(no name)',
    empty: '(empty)',
    none: 'No record matches.',
    reset: 'Clear the filters',
    active: 'Active filters',
    remove: 'Remove the filter: {filter}',
    sort: 'Sort by {column}',
    filter: 'Filter {column}',
    filtered: 'Filter {column} (active)',
    from: 'From',
    to: 'To',
    ranges: 'Ranges',
    bars: 'All {count} records. Click a bar to filter by it.',
    notNumber: 'Enter a number, such as 12.5',
    contains: 'Contains',
    values: 'Values',
    which: 'Selected values',
    only: 'show only these',
    allBut: 'hide these',
    find: 'Find in all columns',
    findValue: 'Find a value',
    moreValues: 'The {shown} most frequent of {all} values are shown.',
    filled: 'Only records with a value',
    apply: 'Apply',
    clear: 'Clear',
    noColumn: 'None',
    close: 'Close',
    columns: 'Columns',
    columnsShown: 'Columns ({shown} of {all})',
    all: 'All',
    download: 'Download',
    downloadAs: 'Download the filtered records as {format}',
    chart: 'Chart',
    chartRegion: 'Chart of the filtered records',
    chartFailed: 'The chart could not be loaded. Close it and open it again to try once more.',
    group: 'Group',
    groupBy: 'Group by',
    thenBy: 'Then by',
    datesBy: 'Dates by',
    periods: { year: 'year', month: 'month', day: 'exact value' },
    calculate: 'Calculate',
    measures: { count: 'number of records only', sum: 'sum', mean: 'mean', min: 'lowest', max: 'highest' },
    measured: 'Of the column',
    measureOf: '{column}: {measure}',
    groupCount: 'Records',
    groups: { one: '{count} group, {records}', other: '{count} groups, {records}' },
    grouped: 'Grouped by {columns}',
    ungroup: 'Show records again, remove: {filter}',
    countValues: 'Count the values',
    copyLink: 'Copy link',
    copyColumnLink: 'Copy link to the column',
    copyRecordLink: 'Copy link to the record',
    openLink: 'Open the link',
    linkCopied: 'Link copied',
    onlyThis: 'Only this value',
    notThis: 'Not this value',
    copy: 'Copy',
    record: 'Record {number}',
    openRecord: 'Open the record',
    previous: 'Previous',
    next: 'Next',
    first: 'First',
    last: 'Last',
    pages: 'Pages of the table',
    page: 'Page {page} of {pages}',
    size: 'Records per page',
    actions: 'Actions for this value of {column}',
    chipValues: '{column} = {values}',
    chipNot: '{column} ≠ {values}',
    chipText: '{column} contains “{text}”',
    chipRange: '{column} from {from} to {to}',
    chipFrom: '{column} from {from}',
    chipTo: '{column} to {to}',
    markOfSeveral: '{name} and {count} more',
    chipMap: 'In a box on the map',
    chipFound: 'Any column contains “{text}”',
    chipFilled: '{column} is not empty',
    chipUnknown: 'Not filtered by {columns}: no such column',
  },
  /** The words of the chart that a reader makes. The script that draws it fills in the braces. */
  ownChart: {
    kind: 'Type',
    kinds: { line: 'line', bar: 'bars', scatter: 'points' },
    x: 'Horizontal axis',
    y: 'Vertical axis',
    show: 'Show',
    over: 'By the column',
    measures: { count: 'number of records', sum: 'sum', mean: 'mean' },
    measured: 'Of the column',
    colour: 'Colour',
    none: 'none',
    per: 'Dates by',
    periods: { auto: 'automatic', year: 'year', month: 'month', day: 'day' },
    saveAs: 'Save the chart as {format}',
    saved: 'Saved as {name}',
    notSaved: 'The chart could not be saved.',
    close: 'Close the chart',
    count: 'Number of records',
    sum: 'Sum of “{column}”',
    mean: 'Mean of “{column}”',
    by: '{y} by “{x}”',
    coloured: '{title}, coloured by “{colour}”',
    against: '“{y}” (vertical) and “{x}” (horizontal)',
    other: 'other',
    others: { one: 'other ({count} value)', other: 'other ({count} values)' },
    empty: '(empty)',
    all: { one: '{count} record.', other: 'All {count} records.' },
    some: {
      one: '{count} of {all} records passes the filters.',
      other: '{count} of {all} records pass the filters.',
    },
    leftDate: {
      one: '{count} record without a date in “{column}” is left out.',
      other: '{count} records without a date in “{column}” are left out.',
    },
    leftNumber: {
      one: '{count} record without a number in “{column}” is left out.',
      other: '{count} records without a number in “{column}” are left out.',
    },
    which: { frequent: 'most frequent', large: 'largest' },
    joined: {
      one: 'The {shown} {which} values of “{column}” are shown, {count} more is grouped as “other”.',
      other: 'The {shown} {which} values of “{column}” are shown, {count} more are grouped as “other”.',
    },
    joinedColours: {
      one: 'The {shown} {which} values of “{column}” have their own colours, {count} more is grouped as “other”.',
      other:
        'The {shown} {which} values of “{column}” have their own colours, {count} more are grouped as “other”.',
    },
    ranges: '“{column}” has more than {most} different numbers, so they are grouped into ranges of {step}.',
    joinedBy: {
      month: 'Dates are grouped by month.',
      year: 'Dates are grouped by year.',
    },
    longer: {
      month: 'Dates are grouped by month: there would be more than {most} days.',
      year: 'Dates are grouped by year: there would be more than {most} shorter periods.',
    },
    drawnPoints: '{shown} of {count} points are drawn, spread evenly over the records.',
    nothing: 'Nothing can be drawn: no record has the values that this chart needs.',
    highest: 'Highest: {value} ({place}).',
    lowest: 'Lowest: {value} ({place}).',
    from: 'From {from} to {to}.',
    table: 'The chart as a table',
    tableCut: 'The first {shown} of {count} rows.',
    range: '{from} to {to}',
    filters: 'Filters: {filters}.',
  },

  footer: {
    mirrorOf: 'Mirror of',
    howComplete: 'Status of this mirror',
    contact: 'Contact',
    tool: 'Made with',
  },

  notFound: {
    title: 'Not found',
    text: 'There is no page at this address. The dataset may have a different code, or the address may be incomplete.',
    home: 'Home page',
    datasets: 'All datasets',
    search: 'Search the datasets',
    /** `{}`: the code that was asked for. */
    searchFor: 'Search for “{}”',
  },

  /** The words for developers: on their page, and in the description of the interface. */
  developers: {
    title: 'For developers',
    lead: (origin: string) =>
      `Programs can read all data of this mirror at fixed addresses, with GET, without a key and from any web page. The addresses are those of ${origin}.`,
    groups: {
      interface: {
        name: 'Interface',
        text: 'The addresses of the origin. The host must evaluate the parameter `type`; if it does not, programs get the page and have to use the files below.',
      },
      files: {
        name: 'Files',
        text: 'The same data, and the tables that the mirror makes from it. These addresses work on any host, below any path and from a disk.',
      },
      mirror: { name: 'Mirror', text: 'What the mirror states about itself.' },
    } satisfies Record<AddressGroup, object>,
    dataset: 'The data of one dataset',
    markdown: 'The page of a dataset as Markdown: its files and columns, and its first records',
    dataPackage: 'The columns of the table and the files of a dataset (Data Package 2.0)',
    differences: 'What the last runs changed in a dataset, record by record',
    versions: 'The former versions of a dataset that the mirror keeps',
    timeMap: 'The former versions as a TimeMap (RFC 7089)',
    /** A former version in a format. */
    version: (format: string) => `A former version of a dataset as ${format}`,
    /** A file of what `what` names. */
    file: (what: string, format: string) => `${what}: ${format}`,
    state: {
      manifest: 'The origin, state and checksum of every file of data',
      status: 'How the last run ended, and until when that is valid',
      changes: 'Which datasets the last runs added, changed, withdrew and dropped',
    } satisfies Record<MachineFile, string>,
    sums: 'The checksums of all files, as `sha256sum` reads them',
    chain: 'A line for each change of the data, with the checksum of the line before',
    feed: 'The latest changes (Atom)',
    catalogue: 'All datasets for harvesters (DCAT-AP 3.0.1), first page',
    signature: 'The signature of `SHA256SUMS`, as `ssh-keygen -Y verify` reads it',
    signers: 'The public key of the mirror, for `ssh-keygen -Y verify`',
    views: 'A view of each table for DuckDB',
    dataJson: 'All datasets for harvesters (DCAT-US 3)',
    parameters: {
      type: 'The format of the answer. Without it, and with any other value, the answer is html.',
      code: 'The code of a dataset, percent-encoded. It is one path segment, without a slash.',
      sha256: 'The SHA-256 of the bytes of a version, as the file `versions.json` of its dataset states it.',
    },
    found: 'The file',
    notFound: 'There is no such dataset, or no such file of it',
    anyShape: 'What the origin published, in any shape',
    page: {
      openApi: 'OpenAPI 3.1',
      openApiText:
        'Everything on this page is in `openapi.json` too, from which tools generate clients and documentation.',
      schema: 'JSON Schema',
      addresses: 'Addresses',
      parameters: 'Parameters',
      answer: 'An answer',
      answerText: (bytes: string) => `The beginning of the file, ${bytes} in all.`,
      state: 'State of the mirror',
      stateText:
        'Three files state how complete and how current the mirror is. Later versions may add fields.',
      /** Where the descriptions of fields are in another language than the page. */
      fieldsNote: '',
      fields: (file: string) => `Fields of ${file}`,
      optional: 'optional',
      notes: [
        'The files are the origin’s, byte for byte, unless `manifest.json` states `derived` for them.',
        'On hosts that ignore `type`, browsers get the right format all the same: a script redirects the first visit to the file, and a service worker answers after that.',
        'Most hosts support conditional requests (`If-None-Match`), which transfer only what has changed, and requests for part of a file (`Range`).',
      ],
    },
    trying: {
      title: 'Try a request',
      operation: 'Operation',
      code: 'Dataset code',
      format: 'Format',
      send: 'Send',
      request: 'Request',
      response: 'Response',
      noScript: 'Requests can be tried here with JavaScript, which is not available.',
      /** Words of the script. `{file}`: the address that was requested instead. */
      script: {
        sending: 'Waiting for the answer…',
        failed: 'There was no answer. Check the connection and send the request again.',
        disk: 'This page was opened from a disk, where browsers do not let pages read other files, so no request can be sent. Open the file instead:',
        ignored: 'This host ignores the parameter “type”, so the file was requested: {file}',
        worker:
          'A service worker in this browser may have answered in place of the host. The file works everywhere: {file}',
      },
    },
  },

  /** The sentences in catalogues for harvesters. */
  harvest: {
    /** What is known of a dataset that the origin does not describe: its code, the host of the origin, its size in words, its first columns. */
    described: (code: string, origin: string, size: string | undefined, columns: readonly string[]) =>
      `Dataset ${code} of ${origin}${size === undefined ? '' : `: ${size}`}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}. The origin gives no description.`,
    /** Whose contact it is, for a mirror with this title. */
    contact: (mirror: string) =>
      `The contact is that of ${mirror}, which keeps a copy, not that of the publisher.`,
    /** The name of the interface that gives the files. */
    service: 'The data as files and through ?type=',
  },
} as const

/** What has the same keys and takes the same values, but says it in other words. */
type Worded<T> = T extends string
  ? string
  : T extends (...values: never[]) => unknown
    ? T
    : T extends readonly string[]
      ? readonly string[]
      : T extends Forms
        ? Forms
        : { readonly [Key in keyof T]: Worded<T[Key]> }

/** The words of the pages in any language: what English has, no more and no less. */
export type Words = Worded<Omit<typeof en, 'language'>> & { readonly language: Language }

/** The meaning of an HTTP status; others are shown as a number only. */
const STATUSES: Readonly<Record<string, string>> = {
  401: 'authorization required',
  403: 'access denied',
  404: 'not found',
  410: 'removed',
  429: 'too many requests',
  500: 'server error',
  502: 'server unavailable',
  503: 'server unavailable',
  504: 'the server timed out',
}

/** What the origin wrote, in quotes, or a day in a sentence of the crawler. */
const QUOTED_OR_DAY = /"(?:[^"\\]|\\.)*"|\b(?<before>of|on|since) (?<day>\d{4}-\d\d-\d\d)\b/g

/** The sentence of the crawler, with the meaning of a status, and days as pages write them. */
function wordReport({ message, facts: { status = '' } = {} }: Stated): string {
  const answered = `answered ${status}`
  const meant = Object.hasOwn(STATUSES, status)
    ? message.replace(answered, `${answered} (${STATUSES[status]})`)
    : message
  return meant.replace(QUOTED_OR_DAY, (whole, before, day) =>
    day === undefined ? whole : `${before} ${formatDay(day).text}`,
  )
}
