import type { Settings } from '../../src/lib/config/index.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { checkStateFolder, findReadable } from '../../src/lib/snapshot/index.ts'

/** If the settings name no origin, adds that of the snapshot, unless it is the bundled sample. Throws UnusableFolder. */
export function withKnownOrigin(settings: Settings): Settings {
  if (settings.origin !== undefined) return settings
  checkStateFolder(settings.state)
  const manifest = findReadable(settings.state)?.manifest
  if (manifest === undefined || manifest.sample) return settings
  return { ...settings, origin: manifest.origin.map(parseBaseAddress) }
}
