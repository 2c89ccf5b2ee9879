import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, type Settings } from '../../src/lib/config/index.ts'
import { idsOf } from '../../src/lib/crawl/index.ts'
import { openHttpMirror } from '../../src/lib/crawl/restore-http.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { openPublished } from '../../src/lib/site/published.ts'
import {
  findReadable,
  type Generation,
  type Manifest,
  openFolderMirror,
  type PublishedMirror,
  type Restored,
  restore,
  withState,
} from '../../src/lib/snapshot/index.ts'
import { checkService } from './crawl-origin.ts'
import { isSameService } from './load-settings.ts'
import { readNetwork } from './network.ts'
import { userAgent } from './program.ts'
import { readSigningKey } from './signing-key.ts'
import { trustMirror } from './trust-mirror.ts'

/** The service that the published mirror must be of: that of the settings, or `any` if they name none. */
export type Service = 'settings' | 'any'

/**
 * Restores the snapshot from a published mirror: an address or a folder. Throws a ConfigError if it is a mirror of another service than
 * that of the settings or of the local snapshot, and UnsignedMirror if the settings have a key that did not sign it and `accept` does not
 * name it. `accepted`: the ids of `accept` that were needed.
 */
export async function restoreSnapshot(
  settings: Settings,
  named: string,
  service: Service,
  { signal, accept }: { readonly signal: AbortSignal; readonly accept: string | undefined },
): Promise<Restored & { readonly accepted: readonly string[] }> {
  const accepted: string[] = []
  const trusting = { accept: idsOf(accept), onAccepted: (id: string) => accepted.push(id) }
  const key = readSigningKey(settings)
  const mirror = openNamed(settings, named, signal)
  const trust = (bytes: Buffer, published: Manifest) =>
    key ? trustMirror(mirror, bytes, published, { key, ...trusting }) : Promise.resolve(mirror)
  const { state, concurrency, maxTotalBytes, origin } = settings
  const isAny = origin === undefined && service === 'any'
  try {
    const restored = await withState(state, () => {
      const current = findReadable(state)
      if (!isAny) checkService(settings, current)
      const accepts = (published: Manifest) =>
        isAny
          ? checkAgainstSnapshot(current, state, published, named)
          : checkAgainstSettings(settings, published, named)
      const now = new Date()
      return restore({ state, current, mirror, concurrency, maxTotalBytes, now, signal, accepts, trust })
    })
    return { ...restored, accepted }
  } finally {
    await mirror.close?.()
  }
}

function openNamed(
  settings: Settings,
  named: string,
  signal: AbortSignal,
): PublishedMirror & { close?(): Promise<void> } {
  if (named === '')
    throw new ConfigError('--restore: expected the address or folder of a mirror, saw nothing.')
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(named)) {
    const folder = resolve(named)
    if (statSync(folder, { throwIfNoEntry: false })?.isFile())
      throw new ConfigError(`--restore: expected the address or folder of a mirror, saw the file ${folder}.`)
    return openFolderMirror(openPublished(folder))
  }
  const { deadlines, retries, minRate, concurrency, contact } = settings
  try {
    const base = parseBaseAddress(named.replace(/\/(?:manifest\.json|index\.html)$/, '/'))
    return openHttpMirror({
      base,
      deadlines,
      retries,
      minRate,
      connections: concurrency,
      userAgent: userAgent(contact),
      network: readNetwork(settings),
      signal,
    })
  } catch (error) {
    if (error instanceof TypeError) throw new ConfigError(`--restore: ${error.message}.`, { cause: error })
    throw error
  }
}

// A published mirror of the bundled sample is ignored if the settings name a service.
function checkAgainstSettings({ origin }: Settings, published: Manifest, named: string): boolean {
  if (published.sample || origin === undefined) {
    if (published.sample && origin === undefined) return true
    if (published.sample) return false
    throw foreign(named, published, 'the bundled sample; name its address with --origin')
  }
  if (isSameService(published.origin, origin)) return true
  throw foreign(named, published, origin.join(', '))
}

function checkAgainstSnapshot(
  current: Generation | undefined,
  state: string,
  published: Manifest,
  named: string,
): boolean {
  if (current === undefined) return true
  const snapshot = current.manifest
  const isSame = snapshot.sample
    ? published.sample === true
    : isSameService(published.origin, snapshot.origin)
  if (isSame) return true
  throw foreign(
    named,
    published,
    `${snapshot.origin.join(', ')}, as ${state} is. Name another folder with --state`,
  )
}

function foreign(named: string, { origin }: Manifest, wanted: string): ConfigError {
  return new ConfigError(`--restore: ${named} is a mirror of ${origin.join(', ')}, not of ${wanted}.`)
}
