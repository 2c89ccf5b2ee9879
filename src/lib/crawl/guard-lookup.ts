import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { hostForms } from '../interface/index.ts'
import { isInward } from './inward.ts'

/** The code of an error by which a connection is refused for where it leads. */
export const INWARD_CODE = 'ERR_INWARD_ADDRESS'

/**
 * Looks names up, and refuses addresses of this machine and of private networks, unless the service was of such a network when it
 * was first looked up, in either form of its host: the answer of a name server must not lead a mirror of a public service inside.
 */
export function guardLookup(lookup: LookupFunction = systemLookup as LookupFunction): LookupFunction {
  const inside = new Map<string, boolean>()

  function mayLeadInside(hostname: string, addresses: readonly LookupAddress[]): boolean {
    const [service] = hostForms(hostname)
    const known = inside.get(service) ?? addresses.every(({ address }) => isInward(address))
    if (addresses.length > 0) inside.set(service, known)
    return known
  }
  return (hostname, options, done) => {
    lookup(hostname, options, (error, found, family) => {
      if (error) return done(error, found, family)
      const addresses = typeof found === 'string' ? [{ address: found, family: family ?? 4 }] : found
      if (mayLeadInside(hostname, addresses)) return done(null, found, family)
      const outward = addresses.filter(({ address }) => !isInward(address))
      const [first] = outward
      if (first === undefined) return done(refuse(hostname, addresses), [], 0)
      if (typeof found === 'string') return done(null, first.address, first.family)
      done(null, outward, 0)
    })
  }
}

function refuse(hostname: string, addresses: readonly LookupAddress[]): NodeJS.ErrnoException {
  const shown = addresses.map(({ address }) => address).join(', ')
  return Object.assign(new Error(`${hostname} is ${shown || 'at no address'}`), { code: INWARD_CODE })
}
