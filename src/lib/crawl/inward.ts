import { BlockList, isIP } from 'node:net'

// Addresses that lead into a machine or its own network, and to its cloud's metadata service (IANA special-purpose registries,
// RFC 6890). An IPv4 address mapped into IPv6 is checked as what it is.
const INWARD = new BlockList()
for (const [network, prefix] of [
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
] as const)
  INWARD.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  INWARD.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is of this machine or of a private network. What is no IP address is taken for one. */
export function isInward(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  const family = isIP(bare)
  return family === 0 || INWARD.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}
