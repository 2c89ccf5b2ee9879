import { planOrigin } from '../../job/crawl-origin.ts'
import { loadSettings } from '../../job/load-settings.ts'
import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { renderPlan } from '../plan-text.ts'
import { showProgress } from '../progress.ts'

export const planCommand: Command = {
  name: 'plan',
  summary:
    'Says what a crawl would do: requests, bytes, time, what was inferred, what would change or go. Changes nothing.',
  options: ['origin', 'state', 'config', 'concurrency', 'rate'],
  async run({ configFile, overrides, terminal, signal, json, quiet, verbose }) {
    const settings = await loadSettings(configFile, overrides)
    const plan = await planOrigin(settings, showProgress(terminal, { quiet: quiet || json, verbose }), signal)
    terminal.out(json ? JSON.stringify(plan, null, 2) : renderPlan(plan, terminal.paint))
    return plan.removal === undefined ? EXIT_CODES.complete : EXIT_CODES.refused
  },
}
