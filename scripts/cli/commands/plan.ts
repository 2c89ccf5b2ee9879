import { planOrigin } from '../../job/crawl-origin.ts'
import { withKnownOrigin } from '../../job/known-origin.ts'
import { loadSettings } from '../../job/load-settings.ts'
import type { Invocation } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { renderPlan } from '../plan-text.ts'
import { showProgress } from '../progress.ts'

/** Plans a crawl. Resolves to the exit code. */
export async function runPlanCommand({
  configFile,
  overrides,
  terminal,
  signal,
  json,
  quiet,
  verbose,
}: Invocation): Promise<number> {
  const settings = withKnownOrigin(await loadSettings(configFile, overrides))
  const plan = await planOrigin(settings, showProgress(terminal, { quiet: quiet || json, verbose }), signal)
  terminal.out(json ? JSON.stringify(plan, null, 2) : renderPlan(plan, terminal.paint))
  if (plan.removal) return EXIT_CODES.refused
  return plan.problems.some(({ severity }) => severity === 'gap') ? EXIT_CODES.gaps : EXIT_CODES.complete
}
