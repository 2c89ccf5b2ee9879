import { isIP } from 'node:net'
import type { Place } from '../shapes/types.ts'

/** Where the client believes it is, from its `Host`; what is not a host and port is not repeated to it. */
export function placeOf(hostHeader: string | undefined, fallback: string, basePath: string): Place {
  const host = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(hostHeader ?? '') ? `${hostHeader}` : fallback
  return { base: `http://${host}${basePath}`, wwwBase: `http://${otherForm(host)}${basePath}` }
}

/** The www form of a host that can have one: a loopback name or an address has none. */
function otherForm(host: string): string {
  const name = host.replace(/:\d+$/, '')
  const hasForm = !name.startsWith('[') && isIP(name) === 0 && name.includes('.') && !name.startsWith('www.')
  return hasForm ? `www.${host}` : host
}
