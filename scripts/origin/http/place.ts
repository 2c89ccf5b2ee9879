import { isIP } from 'node:net'
import type { Place } from '../shapes/types.ts'

/** The base address as seen by the client, from its `Host` header; an invalid header is not repeated. */
export function placeOf(hostHeader: string | undefined, fallback: string, basePath: string): Place {
  const host = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(hostHeader ?? '') ? `${hostHeader}` : fallback
  return { base: `http://${host}${basePath}`, wwwBase: `http://${otherForm(host)}${basePath}` }
}

/** The www form of a host name; loopback names and IP addresses have none. */
function otherForm(host: string): string {
  const name = host.replace(/:\d+$/, '')
  const hasForm = !name.startsWith('[') && isIP(name) === 0 && name.includes('.') && !name.startsWith('www.')
  return hasForm ? `www.${host}` : host
}
