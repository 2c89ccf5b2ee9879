import { formatPlural } from '../../format.ts'
import { gaps, nouns } from './plural.ts'

/** The words of the home page. */
export const homePage = {
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
  oivs: 'OIVs',
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
} as const
