import { formatCount } from '../../format.ts'
import { datasets } from './plural.ts'

/** The words of the catalogue: lists of datasets, what narrows them, and the pages of categories and OIVs. */
export const browse = {
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
    oiv: 'OIV',
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
    related: { categories: 'Categories of this OIV', oivs: 'OIVs in this category' },
    listed: 'As listed',
    size: 'size',
    lastChanged: 'last changed',
  },
  feed: {
    link: 'Feed of changes',
    title: (of: string) => `${of}: last changed datasets`,
  },
} as const
