import { basename } from 'node:path'
import { COMPRESSED, DATASETS_FOLDER, LIST_FOLDERS, QUERY_PATTERNS, RULES } from '../rules.ts'
import type { SiteFacts, Target } from '../types.ts'
import { deployPath, eachLine, escapePattern, quote, quoteShell, siteNameOf } from './text.ts'

/** lighttpd 1.4.54 or later: a file next to those of the distribution, for one host name or one path. */
export const lighttpd: Target = {
  name: 'lighttpd',
  title: 'lighttpd',
  query: 'host',
  user: 'www-data',
  compressed: [],
  limits: { urlBytes: 8192 },
  render: (facts) => [{ where: 'deploy', path: `90-${siteNameOf(facts)}.conf`, content: renderConf(facts) }],
  deploy: (facts) => {
    const file = quoteShell(`90-${siteNameOf(facts)}.conf`)
    return [
      `sudo cp ${deployPath(facts, `lighttpd/90-${siteNameOf(facts)}.conf`)} /etc/lighttpd/conf-available/`,
      `sudo ln -sf ../conf-available/${file} /etc/lighttpd/conf-enabled/`,
      'sudo lighttpd -tt -f /etc/lighttpd/lighttpd.conf && sudo systemctl restart lighttpd',
    ]
  },
  deviations: [
    'A folder without a page (`api/v1/`) is 403 instead of 404, with the page of the mirror.',
    'A doubled slash is treated as one.',
    'An address whose query contains a control character, bytes that are not UTF-8 or a second `?` is 400.',
    'The query of a redirect may be encoded differently: `/` for `%2F`.',
    'A client that refuses gzip with `q=0` gets gzip.',
    'An address that ends in `/index.html` redirects to its folder even if there is none; that is then 404.',
    'An address with `%2F` is treated as one with a slash.',
    'A slash after the name of a file is ignored: `index.json/` is `index.json`.',
  ],
}

function renderConf(facts: SiteFacts): string {
  const { base, host } = facts
  const conditions = [
    ...(host === undefined
      ? []
      : [`$HTTP["host"] =~ "^${escapePattern(host.replace(/:\d+$/, ''))}(?::[0-9]+)?$"`]),
    `$HTTP["url"] =~ "^${base === '/' ? base : `${escapePattern(base.slice(0, -1))}(?:/|$)`}"`,
  ]
  const within = conditions.reduceRight(
    (text, condition) => `${condition} {\n${indent(text)}}\n`,
    renderRules(facts),
  )
  return `# Before mod_redirect: what it answers has the headers too.
server.modules := ("mod_setenv") + server.modules + ("mod_rewrite", "mod_deflate")

${within}`
}

// A backslash escapes only a quote.
function quotePath(path: string): string {
  return `"${path.replaceAll('"', '\\"')}"`
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function renderRules(facts: SiteFacts): string {
  const { base } = facts
  return `${renderFiles(facts)}

${renderRedirects(base)}

${renderHeaders(base)}

${renderFolderFile(base)}
${renderOthers(base)}
`
}

/** The location of the files, with their media types and codings. */
function renderFiles({ folder, base }: SiteFacts): string {
  return `${base === '/' ? `server.document-root = ${quotePath(`${folder}/`)}` : `alias.url = ("${base}" => ${quotePath(`${folder}/`)})`}
server.error-handler = "${base}${RULES.notFound}"
static-file.etags = "enable"
static-file.exclude-extensions = ()
url.access-deny = ()
index-file.names = ("${RULES.page}")
mimetype.assign = (
${eachLine(RULES.types.endings, (ending, type) => `  ".${ending}" => "${type}",`)}
${eachLine(RULES.types.names, (path, type) => `  "${basename(path)}" => ${quote(type)},`)}
  "" => "${RULES.types.other}",
)
deflate.cache-dir = "/var/cache/lighttpd/compress/"
deflate.mimetypes = (${COMPRESSED.map((type) => `"${type}"`).join(', ')})
deflate.allowed-encodings = ("br", "gzip")`
}

function renderRedirects(base: string): string {
  const page = escapePattern(RULES.page)
  return `# A page is asked for by its folder; a dataset may have the code of a page.
url.redirect-code = 301
url.redirect = (
${base === '/' ? '' : `  "^${base.slice(0, -1)}(?:[?].*)?$" => "${base}\${qsa}",\n`}  "^(${escapePattern(base + DATASETS_FOLDER)}${page})(?:[?].*)?$" => "$1/\${qsa}",
  "^((?:/[^/?]+)*/)${page}(?:[?].*)?$" => "$1\${qsa}",
)`
}

/** The headers of every answer, and of each kind of file. */
function renderHeaders(base: string): string {
  return `setenv.add-response-header = (
${renderList(RULES.everywhere)}
)
setenv.set-response-header = (
${renderKind(RULES.policies.other)}
)
${eachLine(RULES.policies.endings, (ending, policy) => renderWithin(`$HTTP["url"] =~ "[.]${ending}$"`, policy))}
${renderWithin('$HTTP["url"] =~ "/$"', RULES.policies.endings.html ?? RULES.policies.other)}
${renderWithin(`$HTTP["url"] =~ "^${escapePattern(base + RULES.hashedFolder)}"`, RULES.policies.other, RULES.caching.hashed)}`
}

function renderFolderFile(base: string): string {
  const resources = [...LIST_FOLDERS.map(escapePattern), `${escapePattern(DATASETS_FOLDER)}[^/]+/`].join('|')
  return `# Which file a folder gives: the first "type" of the query decides, below ${RULES.queryFolder} only.
$HTTP["url"] =~ "^${escapePattern(base)}(?:${resources})$" {
${eachLine(
  QUERY_PATTERNS,
  (format, pattern) => `  $HTTP["querystring"] =~ "${pattern}" {
    url.rewrite-once = ("^([^?]*/)(?:[?].*)?$" => "$1index.${format}")
  }`,
)}
}`
}

/** The not-found page, OPTIONS, and methods that are rejected. */
function renderOthers(base: string): string {
  return `${renderWithin(`$HTTP["url"] == "${base}${RULES.notFound}"`, RULES.policies.notFound)}
$HTTP["request-method"] == "OPTIONS" {
  setenv.set-response-header = (
${renderList(RULES.preflight)}
  )
  url.redirect = ("" => "${base}")
  url.redirect-code = 204
}
$HTTP["request-method"] !~ "^(?:${RULES.methods.join('|')})$" {
  url.redirect = ("" => "${base}")
  url.redirect-code = 405
}`
}

function renderWithin(condition: string, policy: string, caching?: string): string {
  return `${condition} {
  setenv.set-response-header = (
${renderKind(policy, caching)}
  )
}`
}

function renderKind(policy: string, caching: string = RULES.caching.other): string {
  return renderList({ 'cache-control': caching, 'content-security-policy': policy })
}

function renderList(headers: Readonly<Record<string, string>>): string {
  return eachLine(headers, (name, value) => `    "${name}" => "${value}",`)
}
