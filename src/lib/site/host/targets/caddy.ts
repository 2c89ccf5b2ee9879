import { basename } from 'node:path'
import {
  CACHING,
  EVERYWHERE,
  HASHED_FOLDER,
  headersOf,
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
import { deployNameOf, deployPath, eachLine, escapePattern, quote, quoteShell, siteNameOf } from './text.ts'

/** Caddy 2.6 or later, on a machine or in a container. */
export const caddy: Target = {
  name: 'caddy',
  title: 'Caddy',
  query: 'host',
  user: 'caddy',
  compressed: ['br', 'gz', 'zst'],
  limits: {
    folder: {
      pattern: /[[\\]|\{\$/,
      reason: 'Caddy takes [, \\ and {$ in a path for a pattern or a variable',
    },
    dockerfile: true,
  },
  render: (facts) => [
    { where: 'deploy', path: 'Caddyfile', content: renderCaddyfile(facts) },
    { where: 'deploy', path: 'Dockerfile', content: renderDockerfile(facts) },
  ],
  deploy: (facts) => [
    // The Caddyfile of the package answers on port 80 for every name; if the mirror has a name, it may stay.
    ...(facts.host === undefined
      ? [`sudo cp --backup=numbered ${deployPath(facts, 'caddy/Caddyfile')} /etc/caddy/Caddyfile`]
      : [
          `sudo cp ${deployPath(facts, 'caddy/Caddyfile')} ${quoteShell(`/etc/caddy/${siteNameOf(facts)}.caddy`)}`,
          `grep -qxF 'import *.caddy' /etc/caddy/Caddyfile || echo 'import *.caddy' | sudo tee -a /etc/caddy/Caddyfile`,
        ]),
    'caddy validate --config /etc/caddy/Caddyfile && sudo systemctl reload caddy',
  ],
  deviations: [
    'A dataset whose code contains a backslash has no redirects: its address without a slash is 404, and its `index.html` is served.',
  ],
}

function renderCaddyfile(facts: SiteFacts): string {
  const { folder, base, host } = facts
  return `${host ?? ':80'} {
${renderFolderFile(base)}

${renderAsked()}

	header {
${renderFields(2, EVERYWHERE)}
	}
	map "{$MIRROR_ROOT}" {mirror_root} {
		"" "${quoteFolder(`${folder}/`)}"
		default "{$MIRROR_ROOT}"
	}
	root * "{mirror_root}"

${renderRoute(base)}
${base === '/' ? '' : '\trespond 404\n'}
${renderErrors()}
}
`
}

/** The file that is served for a folder, and the headers of each kind of file. */
function renderFolderFile(base: string): string {
  return `	# Which file a folder gives: the first "type" of the query decides, below ${QUERY_FOLDER} only.
	map {http.request.uri.query} {mirror_format} {
${eachLine(QUERY_PATTERNS, (format, pattern) => `\t\t\`~${pattern}\` ${format}`)}
		default html
	}
	map "{mirror_format} {http.request.orig_uri.path}" {mirror_index} {mirror_type} {mirror_policy} {
${renderKinds(base.slice(0, -1))}
	}
	map {http.request.orig_uri.path} {mirror_cache} {
		\`~^${escapePattern(base + HASHED_FOLDER)}\` "${CACHING.hashed}"
		default "${CACHING.other}"
	}`
}

function renderAsked(): string {
  return `	# How it was asked, as it was written.
	map {http.request.orig_uri} {mirror_asked} {mirror_parent} {
		\`~^(([^?]*/)index(?:[.]|%2[Ee])html)(?:[?].*)?$\` "\${1}" "\${2}"
		\`~^([^?]*[^?/])(?:[?].*)?$\` "\${1}" ""
		default "" ""
	}
	map {http.request.orig_uri} {mirror_untidy} {
		\`~(?i)^(?:https?://[^/?]*)?(?:/[^?]*)?(?://|/[^?]*%(?:2f|00)|/(?:[^/?%]|%..){256})\` yes
		default no
	}
	map {http.request.uri.query} {mirror_query} {
		\`~.+\` "?\${0}"
		default ""
	}`
}

function renderRoute(base: string): string {
  const prefix = base.slice(0, -1)
  return `${base === '/' ? '' : `\t@bare path ${prefix}\n\tredir @bare ${base}{mirror_query} 301\n\n`}	route ${base}* {
		@options method OPTIONS
		header @options {
${renderFields(3, PREFLIGHT)}
		}
		respond @options 204
		@other not method ${METHODS.join(' ')}
		header @other allow "${METHODS.join(', ')}"
		error @other 405
		@untidy expression {mirror_untidy} == "yes"
		error @untidy 404
${base === '/' ? '' : `\t\turi strip_prefix ${prefix}\n`}
${renderRedirects()}

		header {
			cache-control "{mirror_cache}"
			content-type "{mirror_type}"
			content-security-policy "{mirror_policy}"
		}
		file_server {
			index {mirror_index}
			precompressed zstd br gzip
			disable_canonical_uris
		}
	}`
}

function renderRedirects(): string {
  return `		@folder {
			expression {mirror_asked} != ""
			file {http.request.uri.path}/${PAGE}
		}
		redir @folder {mirror_asked}/{mirror_query} 301
		@page {
			expression {mirror_parent} != ""
			file {http.request.uri.path}
		}
		redir @page {mirror_parent}{mirror_query} 301`
}

function renderErrors(): string {
  return `	handle_errors {
		rewrite * /${NOT_FOUND}
		header {
${renderFields(3, headersOf(NOT_FOUND))}
		}
		file_server
	}`
}

/** Headers as fields of a block, `depth` tabs deep. */
function renderFields(depth: number, headers: Readonly<Record<string, string>>): string {
  return eachLine(headers, (name, value) => `${'\t'.repeat(depth)}${name} "${value}"`)
}

// Caddy reads a text without an opening brace literally.
function quoteFolder(folder: string): string {
  return folder.replace(folder.includes('{') ? /[{}"]/g : /"/g, '\\$&')
}

// One row per kind of file: the name of a folder's file, the type, the policy.
function renderKinds(prefix: string): string {
  const row = (pattern: string, index: string, type: string, policy: string) =>
    `\t\t${pattern} "${index}" ${quote(type)} "${policy}"`
  const policyOf = (ending: string) => POLICIES.endings[ending] ?? POLICIES.other
  const below = escapePattern(`${prefix}/${QUERY_FOLDER}`)
  return [
    ...Object.keys(QUERY_PATTERNS).map((format) =>
      row(`\`~^${format} ${below}.*/$\``, `index.${format}`, TYPES[format] ?? OTHER_TYPE, policyOf(format)),
    ),
    row('`~/$`', PAGE, TYPES.html ?? OTHER_TYPE, policyOf('html')),
    row(
      `\`~ ${escapePattern(`${prefix}/${NOT_FOUND}`)}$\``,
      PAGE,
      TYPES.html ?? OTHER_TYPE,
      POLICIES.notFound,
    ),
    ...Object.entries(TYPES).map(([ending, type]) => row(`\`~[.]${ending}$\``, PAGE, type, policyOf(ending))),
    ...Object.entries(NAMED_TYPES).map(([path, type]) =>
      row(`\`~/${escapePattern(path)}$\``, PAGE, type, POLICIES.other),
    ),
    row('default', PAGE, OTHER_TYPE, POLICIES.other),
  ].join('\n')
}

function renderDockerfile({ folder }: SiteFacts): string {
  return `FROM caddy:2-alpine
ENV MIRROR_ROOT=/srv
COPY ${JSON.stringify([`${deployNameOf(folder)}/caddy/Caddyfile`, '/etc/caddy/Caddyfile'])}
COPY ${JSON.stringify([`${basename(folder)}/`, '/srv/'])}
`
}
