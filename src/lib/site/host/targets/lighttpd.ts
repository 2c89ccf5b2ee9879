import {
  CACHING,
  DATASETS_FOLDER,
  EVERYWHERE,
  HASHED_FOLDER,
  LIST_FOLDERS,
  METHODS,
  NAMED_TYPES,
  NOT_FOUND,
  OTHER_TYPE,
  PAGE,
  POLICIES,
  PREFLIGHT,
  QUERY_FOLDER,
  QUERY_PATTERNS,
  TYPES,
} from '../rules.ts'
import type { SiteFacts, Target } from '../types.ts'
import { escapePattern, quote } from './text.ts'

/** lighttpd 1.4.54 or later: a whole configuration. */
export const lighttpd: Target = {
  name: 'lighttpd',
  title: 'lighttpd',
  query: 'host',
  user: 'www-data',
  compressed: [],
  limits: { urlBytes: 8192 },
  render: (facts) => [{ where: 'deploy', path: 'lighttpd.conf', content: renderConf(facts) }],
  deploy: () => [
    'lighttpd -tt -f deploy/lighttpd/lighttpd.conf',
    'sudo cp deploy/lighttpd/lighttpd.conf /etc/lighttpd/lighttpd.conf',
    'sudo systemctl restart lighttpd',
  ],
  deviations: [
    'A folder without a page (`api/v1/`) is 403 instead of 404, with the page of the mirror.',
    'An address that ends in `/index.html` leads to its folder whether or not there is one; the folder is then 404.',
    'An address with `%2F` is 400 instead of 404.',
    'A slash behind the name of a file is passed over: `index.json/` is `index.json`.',
    'Of its redirects, the one from `index.html` does not say that any site may read it.',
  ],
}

function renderConf({ folder, base }: SiteFacts): string {
  const resources = [...LIST_FOLDERS.map(escapePattern), `${escapePattern(DATASETS_FOLDER)}[^/]+/`].join('|')
  const quoted = quote(`${folder}/`)
  return `server.port = 80
server.modules = ("mod_indexfile", "mod_alias", "mod_redirect", "mod_rewrite", "mod_setenv", "mod_staticfile")
server.document-root = ${quoted}
${base === '/' ? '' : `alias.url = ("${base}" => ${quoted})\n`}server.error-handler = "${base}${NOT_FOUND}"
server.http-parseopts = (
  "url-normalize" => "enable",
  "url-path-2f-decode" => "disable",
  "url-path-2f-reject" => "enable",
  "url-ctrls-reject" => "disable",
  "url-invalid-utf8-reject" => "disable",
)
static-file.etags = "enable"
index-file.names = ("${PAGE}")
mimetype.assign = (
${Object.entries(TYPES)
  .map(([ending, type]) => `  ".${ending}" => "${type}",`)
  .join('\n')}
${Object.entries(NAMED_TYPES)
  .map(([name, type]) => `  "${name}" => "${type}",`)
  .join('\n')}
  "" => "${OTHER_TYPE}",
)

# A page is asked for by its folder.
url.redirect-code = 301
url.redirect = (
${base === '/' ? '' : `  "^${base.slice(0, -1)}(?:[?].*)?$" => "${base}\${qsa}",\n`}  "^((?:/[^/?]+)*/)${escapePattern(PAGE)}(?:[?].*)?$" => "$1\${qsa}",
)

setenv.add-response-header = (
${renderList(EVERYWHERE)}
)
setenv.set-response-header = (
${renderKind(POLICIES.other)}
)
${Object.entries(POLICIES.endings)
  .map(
    ([ending, policy]) => `$HTTP["url"] =~ "[.]${ending}$" {
  setenv.set-response-header = (
${renderKind(policy)}
  )
}`,
  )
  .join('\n')}
$HTTP["url"] =~ "/$" {
  setenv.set-response-header = (
${renderKind(POLICIES.endings.html ?? POLICIES.other)}
  )
}
$HTTP["url"] =~ "^${escapePattern(base + HASHED_FOLDER)}" {
  setenv.set-response-header = (
${renderKind(POLICIES.other, CACHING.hashed)}
  )
}

# Which file a folder gives: the first "type" of the query decides, below ${QUERY_FOLDER} only.
$HTTP["url"] =~ "^${escapePattern(base)}(?:${resources})$" {
${Object.entries(QUERY_PATTERNS)
  .map(
    ([format, pattern]) => `  $HTTP["querystring"] =~ "${pattern}" {
    url.rewrite-once = ("^([^?]*/)(?:[?].*)?$" => "$1index.${format}")
  }`,
  )
  .join('\n')}
}
$HTTP["url"] == "${base}${NOT_FOUND}" {
  setenv.set-response-header = (
${renderKind(POLICIES.notFound)}
  )
}
$HTTP["request-method"] == "OPTIONS" {
  setenv.set-response-header = (
${renderList(PREFLIGHT)}
  )
}
$HTTP["request-method"] !~ "^(?:${METHODS.join('|')})$" {
  url.redirect = ("" => "${base}")
  url.redirect-code = 405
}
`
}

function renderKind(policy: string, caching: string = CACHING.other): string {
  return renderList({ 'cache-control': caching, 'content-security-policy': policy })
}

function renderList(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `    "${name}" => "${value}",`)
    .join('\n')
}
