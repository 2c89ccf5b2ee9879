import type { CrawlPlan, RequestRange } from '../../../src/lib/crawl/index.ts'
import { quoteCode } from '../../../src/lib/interface/index.ts'
import { planOrigin } from '../../job/crawl-origin.ts'
import { withKnownOrigin } from '../../job/known-origin.ts'
import { loadSettings } from '../../job/load-settings.ts'
import type { Invocation } from '../command.ts'
import { type CommandEnding, endingOf } from '../exit-codes.ts'
import { showProgress } from '../progress.ts'
import { runRestore } from '../restore.ts'
import { renderProblems } from '../summary.ts'
import { printable, renderBytes, renderCount, renderPlural, renderSpan, type Terminal } from '../terminal.ts'

/** Plans a crawl. Resolves to how it ended. */
export async function runPlanCommand(invocation: Invocation): Promise<CommandEnding> {
  const { configFile, overrides, terminal, signal, json, quiet, verbose } = invocation
  const settings = withKnownOrigin(await loadSettings(configFile, overrides))
  await runRestore(invocation, settings)
  const plan = await planOrigin(settings, showProgress(terminal, { quiet: quiet || json, verbose }), signal)
  terminal.out(json ? JSON.stringify(plan, null, 2) : renderPlan(plan, terminal.paint))
  if (plan.removal) return 'refused'
  return endingOf({ complete: plan.problems.every(({ severity }) => severity !== 'gap') })
}

const CODES_SHOWN = 10

/** A plan as text. */
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
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    '',
    paint('bold', `Plan for a crawl of ${plan.origin.join(', ')}`),
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    paint('bold', 'Inferred'),
    ...plan.inferences.map(({ what, field, evidence }) =>
      printable(`  ${what}: ${field ?? 'not found'} — ${evidence}`),
    ),
    ...renderProblems(plan.problems, paint),
    ...renderRemoval(plan, paint),
  ].join('\n')
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
    '',
    paint('red', 'The crawl would be refused: it would remove more than is allowed without confirmation.'),
    ...removal.losses.map(({ what, before, left }) => printable(`  ${what}: ${left} of ${before} left`)),
    `To accept exactly these removals: npm run mirror -- --accept-removals ${removal.planId}`,
  ]
}
