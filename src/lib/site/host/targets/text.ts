import { hash } from 'node:crypto'
import { basename } from 'node:path'
import type { SiteFacts } from '../types.ts'

/** A regular expression that matches exactly this text, in every dialect. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^$()[\]\\|{}]/g, '\\$&')
}

/** A text for each fact of a table, one per line. */
export function eachLine<Fact>(
  facts: Readonly<Record<string, Fact>>,
  render: (name: string, fact: Fact) => string,
): string {
  return Object.entries(facts)
    .map(([name, fact]) => render(name, fact))
    .join('\n')
}

/** A text in double quotes, as configurations read it. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** A text as one word of a POSIX shell. */
export function quoteShell(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * The name of a site among others on one server, for the names of its files there: the host, if known, and the path: `mirror`,
 * `mirror-data`, `mirror.example.org`.
 */
export function siteNameOf({ host = 'mirror', base }: SiteFacts): string {
  return [host.replace(':', '-'), ...base.split('/').filter((segment) => segment !== '')].join('-')
}

/** The name of the folder next to a site with the files that deploy it: `deploy` for `dist`, `deploy-<its name>` for any other. */
export function deployNameOf(folder: string): string {
  const name = basename(folder)
  return name === 'dist' ? 'deploy' : `deploy-${name}`
}

/** The path of a file in that folder, relative to the parent folder of the site, as one word of a POSIX shell. */
export function deployPath({ folder }: Pick<SiteFacts, 'folder'>, path: string): string {
  return quoteShell(`${deployNameOf(folder)}/${path}`)
}

/** The name of a site among others in one account of a provider: letters, digits and hyphens, at most 54. */
export function accountNameOf(facts: SiteFacts): string {
  const name = siteNameOf(facts)
  if (name === 'mirror') return 'open-data-mirror'
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  // The hash distinguishes names that differ only in characters that a provider does not allow.
  return `mirror-${slug.slice(0, 38).replace(/-$/, '')}-${hash('sha256', name).slice(0, 8)}`
}
