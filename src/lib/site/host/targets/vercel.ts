import { basename } from 'node:path'
import { DATA_FORMATS } from '../../../interface/index.ts'
import { DATASETS_FOLDER, headersOf, LIST_FOLDERS, PAGE_FOLDERS_PATTERN, RULES } from '../rules.ts'
import type { Target } from '../types.ts'
import { escapePattern, quoteShell } from './text.ts'

const REFUSED = ['POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Vercel: the older `routes` of vercel.json. `rewrites` apply only where there is no file, so a folder with a page would never be
 * rewritten, and `trailingSlash` takes a code with a dot for a file.
 */
export const vercel: Target = {
  name: 'vercel',
  title: 'Vercel',
  query: 'host',
  compressed: [],
  // https://vercel.com/docs/limits: static file uploads, 100 MB without and 1 GB with a plan. Without --archive it takes 15,000 files.
  limits: { freeBytes: 100_000_000, siteBytes: 1_000_000_000 },
  render: ({ base }) => [
    {
      where: base === '/' ? 'site' : 'deploy',
      path: 'vercel.json',
      content: `${JSON.stringify({ routes: renderRoutes(base) }, null, 2)}\n`,
    },
  ],
  deploy: ({ folder }) => [`npx vercel deploy ${quoteShell(basename(folder))} --prod --archive=tgz`],
  deviations: [
    'Which of several `type` parameters decides is not documented.',
    '`/x` redirects to `/x/` for every dataset code, even if there is no such dataset; the second answer is 404.',
    '`/x/index.html` redirects to `/x/` even if there is no such page.',
  ],
}

type Headers = Readonly<Record<string, string>>
interface Route {
  readonly src?: string
  readonly handle?: 'filesystem'
  readonly has?: readonly { readonly type: 'query'; readonly key: string; readonly value: string }[]
  readonly dest?: string
  readonly status?: number
  readonly headers?: Headers
  readonly methods?: readonly string[]
  readonly continue?: true
  readonly check?: true
}

/** Routes apply in order; `src` matches the whole encoded path, and a later route overrides the headers of earlier ones. */
function renderRoutes(base: string): Route[] {
  const root = escapePattern(base)
  const lead = (src: string, location: string): Route => ({
    src: `^${root}${src}$`,
    status: 301,
    headers: { ...RULES.everywhere, Location: `${base}${location}` },
  })
  const say = (src: string, headers: Headers): Route => ({ src: `^${root}${src}$`, headers, continue: true })
  const folders = [...LIST_FOLDERS.map((folder) => folder.slice(0, -1)), PAGE_FOLDERS_PATTERN].join('|')
  const resources = `(${LIST_FOLDERS.join('|')}|${DATASETS_FOLDER}[^/]+/)`
  return [
    {
      src: '^/.*$',
      methods: REFUSED,
      status: 405,
      headers: { ...RULES.everywhere, allow: RULES.preflight.allow ?? '' },
    },
    { src: '^/.*$', methods: ['OPTIONS'], status: 204, headers: { ...RULES.everywhere, ...RULES.preflight } },
    // A doubled slash makes a different address, which no file has.
    {
      src: '^(?:/.*)?//.*$',
      status: 404,
      dest: `${base}${RULES.notFound}`,
      headers: headersOf(RULES.notFound),
    },
    lead(`(${folders}|${DATASETS_FOLDER}[^/]+)`, '$1/'),
    lead(`((?:[^/]+/)*)index(?:\\.|%2[Ee])html`, '$1'),
    say('.*', headersOf('a')),
    ...Object.keys(RULES.types.endings).map((ending) => say(`.*\\.${ending}`, headersOf(`a.${ending}`))),
    ...Object.keys(RULES.types.names).map((path) => say(escapePattern(path), headersOf(path))),
    say('(?:.*/)?', headersOf(RULES.page)),
    say(`${RULES.hashedFolder}.*`, {
      'cache-control': headersOf(`${RULES.hashedFolder}a`)['cache-control'] ?? '',
    }),
    ...DATA_FORMATS.map((format) => ({
      src: `^${root}${resources}$`,
      has: [{ type: 'query', key: 'type', value: format } as const],
      dest: `${base}$1index.${format}`,
      headers: headersOf(`a.${format}`),
      check: true as const,
    })),
    { handle: 'filesystem' },
    { src: '^/.*$', status: 404, dest: `${base}${RULES.notFound}`, headers: headersOf(RULES.notFound) },
  ]
}
