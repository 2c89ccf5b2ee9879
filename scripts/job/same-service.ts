import { hostForms } from '../../src/lib/interface/index.ts'

/** Whether two lists of base addresses have one in common, ignoring http or https and `www.`: a service may have moved between them. */
export function isSameService(a: readonly string[], b: readonly string[]): boolean {
  const names = new Set(b.map(nameOf))
  return a.some((address) => names.has(nameOf(address)))
}

function nameOf(address: string): string {
  if (!URL.canParse(address)) return address
  const { hostname, port, pathname } = new URL(address)
  return `${hostForms(hostname)[0]}:${port} ${pathname}`
}
