import { formatCount } from '../../format.ts'
import type { Stated } from '../../stated.ts'
import { gaps } from './plural.ts'

/** The words of the page about the mirror. */
export const aboutPage = {
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
} as const
