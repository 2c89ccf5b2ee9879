import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from '../../src/lib/config/index.ts'
import { type Restored, StateInUse } from '../../src/lib/snapshot/index.ts'
import type { Service } from '../job/restore.ts'
import type { Invocation } from './command.ts'
import { renderProblems } from './summary.ts'
import { printable, renderBytes, renderPlural } from './terminal.ts'

/** Restores the snapshot if the command was given `--restore`. */
export async function runRestore(
  invocation: Invocation,
  settings: Settings,
  service: Service = 'settings',
): Promise<void> {
  const { restore: named, terminal, quiet, json, signal } = invocation
  if (named === undefined) return
  const print = (line: string) => {
    if (!quiet && !json) terminal.err(printable(line))
  }
  print(`Restoring the snapshot from ${named}`)
  // Loaded only here: most runs restore nothing, and it imports the HTTP client and the crawler.
  const { restoreSnapshot } = await import('../job/restore.ts')
  const restored = await whenFree(invocation, () => restoreSnapshot(settings, named, service, signal))
  print(renderRestored(restored, named))
  if (restored.kind === 'restored')
    for (const line of renderProblems(restored.leftOut, terminal.paint)) terminal.err(line)
}

/** The outcome in one line. */
function renderRestored(restored: Restored, named: string): string {
  switch (restored.kind) {
    case 'absent':
      return `  ${named} has no mirror yet, so there is nothing to restore.`
    case 'unwanted':
      return `  ${named} is a mirror of the bundled sample, so nothing was restored.`
    case 'current':
      return `  The local snapshot of ${restored.manifest.completedAt} is at least as recent, so nothing was restored.`
    case 'restored': {
      const { records, completedAt } = restored.manifest
      const files = records.filter(({ sha256 }) => sha256 !== undefined).length
      const bytes = records.reduce((sum, record) => sum + (record.bytes ?? 0), 0)
      return `  Restored ${renderPlural(files, 'file')} (${renderBytes(bytes)}) as of ${completedAt}.`
    }
  }
}

/** How long to wait before the next attempt, in ms. */
const PAUSE = 500

/** Runs `use`, which needs a folder for itself. With `--wait`, tries again until no other run is using the folder. */
export async function whenFree<T>(
  { wait, terminal, signal }: Pick<Invocation, 'wait' | 'terminal' | 'signal'>,
  use: () => Promise<T>,
): Promise<T> {
  for (let reported = ''; ; ) {
    try {
      return await use()
    } catch (error) {
      if (!wait || !(error instanceof StateInUse)) throw error
      if (error.use !== reported) terminal.err(printable(`${error.use}. Waiting for it to finish.`))
      reported = error.use
      await delay(PAUSE, undefined, { signal })
    }
  }
}
