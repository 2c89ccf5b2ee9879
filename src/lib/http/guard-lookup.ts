import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { hostForms } from '../interface/index.ts'
import { isMetadata, isPrivateAddress } from './private-address.ts'

/** The error code of a connection that is refused because of its address. */
export const PRIVATE_ADDRESS_CODE = 'ERR_INWARD_ADDRESS'

/**
 * A lookup that rejects private addresses and those of this machine, unless the first lookup of the host (with or without `www`) gave only
 * such addresses. A name server must not be able to redirect the mirror of a public service into a private network.
 */
export function guardLookup(lookup: LookupFunction = systemLookup as LookupFunction): LookupFunction {
  const inside = new Map<string, boolean>()

  function mayLeadInside(hostname: string, addresses: readonly LookupAddress[]): boolean {
    const [service] = hostForms(hostname)
    const known = inside.get(service) ?? addresses.every(({ address }) => isPrivateAddress(address))
    if (addresses.length > 0) inside.set(service, known)
    return known
  }
  return (hostname, options, done) => {
    lookup(hostname, options, (error, found, family) => {
      if (error) return done(error, found, family)
      const all = typeof found === 'string' ? [{ address: found, family: family ?? 4 }] : found
      const usable = all.filter(({ address }) => !isMetadata(address))
      const allowed = mayLeadInside(hostname, usable)
        ? usable
        : usable.filter(({ address }) => !isPrivateAddress(address))
      const [first] = allowed
      if (first === undefined) return done(refuse(hostname, all, usable.length === 0), [], 0)
      if (typeof found === 'string') return done(null, first.address, first.family)
      done(null, allowed, 0)
    })
  }
}

function refuse(
  hostname: string,
  addresses: readonly LookupAddress[],
  isOfCloud: boolean,
): NodeJS.ErrnoException {
  const shown = addresses.map(({ address }) => address).join(', ') || 'without an address'
  const where = isOfCloud
    ? 'resolves only to the metadata service of a cloud'
    : 'resolves to a private network, although it had a public address before'
  return Object.assign(new Error(`${where}: ${hostname} is ${shown}`), { code: PRIVATE_ADDRESS_CODE })
}
