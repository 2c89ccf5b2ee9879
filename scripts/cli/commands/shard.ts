import { resolve } from 'node:path'
import { describeInferred } from '../../../src/lib/catalogue/index.ts'
import {
  type CrawlPlan,
  describeShardProblems,
  type Pin,
  parsePin,
  type RequestRange,
  type ShardFile,
  UnusablePlan,
} from '../../../src/lib/crawl/index.ts'
import { type BaseAddress, quoteCode } from '../../../src/lib/interface/index.ts'
import { isBrokenJson } from '../../../src/lib/reading/index.ts'
import { isAbsent, layout, readJsonFile } from '../../../src/lib/snapshot/index.ts'
import { crawlShardOf, planOrigin } from '../../job/crawl-origin.ts'
import { loadCrawlSettings } from '../../job/folders.ts'
import { type Invocation, printResult, UsageError } from '../command.ts'
import { type CommandEnding, endingOf } from '../exit-codes.ts'
import { runRestore, whenFree } from '../restore.ts'
import { renderProblems } from '../summary.ts'
import {
  escapeControls,
  renderBytes,
  renderCount,
  renderPlural,
  renderSpan,
  showProgress,
  type Terminal,
} from '../terminal.ts'

/** Fetches one shard of a plan and prints a summary. It ends as complete even if something could not be fetched: merge reports that. */
export async function runShardCommand(invocation: Invocation): Promise<CommandEnding> {
  const { config, overrides, plan, shard, acceptRemovals, restore, terminal, signal } = invocation
  const { quiet, json, verbose } = invocation
  if (shard === undefined || plan === undefined)
    throw new UsageError('crawl: --shard and --plan go together: --plan <file> --shard <i/n>.')
  if (acceptRemovals !== undefined && restore === undefined)
    throw new UsageError('crawl: a shard removes nothing. Use --accept-removals with plan and merge.')
  const settings = await loadCrawlSettings(config, overrides)
  if (settings.origin === undefined)
    throw new UsageError(
      'crawl: the bundled sample cannot be fetched in shards, because each run serves it for itself. Name a service with --origin.',
    )
  const pin = readPlan(plan)
  const { notRestored } = await runRestore(invocation, settings)
  const began = performance.now()
  const show = showProgress(terminal, { quiet: quiet || json, verbose })
  const file = await whenFree(invocation, () => crawlShardOf(settings, pin, shard, show, signal))
  const span = performance.now() - began
  const folder = layout.shard(settings.state, shard)
  const problems = [...notRestored, ...describeShardProblems(pin.origin[0] as BaseAddress, file)]
  const result = { ...summarizeShard(file, folder, span), problems }
  printResult(invocation, result, () => renderShard(file, folder, span))
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
  return escapeControls(
    [
      `Finished shard ${index}/${of} of plan ${pin} in ${renderSpan(span)}: ${renderPlural(records.length, 'representation')}, ${renderBytes(received)} received${failed}.`,
      `It is in ${folder}. When all shards have finished: npm run mirror -- merge --plan <file>`,
    ].join('\n'),
  )
}

/** Plans a crawl. Resolves to how it ended. */
export async function runPlanCommand(invocation: Invocation): Promise<CommandEnding> {
  const { config, overrides, terminal, signal, json, quiet, verbose, acceptRemovals } = invocation
  const settings = await loadCrawlSettings(config, overrides)
  const { notRestored, accepted } = await runRestore(invocation, settings)
  const show = showProgress(terminal, { quiet: quiet || json, verbose })
  const plan = await planOrigin(settings, show, signal, { acceptRemovals, accepted })
  const whole = { ...plan, problems: [...notRestored, ...plan.problems] }
  if (json) terminal.out(JSON.stringify(whole, null, 2))
  else if (!quiet) terminal.out(renderPlan(plan, terminal.paint))
  else
    for (const line of [
      ...renderProblems(plan.problems, terminal.paint),
      ...renderRemoval(plan, terminal.paint),
    ])
      terminal.err(line)
  if (plan.removal) return 'refused'
  return endingOf({ complete: plan.problems.every(({ severity }) => severity !== 'gap') })
}

const CODES_SHOWN = 10

function renderPlan(plan: CrawlPlan, paint: Terminal['paint']): string {
  const rows: [string, string][] = [
    ...plan.lists.map(({ path, entries }): [string, string] => [
      path,
      renderPlural(entries, 'entry', 'entries'),
    ]),
    ['datasets', renderCount(plan.datasets)],
    ['new', nameSome(plan.added)],
    ['withdrawn', nameSome(plan.withdrawn)],
    ...(plan.returned.length > 0 ? [['listed again', nameSome(plan.returned)] as [string, string]] : []),
    ['requests', `${renderCount(plan.requests)} (this plan sent ${renderCount(plan.asked)})`],
    ...renderUnasked(plan),
    ['bytes', renderRange(plan.bytes, renderBytes)],
    ['time', renderRange(plan.milliseconds, renderSpan)],
    ...renderHistory(plan),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    '',
    paint('bold', `Plan for a crawl of ${plan.origin.join(', ')}`),
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    paint('bold', 'Inferred'),
    ...plan.inferences.map(({ what, field, evidence }) =>
      escapeControls(`  ${what}: ${field ?? 'not found'} — ${describeInferred(evidence)}`),
    ),
    ...renderProblems(plan.problems, paint),
    ...(plan.removal ? ['', ...renderRemoval(plan, paint)] : []),
  ].join('\n')
}

function renderHistory({ history }: CrawlPlan): [string, string][] {
  if (history === undefined) return []
  const { versions, bytes, limits } = history
  return [
    [
      'history',
      `${renderPlural(versions, 'former version')}, ${renderBytes(bytes)} of at most ${renderBytes(limits.bytes)}; up to ${renderCount(limits.keep)} of each format of a dataset`,
    ],
  ]
}

function renderUnasked({ unasked, revisit }: CrawlPlan): [string, string][] {
  const spared = `${renderPlural(unasked, 'file')} confirmed recently, with an unchanged entry in the lists`
  return [
    ...(unasked > 0 ? [['not requested', spared] as [string, string]] : []),
    ...(revisit
      ? [
          [
            'revisit',
            `the config key "revisit: ${revisit.days}" would save ${renderPlural(revisit.saves, 'request')}`,
          ] as [string, string],
        ]
      : []),
  ]
}

function renderRange({ least, most }: RequestRange, render: (value: number) => string): string {
  const [from, to] = [render(least), render(most)]
  return from === to ? `about ${from}` : `about ${from} to ${to}`
}

function nameSome(codes: readonly string[]): string {
  if (codes.length === 0) return 'none'
  const shown = codes.slice(0, CODES_SHOWN).map(quoteCode).join(', ')
  const more = codes.length > CODES_SHOWN ? ` and ${renderCount(codes.length - CODES_SHOWN)} more` : ''
  return `${renderCount(codes.length)}: ${shown}${more}`
}

function renderRemoval({ removal }: CrawlPlan, paint: Terminal['paint']): string[] {
  if (removal === undefined) return []
  return [
    paint('red', 'The crawl would be refused: it would remove more than is allowed without confirmation.'),
    ...removal.losses.map(({ what, before, left }) => escapeControls(`  ${what}: ${left} of ${before} left`)),
    `To accept exactly these removals: npm run mirror -- --accept-removals ${removal.accept}`,
  ]
}
