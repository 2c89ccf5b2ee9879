import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { closeSync, openSync } from 'node:fs'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { devNull } from 'node:os'
import { hostForms } from '../interface/index.ts'

/** The error code of a connection that is refused because of its address. */
export const PRIVATE_ADDRESS_CODE = 'ERR_PRIVATE_ADDRESS'

/** Error codes of a process, or a system, that has too many open files. */
export const EXHAUSTED: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE'])

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
      if (error) return done(findExhaustion() ?? error, found, family)
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

// A lookup opens files too. Where it cannot, the system reports a name server that does not respond.
function findExhaustion(): NodeJS.ErrnoException | undefined {
  try {
    closeSync(openSync(devNull, 'r'))
    return undefined
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return EXHAUSTED.has(code) ? (error as NodeJS.ErrnoException) : undefined
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

type Network = readonly [address: string, prefix: number]

// Addresses of a machine itself or its private network (IANA special-purpose address registries, RFC 6890).
const PRIVATE_IPV4: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
]
const PRIVATE_IPV6: readonly Network[] = [
  // Unspecified, loopback and IPv4-compatible.
  ['::', 96],
  // IPv4-translated (RFC 2765), local NAT64 (RFC 8215), discard-only, Teredo, SRv6 (RFC 9602).
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['5f00::', 16],
  // Unique local, link-local, site-local, multicast.
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

// Metadata services, which hand out the credentials of a cloud machine: most clouds; AWS for containers; Azure; Alibaba; Oracle; AWS and
// Google over IPv6.
const METADATA_IPV4: readonly Network[] = [
  ['169.254.169.254', 32],
  ['169.254.170.0', 24],
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
]
const METADATA_IPV6: readonly Network[] = [
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
]

const METADATA = blockListOf(METADATA_IPV4, METADATA_IPV6)
const PRIVATE = blockListOf([...PRIVATE_IPV4, ...METADATA_IPV4], PRIVATE_IPV6)

/** Whether an IP address belongs to this machine, a private network or a cloud's metadata service. True for text that is no IP address. */
export function isPrivateAddress(address: string): boolean {
  return isOf(PRIVATE, address) ?? true
}

/** Whether an IP address is a cloud's metadata service, which is never an origin. */
function isMetadata(address: string): boolean {
  return isOf(METADATA, address) ?? false
}

function isOf(networks: BlockList, address: string): boolean | undefined {
  const bare = address.replace(/%.*$/, '')
  const family = isIP(bare)
  return family === 0 ? undefined : networks.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

// IPv4-mapped IPv6 addresses are checked as IPv4; addresses with an embedded IPv4 address (NAT64, RFC 6052; 6to4, RFC 3056) are added as
// IPv6 networks.
function blockListOf(ipv4: readonly Network[], ipv6: readonly Network[]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of ipv4) {
    list.addSubnet(address, prefix, 'ipv4')
    list.addSubnet(`64:ff9b::${address}`, 96 + prefix, 'ipv6')
    list.addSubnet(`2002:${toGroups(address)}::`, 16 + prefix, 'ipv6')
  }
  for (const [address, prefix] of ipv6) list.addSubnet(address, prefix, 'ipv6')
  return list
}

// The two groups of an IPv6 address that contain an IPv4 address.
function toGroups(address: string): string {
  const hex = Buffer.from(address.split('.').map(Number)).toString('hex')
  return `${hex.slice(0, 4)}:${hex.slice(4)}`
}
