import { hash } from 'node:crypto'
import { QUERY_PATTERNS, RULES } from '../rules.ts'
import type { SiteFacts, Target } from '../types.ts'
import { deployPath, eachLine, escapePattern, quote, siteNameOf } from './text.ts'

/** nginx 1.19 or later: one file for `conf.d`, with maps that name the file of a folder and one location. */
export const nginx: Target = {
  name: 'nginx',
  title: 'nginx',
  query: 'host',
  user: 'www-data',
  compressed: ['gz'],
  limits: { urlBytes: 8192 },
  render: (facts) => [{ where: 'deploy', path: `${siteNameOf(facts)}.conf`, content: renderConf(facts) }],
  deploy: (facts) => [
    `sudo cp ${deployPath(facts, `nginx/${siteNameOf(facts)}.conf`)} /etc/nginx/conf.d/`,
    // Debian's default site answers for every name that no other server has.
    ...(facts.host === undefined ? ['sudo rm -f /etc/nginx/sites-enabled/default'] : []),
    'sudo nginx -t && sudo systemctl reload nginx',
  ],
  deviations: [],
}

function renderConf(facts: SiteFacts): string {
  return `${renderDollar(facts)}${renderFolderFile(facts)}
${renderAsked(facts)}
${renderHeaderMaps(facts)}
${renderServer(facts)}`
}

// A path in the configuration cannot contain a dollar sign, except as the value of a variable.
function renderDollar(facts: SiteFacts): string {
  if (!facts.folder.includes('$')) return ''
  return `# A folder of this name cannot be written otherwise.\ngeo ${ownOf(facts)}dollar {\n  default "$";\n}\n`
}

function renderFolderFile(facts: SiteFacts): string {
  const own = ownOf(facts)
  return `# Which file a folder gives: the first "type" of the query decides, below ${RULES.queryFolder} only.
map $args ${own}format {
  default html;
  "~${QUERY_PATTERNS.json}" json;
  "~${QUERY_PATTERNS.xml}" xml;
}
map $uri ${own}index {
  volatile;
  default ${RULES.page};
  "~${rootPatternOf(facts)}${RULES.queryFolder}" index.${own}format;
}
`
}

function renderAsked(facts: SiteFacts): string {
  const own = ownOf(facts)
  return `# How it was asked: by a folder or by a name, and what nginx would tidy.
map $request_uri ${own}asked {
  default name;
  "~^[^?]*/(?:\\?|$)" folder;
}
map $request_uri ${own}parent {
  "~^(?<${prefixOf(facts)}until_slash>[^?]*/)" ${own}until_slash;
}
map $request_uri ${own}untidy {
  default "";
  "~*^[^?]*(?://|%2f)" yes;
}
map "${own}asked $uri" ${own}found {
  volatile;
  default "";
  "~^name .*/${escapePattern(RULES.page)}$" page;
  "~^folder .*[^/]$" inner;
}
`
}

function renderHeaderMaps(facts: SiteFacts): string {
  const own = ownOf(facts)
  const root = rootPatternOf(facts)
  return `map $uri ${own}cache {
  volatile;
  default "${RULES.caching.other}";
  "~${root}${RULES.hashedFolder}" "${RULES.caching.hashed}";
}
map $uri ${own}policy {
  volatile;
  default "${RULES.policies.other}";
  "~${root}${escapePattern(RULES.notFound)}$" "${RULES.policies.notFound}";
${eachLine(RULES.policies.endings, (ending, policy) => `  "~\\.${ending}$" "${policy}";`)}
}
${eachLine(RULES.preflight, (name, value) => `map $request_method ${own}${name.replaceAll('-', '_')} {\n  default "";\n  OPTIONS "${value}";\n}`)}
`
}

function renderServer(facts: SiteFacts): string {
  const { base, host } = facts
  const listens = host === undefined ? ' default_server' : ''
  return `server {
  listen 80${listens};
  listen [::]:80${listens};
  server_name ${host?.replace(/:\d+$/, '') ?? '_'};
  absolute_redirect off;
${base === '/' ? '' : `  location = ${base.slice(0, -1)} {\n    return 301 ${base}$is_args$args;\n  }\n`}
${renderLocation(facts)}
}
`
}

function renderLocation(facts: SiteFacts): string {
  const { folder, base } = facts
  const own = ownOf(facts)
  return `  location ${base} {
    alias ${quote(`${folder}/`).replaceAll('$', `\${${prefixOf(facts)}dollar}`)};
    index ${own}index;
    error_page 403 404 =404 ${base}${RULES.notFound};
    if_modified_since before;
    gzip_static on;
    gzip_vary on;
    charset off;
    default_type ${RULES.types.other};
    types {
${eachLine(RULES.types.endings, (ending, type) => `      "${type}" ${ending};`)}
    }
${renderHeaders(own)}

${renderConditions(own)}

    # These pass by the conditions above.
    location = ${base}${RULES.notFound} {
    }
${eachLine(RULES.types.names, (path, type) => `    location = ${base}${path} {\n      types {\n      }\n      default_type ${quote(type)};\n    }`)}
  }`
}

function renderConditions(own: string): string {
  return `    if ($request_method = OPTIONS) {
      return 204;
    }
    if (${own}untidy) {
      return 404;
    }
    set ${own}case ${own}found;
    if (-d $request_filename) {
      set ${own}case "${own}found folder";
    }
    if (-f $request_filename) {
      set ${own}case "${own}found file";
    }
    if (${own}case = "inner folder") {
      return 404;
    }
    if (${own}case = "page file") {
      return 301 ${own}parent$is_args$args;
    }`
}

function renderHeaders(own: string): string {
  const fixed = Object.entries(RULES.everywhere).map(([name, value]) => [name, `"${value}"`])
  const preflight = Object.keys(RULES.preflight).map((name) => [name, `${own}${name.replaceAll('-', '_')}`])
  return [
    ['cache-control', `${own}cache`],
    ['content-security-policy', `${own}policy`],
    ...fixed,
    ...preflight,
  ]
    .map(([name, value]) => `    add_header ${name} ${value} always;`)
    .join('\n')
}

// The prefix of this site's variables.
function ownOf(facts: SiteFacts): string {
  return `$${prefixOf(facts)}`
}

// A pattern for the beginning of the site's paths.
function rootPatternOf({ base }: SiteFacts): string {
  return `^${escapePattern(base)}`
}

// Variables belong to the whole server, so another mirror on it needs other names. nginx limits their length.
function prefixOf(facts: SiteFacts): string {
  const name = siteNameOf(facts)
  return name === 'mirror' ? 'mirror_' : `mirror_${hash('sha256', name).slice(0, 8)}_`
}
