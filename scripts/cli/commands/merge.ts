import { isReused, mergeOrigin } from '../../job/crawl-origin.ts'
import { withKnownOrigin } from '../../job/known-origin.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { type Invocation, UsageError } from '../command.ts'
import { type CommandEnding, endingOf } from '../exit-codes.ts'
import { showProgress } from '../progress.ts'
import { runRestore, whenFree } from '../restore.ts'
import { renderProblems } from '../summary.ts'
import { printCrawled, reportReuse } from './crawl.ts'
import { readPlan } from './shard.ts'

/** Merges the shards of a plan and prints a summary. Resolves to how it ended. */
export async function runMergeCommand(invocation: Invocation): Promise<CommandEnding> {
  const { configFile, overrides, plan, acceptRemovals, terminal, signal, quiet, json, verbose } = invocation
  if (plan === undefined) throw new UsageError('merge: expected --plan <file>, the plan of the shards.')
  const settings = withKnownOrigin(await loadSettings(configFile, overrides))
  const pin = readPlan(plan)
  await runRestore(invocation, settings)
  const began = performance.now()
  const show = showProgress(terminal, { quiet: quiet || json, verbose })
  const outcome = await whenFree(invocation, () => mergeOrigin(settings, pin, show, signal, acceptRemovals))
  if (isReused(outcome)) return reportReuse(invocation, outcome)
  for (const line of renderProblems(outcome.manifest.problems, terminal.paint)) terminal.err(line)
  printCrawled(invocation, outcome, performance.now() - began)
  return endingOf(outcome.manifest)
}
