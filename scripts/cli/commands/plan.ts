import { planOrigin } from '../../job/crawl-origin.ts'
import { withKnownOrigin } from '../../job/known-origin.ts'
import { loadSettings } from '../../job/load-settings.ts'
import type { Invocation } from '../command.ts'
import { type CommandEnding, endingOf } from '../exit-codes.ts'
import { renderPlan } from '../plan-text.ts'
import { showProgress } from '../progress.ts'

/** Plans a crawl. Resolves to how it ended. */
export async function runPlanCommand({
  configFile,
  overrides,
  terminal,
  signal,
  json,
  quiet,
  verbose,
}: Invocation): Promise<CommandEnding> {
  const settings = withKnownOrigin(await loadSettings(configFile, overrides))
  const plan = await planOrigin(settings, showProgress(terminal, { quiet: quiet || json, verbose }), signal)
  terminal.out(json ? JSON.stringify(plan, null, 2) : renderPlan(plan, terminal.paint))
  if (plan.removal) return 'refused'
  return endingOf({ complete: plan.problems.every(({ severity }) => severity !== 'gap') })
}
