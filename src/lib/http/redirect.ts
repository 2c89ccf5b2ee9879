import { findRepresentation, hostForms } from '../interface/index.ts'
import { type OriginAnswer, single } from './exchange.ts'
import { quoteForeign } from './failure.ts'

/** Maximum number of consecutive redirects, for robots.txt as well (RFC 9309, 2.3.1.2). */
export const MOST_REDIRECTS = 5

/**
 * Why a redirect is not followed, or undefined if it is: it must stay on the same service (see {@link findHostProblem}) and lead to the
 * same resource in the same format, with or without a trailing slash.
 */
export function findRedirectProblem(from: URL, to: URL | null, bases: readonly string[]): string | undefined {
  const elsewhere = findHostProblem(from, to, bases)
  if (elsewhere !== undefined || to === null) return elsewhere
  const name = nameOf(to, bases, from)
  if (name === undefined || name !== nameOf(from, bases, from))
    return `to another address, ${quoteForeign(to.href)}`
  return undefined
}

/**
 * Why a redirect leads to another service, or undefined. Allowed are the other host form (bare or `www`), and http to https. The port must
 * be the same, become the default of https, or belong to another of `bases`: other ports of a host are other services.
 */
export function findHostProblem(
  from: URL,
  to: URL | null,
  bases: readonly string[] = [],
): string | undefined {
  if (to === null) return 'to an invalid address'
  if (to.protocol !== 'https:' && to.protocol !== from.protocol)
    return `from ${from.protocol}// to ${quoteForeign(to.protocol)}//`
  if (!isSameHost(from, to)) return `to another host, ${quoteForeign(to.host)}`
  const upgraded = from.protocol !== to.protocol
  const named = bases.map((base) => new URL(base)).filter((base) => isSameHost(base, to))
  const ports = [from.port, ...(upgraded ? [''] : []), ...named.map(({ port }) => port)]
  return ports.includes(to.port) ? undefined : `to another port, ${quoteForeign(to.host)}`
}

function isSameHost(one: URL, other: URL): boolean {
  return hostForms(one.hostname)[0] === hostForms(other.hostname)[0]
}

/** The target of a redirect: null if its Location is no valid address, undefined if there is no redirect (RFC 9110, 15.4). */
export function findLocation(from: URL, { status, headers }: OriginAnswer): URL | null | undefined {
  const location = single(headers.location)
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  return URL.parse(fromLatin1(location), from)
}

// Header bytes arrive as Latin-1; unencoded addresses are UTF-8, as in browsers.
function fromLatin1(text: string): string {
  return Buffer.from(text, 'latin1').toString()
}

// The path and format of an address, without its scheme, host form and port.
function nameOf(url: URL, bases: readonly string[], from: URL): string | undefined {
  const local = new URL(url.pathname + url.search, from.origin)
  const found = findRepresentation(
    local.href,
    bases.map((base) => new URL(new URL(base).pathname, from.origin).href),
  )
  return found && JSON.stringify(found)
}

/** Calls `send` with an address, then with each address that it redirects to; undefined after {@link MOST_REDIRECTS} redirects. */
export async function followRedirects<T>(
  from: URL,
  send: (url: URL) => Promise<T | URL>,
): Promise<T | undefined> {
  let url = from
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const found = await send(url)
    if (!(found instanceof URL)) return found
    url = found
  }
  return undefined
}
