import { findRepresentation, hostForms } from '../interface/index.ts'

/**
 * Why a redirect is not followed, or undefined when it is. Followed: to the other host form (bare or `www`), from http to https,
 * and to the same address with its slash; always to the same resource in the same format.
 */
export function findRedirectProblem(from: URL, to: URL | null, bases: readonly string[]): string | undefined {
  if (to === null) return 'to an address that cannot be read'
  if (to.protocol !== 'https:' && to.protocol !== from.protocol)
    return `from ${from.protocol}// to ${to.protocol}//`
  const upgraded = from.protocol !== to.protocol
  if (hostForms(from.hostname)[0] !== hostForms(to.hostname)[0]) return `to another host, ${to.host}`
  if (!upgraded && from.port !== to.port) return `to another port, ${to.host}`
  if (nameOf(to, bases, from) === undefined || nameOf(to, bases, from) !== nameOf(from, bases, from))
    return `to another address, ${to.href}`
  return undefined
}

// The path and format an address names, whatever its scheme, host form and port.
function nameOf(url: URL, bases: readonly string[], from: URL): string | undefined {
  const local = new URL(url.pathname + url.search, from.origin)
  const found = findRepresentation(local.href, [
    ...bases.map((base) => new URL(new URL(base).pathname, from.origin).href),
  ])
  return found && JSON.stringify(found)
}
