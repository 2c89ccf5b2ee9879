import type { Operation } from '../../../../interface/index.ts'
import type { ColumnKind, Shape } from '../../../../reading/index.ts'
import type { PageState } from '../../state.ts'
import { aboutPage } from './about.ts'
import { browse } from './browse.ts'
import { changes } from './changes.ts'
import { cite } from './cite.ts'
import { columns } from './columns.ts'
import { datasetPage } from './dataset.ts'
import { explorer } from './explorer.ts'
import { homePage } from './home.ts'
import { listPage } from './list.ts'
import { listed } from './listed.ts'
import { map } from './map.ts'
import { offline } from './offline.ts'
import { nouns } from './plural.ts'
import { search } from './search.ts'
import { status } from './status.ts'
import { table } from './table.ts'
import { tableFile } from './table-file.ts'
import { useFrom } from './use-from.ts'

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

/** Every word and sentence of the pages in English; those of one kind of page lie beside it. Backticks mark what is meant for machines. */
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
    list_oivs: 'OIVs',
    list_datasets: 'Datasets',
  } satisfies Record<Exclude<Operation, 'get_dataset'>, string>,
  listLeads: {
    list: 'What the origin says it has, in its own words and order.',
    list_categories: 'The subjects the datasets are filed under.',
    list_oivs: 'The bodies that publish the data.',
    list_datasets: 'Every dataset of this mirror.',
  } satisfies Record<Exclude<Operation, 'get_dataset'>, string>,

  states,
  stateMeanings,
  stated: (state: PageState) =>
    `${states[state].charAt(0).toUpperCase()}${states[state].slice(1)}. ${stateMeanings[state]}`,

  badges: {
    stale: (formats: string) => `${formats} kept from an earlier run`,
    staleWhole: 'Kept from an earlier run',
    derived: (formats: string) => `${formats} derived`,
    withdrawn: 'Withdrawn by the origin',
    missing: (formats: string) => `no ${formats}`,
    missingWhole: 'No good copy',
  },
  notices: {
    stale: (formats: string) =>
      `The origin did not give the ${formats} on the last run. The last good copy is held.`,
    transcoded: (format: string) =>
      `The origin sent the ${format} in an encoding that a static host cannot tell. It is published in UTF-8; the snapshot keeps what came.`,
    derived: (format: string, from: string) =>
      `This mirror made the ${format} from the ${from}; it is not the origin’s own.`,
    withdrawn: (formats: string) => `The origin no longer lists this. Its last ${formats} is held here.`,
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

  homePage,
  listPage,
  listed,
  map,
  table,
  columns,
  datasetPage,
  browse,
  aboutPage,
  changes,
  search,
  status,
  offline,
  cite,
  tableFile,
  useFrom,
  explorer,

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
