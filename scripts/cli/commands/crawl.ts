import type { Settings } from '../../../src/lib/config/index.ts'
import type { CrawlResult, Pin } from '../../../src/lib/crawl/index.ts'
import { quoteShell } from '../../../src/lib/site/host/targets/text.ts'
import type { Problem } from '../../../src/lib/snapshot/index.ts'
import { crawlOrigin, describeReuse, isReused, type Reused } from '../../job/crawl-origin.ts'
import { loadCrawlSettings } from '../../job/folders.ts'
import { type Invocation, printResult, UsageError } from '../command.ts'
import { type CommandEnding, type ErrorCode, endingOf, exitCodeOf } from '../exit-codes.ts'
import { runRestore, whenFree } from '../restore.ts'
import { renderProblems, renderSummary, summarize } from '../summary.ts'
import { escapeControls, showProgress } from '../terminal.ts'
import { readPlan, runShardCommand } from './shard.ts'

/** Crawls, or fetches a shard, and prints a summary. Resolves to how it ended. */
export async function runCrawlCommand(invocation: Invocation): Promise<CommandEnding> {
  return (invocation.shard ?? invocation.plan) ? runShardCommand(invocation) : runWhole(invocation)
}

/** Merges the shards of a plan and prints a summary. Resolves to how it ended. */
export async function runMergeCommand(invocation: Invocation): Promise<CommandEnding> {
  if (invocation.plan === undefined)
    throw new UsageError('merge: expected --plan <file>, the plan of the shards.')
  return runWhole(invocation)
}

async function runWhole(invocation: Invocation): Promise<CommandEnding> {
  const { config, overrides, plan } = invocation
  const settings = await loadCrawlSettings(config, overrides)
  const pin = plan === undefined ? undefined : readPlan(plan)
  const { notRestored, accepted } = await runRestore(invocation, settings)
  const { outcome, span } = await runCrawl(invocation, settings, accepted, pin)
  if (isReused(outcome)) return reportReuse(invocation, outcome, { problems: notRestored })
  printCrawled(invocation, outcome, span, notRestored)
  return endingOf(outcome.manifest)
}

/** Prints the summary of a crawl that took `span` ms, with the problems found before it, and how to build the site. */
function printCrawled(
  invocation: Invocation,
  { manifest, ...result }: CrawlResult,
  span: number,
  before: readonly Problem[],
): void {
  const crawled = { ...result, manifest: { ...manifest, problems: [...before, ...manifest.problems] } }
  const spans = { crawl: span }
  const next = `Build the site:  npm run mirror -- build${renderFolderOptions(invocation)}`
  const { paint } = invocation.terminal
  printResult(invocation, summarize(crawled, spans), () => renderSummary(crawled, spans, next, paint))
}

// With the same options, the next command uses the same snapshot.
function renderFolderOptions({ config, overrides: { state } }: Invocation): string {
  const given = [
    ['config', config],
    ['state', state],
  ] as const
  return given.map(([name, value]) => (value === undefined ? '' : ` --${name} ${quoteShell(value)}`)).join('')
}

/** Reports that the origin was unreachable and the last snapshot is used; `more` is added to the json. Returns how it ended. */
export function reportReuse(
  { terminal, json }: Invocation,
  reused: Reused,
  more: object = {},
): CommandEnding {
  const { snapshot, unreachable } = reused
  terminal.err(escapeControls(describeReuse(reused)))
  const code: ErrorCode = 'origin-unreachable'
  const report = {
    unreachable: unreachable.message,
    code,
    exitCode: exitCodeOf('reused'),
    generation: snapshot.generation,
    complete: false,
    ...more,
  }
  if (json) terminal.out(JSON.stringify(report, null, 2))
  return 'reused'
}

/**
 * Crawls, or merges the shards of the plan `pin`, shows the progress, then prints the problems. `span` is in ms. `accepted`: the plan ids that the
 * restore has needed, see {@link runRestore}.
 */
export async function runCrawl(
  invocation: Invocation,
  settings: Settings,
  accepted: readonly string[],
  pin?: Pin,
): Promise<{ outcome: CrawlResult | Reused; span: number }> {
  const { terminal, signal, quiet, verbose, json, acceptRemovals } = invocation
  const began = performance.now()
  if (!quiet && !json && pin === undefined)
    terminal.err(`Crawling ${settings.origin?.join(', ') ?? 'the bundled sample'}`)
  const show = showProgress(terminal, { quiet: quiet || json, verbose })
  const outcome = await whenFree(invocation, () =>
    crawlOrigin(settings, show, signal, { acceptRemovals, accepted, pin }),
  )
  if (!isReused(outcome))
    for (const line of renderProblems(outcome.manifest.problems, terminal.paint)) terminal.err(line)
  return { outcome, span: performance.now() - began }
}
