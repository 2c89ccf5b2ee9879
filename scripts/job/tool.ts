import { readFileSync } from 'node:fs'

const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Name and version of this program, as manifests and the User-Agent say it. */
export const TOOL = `${name}/${version}`

/** How the crawler introduces itself (RFC 9110, 10.1.5). */
export function userAgent(contact: string | undefined): string {
  return contact === undefined ? TOOL : `${TOOL} (+${contact})`
}
