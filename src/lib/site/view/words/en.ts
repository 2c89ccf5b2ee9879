import type { RoleName } from '../../../catalogue/index.ts'
import type { Operation } from '../../../interface/index.ts'
import type { ColumnKind, Shape } from '../../../reading/index.ts'
import type { Outcome } from '../../../snapshot/index.ts'
import { formatCount, formatPlural } from '../format.ts'
import type { Change, PageState, Stated, StatusTime } from '../terms.ts'

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
  stale: 'stale',
  derived: 'derived',
  withdrawn: 'withdrawn',
  missing: 'missing',
} as const satisfies Record<PageState, string>

const stateMeanings = {
  current: 'The origin’s own bytes, as it gave them when it last answered.',
  stale: 'The origin failed to give it on the last run. These are its last good bytes.',
  derived: 'Not the origin’s own bytes: made from another format, or put into UTF-8.',
  withdrawn: 'Gone from the origin’s lists. These are the last bytes it gave.',
  missing: 'Listed by the origin, but it never gave a good copy. Nothing is published.',
} as const satisfies Record<PageState, string>

/** Every word and sentence of the pages in English. Backticks mark what is meant for machines. */
export const en = {
  language: 'en',
  siteTitle: (host: string) => `Mirror of ${host}`,
  siteTitleOfSample: 'Mirror of the bundled sample',
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
    list_oivs: 'Publishers',
    list_datasets: 'Datasets',
  } satisfies Record<Exclude<Operation, 'get_dataset'>, string>,
  listLeads: {
    list: 'What the origin lists, in its own words and order.',
    list_categories: 'The subjects the datasets are filed under.',
    list_oivs: 'The bodies that publish the data.',
    list_datasets: 'Every dataset of this mirror.',
  } satisfies Record<Exclude<Operation, 'get_dataset'>, string>,

  states,
  stateMeanings,
  stated: (state: PageState) =>
    `${states[state].charAt(0).toUpperCase()}${states[state].slice(1)}. ${stateMeanings[state]}`,

  badges: {
    stale: (formats: string) => `${formats} from an earlier run`,
    staleWhole: 'From an earlier run',
    derived: (formats: string) => `${formats} derived`,
    withdrawn: 'Withdrawn by the origin',
    missing: (formats: string) => `no ${formats}`,
    missingWhole: 'No good copy',
  },
  notices: {
    stale: (formats: string) =>
      `The origin did not give the ${formats} on the last run. This is the last good copy.`,
    transcoded: (format: string) =>
      `The origin sent the ${format} in an encoding that a static host cannot tell. It is published in UTF-8; the snapshot keeps what came.`,
    derived: (format: string, from: string) =>
      `This mirror made the ${format} from the ${from}; it is not the origin’s own.`,
    withdrawn: (formats: string) => `The origin no longer lists this. This is its last ${formats}.`,
    missing: (formats: string) => `The origin lists this but never gave a good copy of the ${formats}.`,
    since: 'Since',
    lastListed: 'Last listed',
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
    values: 'an array of values',
    keyed: 'objects by key',
    features: 'GeoJSON features',
    elements: 'repeated XML elements',
    table: 'rows of a table',
    single: 'one record',
    tree: 'a tree without records',
    empty: 'a list with nothing in it',
  } satisfies Record<Shape, string>,

  facts: {
    ...nouns,
    bytes: (formats: string) => `as ${formats}`,
    changed: 'last changed',
    updated: 'updated by the origin',
  },

  /** The words of the home page. */
  homePage: {
    lead: (origin: string) => `A read-only mirror of the open data of ${origin}.`,
    sampleLead: 'A read-only mirror of the bundled sample of open data.',
    leadHow: (when: string) =>
      `What the origin gave is held here unchanged, byte for byte. Its data last changed on ${when}.`,
    sample: 'The origin here is the bundled sample, not a real service.',
    complete: 'Complete',
    completeText: 'Nothing listed was without a fresh copy when the origin last answered.',
    incomplete: (count: number) => (count === 0 ? 'Incomplete' : `Incomplete: ${gaps(count)}`),
    incompleteText: 'When the origin last answered, something it lists had no fresh copy.',
    what: 'What is missing or old',
    how: 'How the last run ended',
    categories: 'Categories',
    oivs: 'Publishers',
    oivsNote: 'The bodies that publish the data.',
    recentByOrigin: 'Recently updated',
    recentByMirror: 'Recently changed',
    recentByOriginNote: 'By the date the origin gives.',
    recentByMirrorNote: 'By the day this mirror first saw the present bytes.',
    all: {
      datasets: (count: number) => `All ${formatPlural(count, nouns.datasets)}`,
      categories: (count: number) => `All ${formatPlural(count, nouns.categories)}`,
      oivs: (count: number) => `All ${formatPlural(count, nouns.oivs)}`,
    },
    machines: 'For programs',
    machinesText:
      'Beside each page lie its json and its xml, `index.json` and `index.xml`, and all its records as a table, `index.csv`. These addresses work on any host, from any program and from a disk:',
    noDatasets: 'No datasets were found in the lists of the origin.',
  },

  /** The words of the pages of lists. */
  listPage: {
    noCopy: 'There is no good copy of this list.',
    unfiledCategory: 'Without a category',
    unfiledOiv: 'Without a publisher',
    unfiledNote: 'Datasets whose category is not in the list of categories.',
    unfiledOivNote: 'Datasets whose publisher is not in the list of publishers.',
    index: 'By first letter',
    digits: '0–9',
    symbols: '#',
    empty: 'This list is empty.',
    notUnderstood: 'What the entries of this list mean could not be inferred; here they are as they stand.',
  },

  /** What fields of the list of datasets are taken for. */
  listed: {
    fieldRoles: {
      code: 'the code',
      title: 'the title',
      description: 'the description',
      updated: 'the date of the last update',
      category: 'the category',
      oiv: 'the publisher',
    } satisfies Record<RoleName, string>,
    inferred: (role: string) => `inferred: ${role}`,
    told: (role: string) => `as configured: ${role}`,
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
      `Records with a place: ${formatCount(count)} of ${formatCount(all)}, read from ${columns.join(', ')}.`,
    metresNote: 'Its metres are taken for those of Web Mercator (EPSG:3857).',
    someShapes: (drawn: number, all: number) =>
      drawn === 0
        ? 'Lines and areas are too small for a map of this size: dots stand for them.'
        : `${formatCount(drawn)} of ${formatCount(all)} shapes, taken from all over the file, are drawn as shapes, the others as dots.`,
    dots: (most: string) =>
      `Places close together share a dot; the larger it is, the more they are, up to ${most}.`,
    exchanged: (count: number) =>
      `Latitude and longitude exchanged: ${records(count)}, drawn where they lie the other way round.`,
    beyond: (count: number) => `Far from all others, and beyond this map: ${records(count)}.`,
    astray: (count: number) =>
      `Left out: ${records(count)} with coordinates outside the ranges of the earth, or at 0°, 0°.`,
    source: 'Outlines: Natural Earth.',
  },

  /** The words of tables of datasets and of records. */
  table: {
    oiv: 'Publisher',
    category: 'Category',
    tree: 'a tree',
    updated: 'Updated',
    changed: 'Changed',
    recordNumber: 'No.',
    recordsAll: (count: number) => (count === 1 ? 'The one record' : `All ${records(count)}`),
    recordsFirst: (shown: number, count: number) => `First ${formatCount(shown)} of ${records(count)}`,
    /** Of a table that is printed record by record. */
    onPaper: (count: number) => `Printed: the first ${formatCount(count)} records.`,
    columnsCaption: 'What the values of each column are like',
  },

  /** The words of what is said about columns. */
  columns: {
    spread: (name: string, from: string, to: string) => `How ${name} is spread from ${from} to ${to}`,
    fullest: (spread: string, share: string, from: string, to: string) =>
      `${spread}; ${share} of it between ${from} and ${to}`,
    sample: 'from a sample',
    truth: (yes: string, no: string) => `yes: ${yes}, no: ${no}`,
    truthOf: (name: string, truth: string) => `${name}: ${truth}`,
    further: (count: number) => `${formatPlural(count, nouns.columns)} more, without pictures`,
    furtherCaption: 'The columns beyond',
  },

  /** The words of the pages of datasets. */
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
    values: 'Values',
    records: 'Records',
    noRecords: 'The document is a list with nothing in it.',
    tree: 'Document',
    treeNote: 'The document holds no list of records, so it is shown as it is built.',
    omitted: (count: number) => `… and ${formatCount(count)} more`,
    items: (count: number) => formatPlural(count, { one: 'item', other: 'items' }),
    members: (count: number) => formatPlural(count, { one: 'member', other: 'members' }),
    beside: 'Beside the records',
    besideNote: 'Values the document holds outside its records.',
    moreColumns: 'The records have more columns than are shown here; the files have them all.',
    otherList: (path: string, count: number, format: string) =>
      `The document holds another list, ${path}, of ${records(count)}; the ${format} has it, the csv does not.`,
    otherLists: (count: number, format: string) =>
      `The document holds ${formatPlural(count, { one: 'more list', other: 'more lists' })}; the ${format} has ${count === 1 ? 'it' : 'them'}, the csv does not.`,
    listed: 'As listed',
    listedNote: 'What the list of datasets says about this one, under the list’s own names.',
    listedOnceNote: 'What the list of datasets last said about this one, under the list’s own names.',
    provenance: 'Provenance',
    origin: 'Address at the origin',
    httpStatus: 'Answered',
    sentAs: 'Sent as',
    fetched: 'Last read from the origin',
    lastListed: 'Last listed',
    instead: 'Came instead',
    insteadSum: 'Its SHA-256',
    insteadHead: 'Its beginning',
    history: 'History',
    foundAt: 'Records found at',
    shape: 'Shape',
    encoding: 'Encoding',
    wholeDocument: 'the document itself',
    paging: 'Possibly one page of several',
    evidenceNote: 'No usable bytes have ever been received, so there is nothing to show or to download.',
    onThisPage: 'On this page',
    noDescription: (title: string, site: string) => `${title}: data, columns and files. ${site}.`,
    unread: 'Not read',
    unreadNote:
      'The mirror does not read this document, so none of it is shown here. The files have all of it, as the origin sent it.',
    nothingRead: 'The bytes are held, but could not be read as records.',
    noListing: 'The lists say nothing about it.',
  },

  /** The words of the catalogue: lists of datasets, what narrows them, and the pages of categories and publishers. */
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
      updated: 'the last updated first',
      changed: 'the last changed first',
      rows: 'most records first',
      size: 'largest first',
    },
    sort: 'Sort by',
    narrow: 'Narrow down',
    facets: {
      category: 'Category',
      oiv: 'Publisher',
      format: 'Format',
      size: 'Size',
      updated: 'Updated',
      changed: 'Changed',
      state: 'State',
      /** A span of sizes; empty where it has no end. */
      sizeFrom: (from: string, to: string) => {
        if (from === '') return `under ${to}`
        return to === '' ? `${from} and more` : `${from} – ${to}`
      },
      noSize: 'no good copy',
      undated: 'without a date',
      more: (count: number) => `${formatCount(count)} more`,
      all: (count: number) => `All ${formatCount(count)}`,
      /** A link of a facet, for those who do not see what it stands under. */
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
      origin: 'The year is that of the date the origin gives.',
      mirror: 'The year is that in which this mirror first saw the present bytes.',
    },
    searchHere: 'Search in here',
    pages: 'Pages',
    previous: 'Previous',
    next: 'Next',
    page: (number: string) => `Page ${number}`,
    group: {
      related: { categories: 'Categories of this publisher', oivs: 'Publishers in this category' },
      listed: 'As listed',
      size: 'size',
      lastChanged: 'last changed',
    },
    feed: {
      link: 'Feed of changes',
      title: (of: string) => `${of}: last changed datasets`,
    },
  },

  /** The words of the page about the mirror. */
  aboutPage: {
    lead: (origin: string) =>
      `This site is a static mirror of ${origin}. It holds what the origin published, unchanged, and says here how far that can be relied on.`,
    run: 'The last run',
    origin: 'Origin',
    changed: 'Data last changed',
    tool: 'Made with',
    verdict: 'What is held',
    outcome: 'How it ended',
    complete: 'Complete: everything listed had a fresh copy when the origin last answered.',
    incomplete: (count: number) =>
      `Incomplete: ${count === 0 ? 'see the states below' : `${gaps(count)}, listed below`}.`,
    states: 'How complete it is',
    statesCaption: 'Representations by state and format',
    state: 'State',
    meaning: 'Meaning',
    htmlNote: 'The origin’s html is read for what it tells about the data; it is not published.',
    problems: 'Gaps and warnings',
    noProblems: 'None: the last run met nothing worth telling.',
    gap: 'gap',
    warning: 'warning',
    problemsMore: (count: number) => `… and ${formatCount(count)} more, in \`manifest.json\`.`,
    problemTimes: (count: number) => `${formatCount(count)} times`,
    inferred: 'What was inferred',
    inferredNote:
      'The interface does not say what its fields mean. This is what the mirror took them for, from what, and the setting that overrides it.',
    inferredCaption: 'Roles of fields',
    /** A role as the catalogue calls it. */
    role: (what: string) => what,
    /** Evidence as the crawler gave it; undefined where it is best left as it is. */
    evidenceOf: (said: string): string | undefined => said,
    /** What the crawler reports, in the language of the page; undefined where it is best left as it is. */
    reportOf: ({ said }: Stated): string | undefined => said,
    what: 'Role',
    field: 'Field',
    evidence: 'Evidence',
    override: 'Setting',
    nothingFound: 'not found',
    noInferences: 'Nothing was inferred.',
    programs: 'For programs',
    programsText: [
      'Beside every page lies its data: `index.json` and `index.xml`, and, where there are records, `index.csv`. These addresses work on any host, under any address, and from a disk.',
      'Where the host can route a query, the origin’s own addresses work as well: `api/v1/list/?type=json`, `api/v1/list/?type=xml`, and html without a query.',
      'Where it cannot, only browsers get them: a script leads the first visit to the file, a service worker answers after that. All other programs get the page there, and need `index.json` and `index.xml`.',
      'The bytes are the origin’s, unchanged, unless the state of the file says `derived`.',
    ],
    checking: 'Checking it',
    checkingText: [
      '`SHA256SUMS` lists the checksum of every published file; in a downloaded copy, `sha256sum --check SHA256SUMS` proves it whole.',
      '`manifest.json` holds, for every file, where it came from, when the origin last vouched for it, when it last changed, its checksum and its state.',
      '`status.json` says in a few lines how the last run ended, and until when that statement is good. `changes.json` says what the last runs changed.',
    ],
  },

  /** The words about `changes.json`. */
  changes: {
    title: 'Changes',
    note: 'Runs that changed something, the latest first.',
    none: 'No run has been recorded that changed something.',
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
      withdrawn: 'Found withdrawn',
      returned: 'Listed again',
      dropped: 'Dropped',
    } satisfies Record<Change, string>,
    meanings: {
      withdrawn: 'Withdrawn: gone from the origin’s lists; the last copy is held.',
      returned: 'Listed again: it was withdrawn, and is back in the lists.',
      dropped: 'Dropped: withdrawn for longer than this mirror holds such copies, and gone.',
    } satisfies Partial<Record<Change, string>>,
    more: (count: number) => `and ${formatCount(count)} more, in \`changes.json\``,
    moreRuns: (count: number) =>
      count === 1
        ? '… and one run before, in `changes.json`.'
        : `… and ${formatCount(count)} runs before, in \`changes.json\`.`,
    moreEvents: (count: number) => `and ${formatCount(count)} before, in \`changes.json\``,
  },

  /** The words of the search. What stands in braces is filled in by a script; where a number decides, each form stands under its name. */
  search: {
    title: 'Search',
    lead: 'Looks through the titles, descriptions, publishers, categories, column names and codes of all datasets.',
    label: 'Search the datasets',
    placeholder: 'Search the datasets',
    submit: 'Search',
    noScript: 'The search needs JavaScript, which this browser does not run here. Without it, browse:',
    results: 'Results',
    narrow: 'Narrow',
    category: 'Category',
    oiv: 'Publisher',
    state: 'State',
    script: {
      all: 'All',
      choice: '{title} ({count})',
      loading: 'Loading the index …',
      failed:
        'The index could not be loaded, so nothing can be searched. Is there a connection? Load the page again, or browse the lists.',
      everything: { one: '{count} dataset, by title', other: '{count} datasets, by title' },
      found: { one: '{count} dataset', other: '{count} datasets' },
      typos: { one: '{count} dataset with similar words', other: '{count} datasets with similar words' },
      any: {
        one: '{count} dataset with some of these words',
        other: '{count} datasets with some of these words',
      },
      none: 'No dataset has these words.',
      noneHint: 'Fewer or shorter words find more.',
      noneNarrowed: 'Nothing is left of what was found.',
      reset: 'Remove what narrows it',
      more: 'Show {count} more',
      allResults: { one: 'Show {count} result', other: 'Show all {count} results' },
      tree: 'tree',
      columns: 'Columns:',
    },
  },

  /** The words about `status.json`. No page holds a time of it, so that no page changes when only that does; a script puts them in. */
  status: {
    /** Stands where a script puts a time. */
    clock: 'see status.json',
    never: 'never',
    times: {
      triedAt: 'Last tried',
      answeredAt: 'Origin last answered',
      crawledAt: 'Last read from the origin',
      completeAt: 'Last complete',
      staleSince: 'Not fresh since',
      goodUntil: 'This is good until',
    } satisfies Record<StatusTime, string>,
    outcomes: {
      refused: {
        label: 'Last run refused',
        sentence:
          'On the last run so much was missing from the origin’s lists that it was not believed. Everything here is the last good copy.',
      },
      unreachable: {
        label: 'Origin out of reach',
        sentence: 'The origin could not be reached on the last run. Everything here is the last good copy.',
      },
    } satisfies Record<Exclude<Outcome, 'complete' | 'gaps'>, { label: string; sentence: string }>,
    stale: {
      label: 'May be out of date',
      before: 'No run has reached the origin since',
      after: 'This mirror may no longer be kept up to date.',
    },
  },

  /** The words about reading without a connection. What stands in braces is filled in by a script. */
  offline: {
    /** Over a page that the worker gave from what was kept. */
    note: {
      label: 'Kept copy',
      before: 'The site cannot be reached. This is the copy that was kept here on',
      after: 'What has changed since is not in it.',
    },
    /** The page for what was not kept. */
    page: {
      title: 'No copy of this page',
      lead: 'The site cannot be reached, and this browser has no copy of this page as it was published.',
      again: 'What was kept is listed below. Everything else is here again when there is a connection.',
    },
    control: {
      keep: 'Keep for offline reading',
      remove: 'Remove the kept copy',
      busy: 'One moment …',
      kept: 'Kept in this browser: page and files, {size}, as of {day}.',
      failed: 'It could not be kept: the site cannot be reached, or the browser has no room.',
      altered:
        'It cannot be kept: the files that arrive are not those that were published. Something on the way alters them, or the site is being updated.',
      full: 'It was not kept: no more than {most} are kept in all. The home page lists what to remove.',
    },
    list: {
      title: 'Kept for offline reading',
      held: {
        one: 'One dataset, {size}, of at most {most}. The browser may drop it when it runs out of room.',
        other:
          '{count} datasets, {size} together, of at most {most}. The browser may drop them when it runs out of room.',
      },
      none: 'Nothing is kept. The page of each dataset has a button for it.',
      item: '{size}, as of {day}',
      remove: 'Remove',
      removeThis: 'Remove {title}',
    },
  },

  /** The words of how to cite. */
  cite: {
    title: 'How to cite',
    text: 'As text',
    forms: { bibtex: 'BibTeX', ris: 'RIS' },
    titled: (title: string) => `${title} [data set]`,
    via: (mirror: string) => `Via ${mirror}`,
    /** Filled in by a script: nobody knows when pages are made on which day they are read. */
    accessed: ' Accessed {day}.',
  },

  /** The words of the csv beside the origin's files. */
  tableFile: {
    format: 'csv',
    note: (format: string) =>
      `All records, for spreadsheets and programs: made by this mirror from the ${format}, not the origin’s own.`,
    partNote: (format: string, lists: number, path: string, count: number) =>
      `One of ${formatPlural(lists, { one: 'list', other: 'lists' })}: ${path} (${records(count)}); the ${format} has all. For spreadsheets and programs: made by this mirror from the ${format}, not the origin’s own.`,
    checksums: 'in SHA256SUMS',
  },

  /** The words of the examples of use. */
  useFrom: {
    title: 'Use it',
    tools: {
      curl: 'curl',
      python: 'Python',
      pandas: 'Python (pandas)',
      r: 'R',
      javascript: 'JavaScript',
      duckdb: 'DuckDB',
    },
    /** Goes when a script puts the address of the mirror in. */
    relative: 'The address is written from the root of this mirror: put the mirror’s own address before it.',
    addressOf: (format: string) => `the address of the ${format}`,
    copy: 'Copy',
    copied: 'Copied',
  },

  /** The words of the explorer of records, handed to its script as json. `{…}` is filled in there; forms of a count are by the plural rules of the language. */
  explorer: {
    explore: 'Explore all {count} records',
    exploreSized: 'Explore all {count} records ({size})',
    records: { one: '{count} record', other: '{count} records' },
    ofRecords: { one: '{count} of {all} record', other: '{count} of {all} records' },
    characters: { one: '… +{count} character', other: '… +{count} characters' },
    loading: 'Loading the records …',
    loaded: 'Loading the records: {size}, {records} so far …',
    failed: 'The records could not be loaded. The first ones are shown; the files are further up.',
    retry: 'Try again',
    tooLarge:
      'This dataset is too large to explore in the browser; the limit is {size} or {records}. Download the csv file, or query it at its address:',
    disk: 'A page opened from a disk cannot read files by itself. Choose index.csv from the folder of this page to explore all {count} records.',
    choose: 'Choose index.csv',
    wrongFile: 'That file does not have the columns of this page.',
    unnamed: '(no name)',
    empty: '(empty)',
    none: 'No record matches.',
    reset: 'Reset the filters',
    active: 'Active filters',
    remove: 'Remove the filter: {filter}',
    sort: 'Sort by {column}',
    filter: 'Filter {column}',
    filtered: 'Filter {column} (active)',
    from: 'From',
    to: 'To',
    notNumber: 'A number, such as 12.5',
    contains: 'Contains',
    values: 'Values',
    which: 'Chosen values',
    only: 'only these',
    allBut: 'all but these',
    find: 'Find in all columns',
    findValue: 'Find a value',
    moreValues: 'The {shown} most frequent of {all} are shown.',
    filled: 'Only records with a value here',
    apply: 'Apply',
    clear: 'Clear',
    noColumn: 'None',
    close: 'Close',
    columns: 'Columns',
    columnsShown: 'Columns ({shown} of {all})',
    all: 'All',
    download: 'Download',
    downloadAs: 'Download what is shown as {format}',
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
    size: 'Records a page',
    actions: 'What to do with {column}',
    chipValues: '{column} = {values}',
    chipNot: '{column} ≠ {values}',
    chipText: '{column} has “{text}” in it',
    chipRange: '{column} from {from} to {to}',
    chipFrom: '{column} from {from}',
    chipTo: '{column} to {to}',
    chipFound: 'Any column has “{text}”',
    chipFilled: '{column} not empty',
  },

  footer: {
    mirrorOf: 'A mirror of',
    howComplete: 'How complete it is, and when the origin last answered',
    tool: 'Made with',
  },

  notFound: {
    title: 'Not found',
    text: 'There is no page at this address. The dataset may have another code, or the address may be cut.',
    home: 'To the start of this mirror',
    datasets: 'All datasets',
  },
} as const
