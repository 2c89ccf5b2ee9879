import { resolve } from 'node:path'
import { type Pin, parsePin, type ShardFile, UnusablePlan } from '../../../src/lib/crawl/index.ts'
import { isBrokenJson } from '../../../src/lib/reading/index.ts'
import { isAbsent, layout, readJsonFile } from '../../../src/lib/snapshot/index.ts'
import { crawlShardOf } from '../../job/crawl-origin.ts'
import { withKnownOrigin } from '../../job/known-origin.ts'
import { loadSettings } from '../../job/load-settings.ts'
import { type Invocation, UsageError } from '../command.ts'
import type { CommandEnding } from '../exit-codes.ts'
import { showProgress } from '../progress.ts'
import { runRestore, whenFree } from '../restore.ts'
import { printable, renderBytes, renderPlural, renderSpan } from '../terminal.ts'

/** Fetches one shard of a plan and prints a summary. It ends as complete even if something could not be fetched: merge reports that. */
export async function runShardCommand(invocation: Invocation): Promise<CommandEnding> {
  const { configFile, overrides, plan, shard, acceptRemovals, terminal, signal } = invocation
  const { quiet, json, verbose } = invocation
  if (shard === undefined || plan === undefined)
    throw new UsageError('crawl: --shard and --plan go together: --plan <file> --shard <i/n>.')
  if (acceptRemovals !== undefined)
    throw new UsageError('crawl: a shard removes nothing. Use --accept-removals with merge.')
  const settings = withKnownOrigin(await loadSettings(configFile, overrides))
  if (settings.origin === undefined)
    throw new UsageError(
      'crawl: the bundled sample cannot be fetched in shards, because each run serves it for itself. Name a service with --origin.',
    )
  const pin = readPlan(plan)
  await runRestore(invocation, settings)
  const began = performance.now()
  const show = showProgress(terminal, { quiet: quiet || json, verbose })
  const file = await whenFree(invocation, () => crawlShardOf(settings, pin, shard, show, signal))
  const span = performance.now() - began
  const folder = layout.shard(settings.state, shard)
  if (json) terminal.out(JSON.stringify(summarizeShard(file, folder, span), null, 2))
  else if (!quiet) terminal.out(renderShard(file, folder, span))
  return 'complete'
}

/** Reads the file of a plan. Throws UnusablePlan. */
export function readPlan(file: string): Pin {
  const make = 'Make one: npm run --silent mirror -- plan --json >plan.json'
  try {
    return parsePin(readJsonFile(resolve(file)), file)
  } catch (error) {
    if (isAbsent(error)) throw new UnusablePlan(`--plan: ${file} is not a file. ${make}`, { cause: error })
    if (isBrokenJson(error)) throw new UnusablePlan(`--plan: ${file} is not json. ${make}`, { cause: error })
    throw error
  }
}

function summarizeShard(file: ShardFile, folder: string, span: number): object {
  const { pin, index, of, records, misses, requests, received } = file
  return {
    plan: pin,
    shard: `${index}/${of}`,
    folder,
    representations: records.length,
    failed: misses.length,
    ...{ requests, received },
    milliseconds: Math.round(span),
  }
}

function renderShard({ index, of, records, misses, received, pin }: ShardFile, folder: string, span: number) {
  const failed =
    misses.length === 0 ? '' : `; ${renderPlural(misses.length, 'request')} failed, which merge reports`
  return printable(
    [
      `Finished shard ${index}/${of} of plan ${pin} in ${renderSpan(span)}: ${renderPlural(records.length, 'representation')}, ${renderBytes(received)} received${failed}.`,
      `It is in ${folder}. When all shards have finished: npm run mirror -- merge --plan <file>`,
    ].join('\n'),
  )
}
