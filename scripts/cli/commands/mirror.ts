import type { Settings } from '../../../src/lib/config/index.ts'
import type { Problem } from '../../../src/lib/snapshot/index.ts'
import { isReused, type Reused } from '../../job/crawl-origin.ts'
import { checkFolders, checkPublishedService } from '../../job/folders.ts'
import { loadSettings, withKnownOrigin } from '../../job/load-settings.ts'
import { readSigningKey } from '../../job/signing-key.ts'
import { type Invocation, printResult } from '../command.ts'
import { type CommandEnding, endingOf } from '../exit-codes.ts'
import { runRestore } from '../restore.ts'
import { renderSummary, summarize } from '../summary.ts'
import { renderViewCommand, runBuild } from './build.ts'
import { reportReuse, runCrawl } from './crawl.ts'

/** Crawls, builds and prints a summary. If the origin is unreachable, builds from the last snapshot. Resolves to how it ended. */
export async function runMirrorCommand(invocation: Invocation): Promise<CommandEnding> {
  const settings = withKnownOrigin(await loadSettings(invocation.config, invocation.overrides))
  checkFolders(settings)
  readSigningKey(settings)
  checkPublishedService(settings.out, settings.origin)
  const { notRestored, accepted } = await runRestore(invocation, settings)
  const { outcome, span: crawl } = await runCrawl(invocation, settings, accepted)
  if (isReused(outcome)) return reuse(invocation, settings, outcome, notRestored)
  const { span: build, notRead } = await runBuild(invocation, settings)
  const spans = { crawl, build }
  const { manifest } = outcome
  const problems = [...notRestored, ...manifest.problems, ...notRead]
  const whole = { ...outcome, manifest: { ...manifest, problems } }
  printResult(invocation, summarize(whole, spans, settings.out), () =>
    renderSummary(whole, spans, renderViewCommand(settings), invocation.terminal.paint),
  )
  return endingOf(manifest)
}

async function reuse(
  invocation: Invocation,
  settings: Settings,
  reused: Reused,
  notRestored: readonly Problem[],
): Promise<CommandEnding> {
  const { span: build, notRead } = await runBuild(invocation, settings)
  const { json, quiet, terminal } = invocation
  if (!json && !quiet) terminal.out(renderViewCommand(settings))
  return reportReuse(invocation, reused, {
    out: settings.out,
    problems: [...notRestored, ...notRead],
    milliseconds: { build: Math.round(build) },
  })
}
