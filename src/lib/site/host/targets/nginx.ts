import {
  CACHING,
  EVERYWHERE,
  HASHED_FOLDER,
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

/** nginx 1.19 or later: one file for `conf.d`, with maps that name the file of a folder and one location. */
export const nginx: Target = {
  name: 'nginx',
  title: 'nginx',
  query: 'host',
  compressed: ['gz'],
  limits: { urlBytes: 8192 },
  render: (facts) => [{ where: 'deploy', path: 'mirror.conf', content: renderConf(facts) }],
  deploy: () => [
    'sudo cp deploy/nginx/mirror.conf /etc/nginx/conf.d/mirror.conf',
    'sudo nginx -t',
    'sudo nginx -s reload',
  ],
  deviations: [],
}

function renderConf({ folder, base, host }: SiteFacts): string {
  const root = `^${escapePattern(base)}`
  return `# Which file a folder gives: the first "type" of the query decides, below ${QUERY_FOLDER} only.
map $args $mirror_format {
  default html;
  "~${QUERY_PATTERNS.json}" json;
  "~${QUERY_PATTERNS.xml}" xml;
}
map $uri $mirror_index {
  volatile;
  default ${PAGE};
  "~${root}${QUERY_FOLDER}" index.$mirror_format;
}

# How it was asked: by a folder or by a name, and what nginx would tidy.
map $request_uri $mirror_asked {
  default name;
  "~^[^?]*/(?:\\?|$)" folder;
}
map $request_uri $mirror_parent {
  "~^(?<mirror_until_slash>[^?]*/)" $mirror_until_slash;
}
map $request_uri $mirror_untidy {
  default "";
  "~*^[^?]*(?://|%2f)" yes;
}
map "$mirror_asked $uri" $mirror_found {
  volatile;
  default "";
  "~^name .*/${escapePattern(PAGE)}$" page;
  "~^folder .*[^/]$" inner;
}

map $uri $mirror_cache {
  volatile;
  default "${CACHING.other}";
  "~${root}${HASHED_FOLDER}" "${CACHING.hashed}";
}
map $uri $mirror_policy {
  volatile;
  default "${POLICIES.other}";
  "~${root}${escapePattern(NOT_FOUND)}$" "${POLICIES.notFound}";
${Object.entries(POLICIES.endings)
  .map(([ending, policy]) => `  "~\\.${ending}$" "${policy}";`)
  .join('\n')}
}
${Object.entries(PREFLIGHT)
  .map(
    ([name, value]) =>
      `map $request_method $mirror_${name.replaceAll('-', '_')} {\n  default "";\n  OPTIONS "${value}";\n}`,
  )
  .join('\n')}

server {
  listen 80;
  listen [::]:80;
  server_name ${host ?? '_'};
  absolute_redirect off;
${base === '/' ? '' : `  location = ${base.slice(0, -1)} {\n    return 301 ${base}$is_args$args;\n  }\n`}
  location ${base} {
    alias ${quote(`${folder}/`)};
    index $mirror_index;
    error_page 403 404 =404 ${base}${NOT_FOUND};
    if_modified_since before;
    gzip_static on;
    gzip_vary on;
    charset off;
    default_type ${OTHER_TYPE};
    types {
${Object.entries(TYPES)
  .map(([ending, type]) => `      "${type}" ${ending};`)
  .join('\n')}
    }
${renderHeaders()}

    if ($request_method = OPTIONS) {
      return 204;
    }
    if ($mirror_untidy) {
      return 404;
    }
    set $mirror_case $mirror_found;
    if (-d $request_filename) {
      set $mirror_case "$mirror_found folder";
    }
    if (-f $request_filename) {
      set $mirror_case "$mirror_found file";
    }
    if ($mirror_case = "inner folder") {
      return 404;
    }
    if ($mirror_case = "page file") {
      return 301 $mirror_parent$is_args$args;
    }

    # These pass by the conditions above.
    location = ${base}${NOT_FOUND} {
    }
${Object.entries(NAMED_TYPES)
  .map(
    ([name, type]) =>
      `    location = ${base}${name} {\n      types {\n      }\n      default_type "${type}";\n    }`,
  )
  .join('\n')}
  }
}
`
}

function renderHeaders(): string {
  const fixed = Object.entries(EVERYWHERE).map(([name, value]) => [name, `"${value}"`])
  const preflight = Object.keys(PREFLIGHT).map((name) => [name, `$mirror_${name.replaceAll('-', '_')}`])
  return [
    ['cache-control', '$mirror_cache'],
    ['content-security-policy', '$mirror_policy'],
    ...fixed,
    ...preflight,
  ]
    .map(([name, value]) => `    add_header ${name} ${value} always;`)
    .join('\n')
}
