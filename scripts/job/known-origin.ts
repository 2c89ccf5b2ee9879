import type { Settings } from '../../src/lib/config/index.ts'
import { hostForms, parseBaseAddress } from '../../src/lib/interface/index.ts'
import { checkStateFolder, findReadable } from '../../src/lib/snapshot/index.ts'

/** If the settings name no origin, adds that of the snapshot, unless it is the bundled sample. Throws UnusableFolder. */
export function withKnownOrigin(settings: Settings): Settings {
  if (settings.origin !== undefined) return settings
  checkStateFolder(settings.state)
  const manifest = findReadable(settings.state)?.manifest
  if (manifest === undefined || manifest.sample) return settings
  return { ...settings, origin: manifest.origin.map(parseBaseAddress) }
}

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
