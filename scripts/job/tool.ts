import { readFileSync } from 'node:fs'

const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Name and version of this program, as in manifests and the User-Agent header. */
export const TOOL = `${name}/${version}`

/** The value of the User-Agent header (RFC 9110, 10.1.5). */
export function userAgent(contact: string | undefined): string {
  return contact === undefined ? TOOL : `${TOOL} (+${contact})`
}
