import { basename } from 'node:path'
import { headersOf, QUERY_PATTERNS, RULES } from '../rules.ts'
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
${renderFields(2, RULES.everywhere)}
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
  return `	# Which file a folder gives: the first "type" of the query decides, below ${RULES.queryFolder} only.
	map {http.request.uri.query} {mirror_format} {
${eachLine(QUERY_PATTERNS, (format, pattern) => `\t\t\`~${pattern}\` ${format}`)}
		default html
	}
	map "{mirror_format} {http.request.orig_uri.path}" {mirror_index} {mirror_type} {mirror_policy} {
${renderKinds(base.slice(0, -1))}
	}
	map {http.request.orig_uri.path} {mirror_cache} {
		\`~^${escapePattern(base + RULES.hashedFolder)}\` "${RULES.caching.hashed}"
		default "${RULES.caching.other}"
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
${renderFields(3, RULES.preflight)}
		}
		respond @options 204
		@other not method ${RULES.methods.join(' ')}
		header @other allow "${RULES.methods.join(', ')}"
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
			file {http.request.uri.path}/${RULES.page}
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
		rewrite * /${RULES.notFound}
		header {
${renderFields(3, headersOf(RULES.notFound))}
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
  const policyOf = (ending: string) => RULES.policies.endings[ending] ?? RULES.policies.other
  const below = escapePattern(`${prefix}/${RULES.queryFolder}`)
  return [
    ...Object.keys(QUERY_PATTERNS).map((format) =>
      row(
        `\`~^${format} ${below}.*/$\``,
        `index.${format}`,
        RULES.types.endings[format] ?? RULES.types.other,
        policyOf(format),
      ),
    ),
    row('`~/$`', RULES.page, RULES.types.endings.html ?? RULES.types.other, policyOf('html')),
    row(
      `\`~ ${escapePattern(`${prefix}/${RULES.notFound}`)}$\``,
      RULES.page,
      RULES.types.endings.html ?? RULES.types.other,
      RULES.policies.notFound,
    ),
    ...Object.entries(RULES.types.endings).map(([ending, type]) =>
      row(`\`~[.]${ending}$\``, RULES.page, type, policyOf(ending)),
    ),
    ...Object.entries(RULES.types.names).map(([path, type]) =>
      row(`\`~/${escapePattern(path)}$\``, RULES.page, type, RULES.policies.other),
    ),
    row('default', RULES.page, RULES.types.other, RULES.policies.other),
  ].join('\n')
}

function renderDockerfile({ folder }: SiteFacts): string {
  return `FROM caddy:2-alpine
ENV MIRROR_ROOT=/srv
COPY ${JSON.stringify([`${deployNameOf(folder)}/caddy/Caddyfile`, '/etc/caddy/Caddyfile'])}
COPY ${JSON.stringify([`${basename(folder)}/`, '/srv/'])}
`
}
