import { basename } from 'node:path'
import {
  DATA_FORMATS,
  DATA_PACKAGE,
  MARKDOWN_NAME,
  PARQUET_NAME,
  TABLE_NAME,
} from '../../../interface/index.ts'
import { DESCRIBED_FILES, MACHINE_FILES } from '../../../snapshot/index.ts'
import { OPEN_API, schemaPathOf } from '../../view/developers/paths.ts'
import { HOSTS_FILE } from '../record.ts'
import { DATASETS_FOLDER, headersOf, LIST_FOLDERS, RULES } from '../rules.ts'
import type { Target } from '../types.ts'
import { quoteShell } from './text.ts'

const CODE = ':code'
const FOLDERS = [...LIST_FOLDERS, `${DATASETS_FOLDER}${CODE}/`]
const STATEMENTS = [
  ...MACHINE_FILES.map((file) => `${file}.json`),
  ...DESCRIBED_FILES.map(schemaPathOf),
  OPEN_API,
  HOSTS_FILE,
]

/** Netlify: `_redirects` routes by the query, and `_headers` sets headers by the path. */
export const netlify: Target = {
  name: 'netlify',
  title: 'Netlify',
  query: 'host',
  compressed: [],
  limits: {
    // https://docs.netlify.com/site-deploys/overview: files per directory; none for files per deploy.
    folderFiles: 54_000,
    names: { pattern: /[#?]/, reason: 'Netlify refuses names with # or ?' },
    ignoresCase: true,
  },
  render: ({ base }) => {
    const where = base === '/' ? 'site' : 'deploy'
    return [
      { where, path: '_redirects', content: renderRedirects(base) },
      { where, path: '_headers', content: renderHeaders(base) },
    ]
  },
  deploy: ({ folder }) => [`npx netlify-cli deploy --prod --dir ${quoteShell(basename(folder))}`],
  deviations: [
    'The last of several `type` parameters decides.',
    '`type` must be written literally, not percent-encoded, and not before an `&` at the end of the query.',
    '`/x` redirects to `/x/` only if Pretty URLs are turned on in the settings of the project and the query has no known `type`; otherwise it returns what `/x/` returns.',
    '`/x/index.html` is served.',
    'A dataset whose code contains `#` or `?` cannot be published.',
    'Codes that differ only in case have one address.',
    'Media types are those that Netlify has for the extension of a file. Only data files, at their own addresses, have a Content-Security-Policy header: pages contain their own, and answers to `?type=` have none.',
    'POST and OPTIONS get the answers of Netlify.',
  ],
}

/**
 * One forced rule for each folder and format: an unforced rule would never apply, because the folder has a page. Rules match with and
 * without a trailing slash, so none can redirect `/x` to `/x/`; `:splat` would double the slash.
 */
function renderRedirects(base: string): string {
  const rules = FOLDERS.flatMap((folder) =>
    DATA_FORMATS.map(
      (format) => `${base}${folder.slice(0, -1)} type=${format} ${base}${folder}index.${format} 200!`,
    ),
  )
  return `${rules.join('\n')}\n`
}

/**
 * Netlify joins the values of a header that two rules set, so no two rules for one address set the same header. Rules also apply to missing
 * files, so a type is set only for files that always exist.
 */
function renderHeaders(base: string): string {
  const names = [
    ...DATA_FORMATS.map((format) => `index.${format}`),
    TABLE_NAME,
    PARQUET_NAME,
    DATA_PACKAGE,
    MARKDOWN_NAME,
  ]
  const data = FOLDERS.flatMap((folder) => names.map((name) => folder + name))
  const own = (path: string, names: readonly string[]) =>
    rule(
      `${base}${path}`,
      Object.entries(headersOf(path)).filter(([name]) => names.includes(name)),
    )
  return `${[
    rule(`${base}*`, Object.entries(RULES.everywhere)),
    own(`${RULES.hashedFolder}*`, ['cache-control']),
    ...[...data, ...STATEMENTS].map((file) => own(file, ['content-security-policy'])),
    ...Object.keys(RULES.types.names).map((file) => own(file, ['content-type', 'content-security-policy'])),
  ].join('\n')}\n`
}

function rule(path: string, headers: readonly (readonly [name: string, value: string])[]): string {
  return [path, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n')
}
