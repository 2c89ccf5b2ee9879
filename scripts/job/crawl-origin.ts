import type { Settings } from '../../src/lib/config/index.ts'
import { ConfigError } from '../../src/lib/config/index.ts'
import { type CrawlResult, crawl, type Listener } from '../../src/lib/crawl/index.ts'
import { type BaseAddress, hostForms } from '../../src/lib/interface/index.ts'
import { findCurrent, removeSnapshot, withState } from '../../src/lib/snapshot/index.ts'
import { withSample } from './sample.ts'
import { TOOL, userAgent } from './tool.ts'

/** Crawls the origin of the settings, or the bundled sample when they name none. */
export function crawlOrigin(settings: Settings, on: Listener, signal: AbortSignal): Promise<CrawlResult> {
  const run = (bases: readonly BaseAddress[], sample = false) =>
    crawl(
      {
        ...settings,
        bases,
        sample,
        userAgent: userAgent(settings.contact),
        codeField: settings.fields.code,
        tool: TOOL,
        signal,
      },
      on,
    )
  const { state, origin } = settings
  return withState(state, async () => {
    checkState(settings)
    return origin === undefined ? withSample((bases) => run(bases, true)) : run(origin)
  })
}

/** A state folder holds one service. Throws a ConfigError when it holds another; the bundled sample gives way to a real one. */
function checkState({ state, origin }: Settings): void {
  const held = findCurrent(state)?.manifest
  if (held === undefined || (held.sample && origin === undefined)) return
  if (held.sample) return removeSnapshot(state)
  if (origin && held.origin.some((old) => origin.some((base) => isSameService(old, base)))) return
  throw new ConfigError(
    `state: ${state} holds a mirror of ${held.origin.join(', ')}, not of ${origin?.join(', ') ?? 'the bundled sample'}. ` +
      'Name another folder with --state, or, when the service has moved, give its old address as a further --origin.',
  )
}

// The same place on the same host; a service may have moved from http to https, or to its other host form.
function isSameService(a: string, b: string): boolean {
  const nameOf = (address: string) => {
    const { hostname, port, pathname } = new URL(address)
    return `${hostForms(hostname)[0]}:${port} ${pathname}`
  }
  return nameOf(a) === nameOf(b)
}
