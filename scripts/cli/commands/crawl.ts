import type { Settings } from '../../../src/lib/config/index.ts'
import type { CrawlResult } from '../../../src/lib/crawl/index.ts'
import { crawlOrigin } from '../../job/crawl-origin.ts'
import { loadSettings } from '../../job/load-settings.ts'
import type { Command, Invocation } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { showProgress } from '../progress.ts'
import { renderProblems, renderSummary, summarize } from '../summary.ts'

export const crawlCommand: Command = {
  name: 'crawl',
  summary: 'Brings the snapshot up to date with the origin; builds nothing.',
  options: ['origin', 'state', 'config', 'concurrency'],
  async run(invocation) {
    const settings = await loadSettings(invocation.configFile, invocation.overrides)
    const { result, span } = await runCrawl(invocation, settings)
    const spans = { crawl: span }
    const next = 'Build the site:  npm run mirror -- build'
    if (invocation.json) invocation.terminal.out(JSON.stringify(summarize(result, spans), null, 2))
    else if (!invocation.quiet) invocation.terminal.out(renderSummary(result, spans, next))
    return result.manifest.complete ? EXIT_CODES.complete : EXIT_CODES.holes
  },
}

/** Crawls as a command does: with progress, then the problems. The span is in ms. */
export async function runCrawl(
  invocation: Invocation,
  settings: Settings,
): Promise<{ result: CrawlResult; span: number }> {
  const { terminal, signal, quiet, verbose, json } = invocation
  const began = performance.now()
  if (!quiet && !json) terminal.err(`Crawling ${settings.origin?.join(', ') ?? 'the bundled sample'}`)
  const result = await crawlOrigin(
    settings,
    showProgress(terminal, { quiet: quiet || json, verbose }),
    signal,
  )
  for (const line of renderProblems(result.manifest.problems)) terminal.err(line)
  return { result, span: performance.now() - began }
}
