import type { Settings } from '../../../src/lib/config/index.ts'
import { OriginUnreachable } from '../../../src/lib/crawl/index.ts'
import { findCurrent } from '../../../src/lib/snapshot/index.ts'
import { loadSettings } from '../../job/load-settings.ts'
import type { Command, Invocation } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { renderSummary, summarize } from '../summary.ts'
import { printable } from '../terminal.ts'
import { lookAt, runBuild } from './build.ts'
import { runCrawl } from './crawl.ts'

export const mirrorCommand: Command = {
  name: 'mirror',
  summary:
    'Mirrors a service of open data into a static site: crawls it, then builds. Without an origin, the bundled sample.',
  options: ['origin', 'out', 'state', 'config', 'concurrency'],
  async run(invocation) {
    const settings = await loadSettings(invocation.configFile, invocation.overrides)
    const crawled = await runCrawl(invocation, settings).catch((error) => reuse(invocation, settings, error))
    if (crawled === undefined) return EXIT_CODES.holes
    const { result, span: crawl } = crawled
    const spans = { crawl, build: await runBuild(invocation, settings) }
    if (invocation.json)
      invocation.terminal.out(JSON.stringify(summarize(result, spans, settings.out), null, 2))
    else if (!invocation.quiet) invocation.terminal.out(renderSummary(result, spans, lookAt(settings)))
    return result.manifest.complete ? EXIT_CODES.complete : EXIT_CODES.holes
  },
}

// An origin that cannot be reached takes nothing away: the site is built from what is held.
async function reuse(invocation: Invocation, settings: Settings, error: unknown): Promise<undefined> {
  const held = error instanceof OriginUnreachable ? findCurrent(settings.state) : undefined
  if (held === undefined) throw error
  invocation.terminal.err(printable((error as Error).message))
  invocation.terminal.err(`The mirror goes on with what it took on ${held.manifest.completedAt}.`)
  await runBuild(invocation, settings)
  return undefined
}
