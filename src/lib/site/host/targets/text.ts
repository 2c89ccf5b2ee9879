import type { SiteFacts } from '../types.ts'

/** A text as a regular expression that matches it, in every dialect. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^$()[\]\\|{}]/g, '\\$&')
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
 * The name of a site among others on one server, for its files there: that of its host where it is known, and its path:
 * `mirror`, `mirror-data`, `mirror.example.org`.
 */
export function nameOf({ host = 'mirror', base }: Pick<SiteFacts, 'host' | 'base'>): string {
  return [host.replace(':', '-'), ...base.split('/').filter((segment) => segment !== '')].join('-')
}
