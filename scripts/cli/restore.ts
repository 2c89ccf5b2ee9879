import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from '../../src/lib/config/index.ts'
import {
  type Manifest,
  type Problem,
  type Restored,
  StateInUse,
  warning,
} from '../../src/lib/snapshot/index.ts'
import type { Service } from '../job/restore.ts'
import type { Invocation } from './command.ts'
import { renderProblems } from './summary.ts'
import { escapeControls, renderBytes, renderPlural } from './terminal.ts'

/**
 * Restores the snapshot if the command has the option `--restore`. Prints what was restored, or why nothing was, which is `notRestored`.
 * `accepted`: the plan ids that the operator has accepted and the restore has needed.
 */
export async function runRestore(
  invocation: Invocation,
  settings: Settings,
  service: Service = 'settings',
): Promise<{ readonly notRestored: readonly Problem[]; readonly accepted: readonly string[] }> {
  const { restore: named, terminal, quiet, json, signal, acceptRemovals: accept } = invocation
  if (named === undefined) return { notRestored: [], accepted: [] }
  const print = (line: string) => {
    if (!quiet && !json) terminal.err(escapeControls(line))
  }
  print(`Restoring the snapshot from ${named}`)
  // Loaded only here: most runs restore nothing, and it imports the HTTP client and the crawler.
  const { restoreSnapshot } = await import('../job/restore.ts')
  const restored = await whenFree(invocation, () =>
    restoreSnapshot(settings, named, service, { signal, accept }),
  )
  if (restored.kind === 'current')
    print(
      `  The local snapshot of ${restored.manifest.completedAt} is at least as recent, so nothing was restored.`,
    )
  if (restored.kind === 'restored') print(renderRestored(restored.manifest))
  const notRestored = findNotRestored(restored, named)
  const leftOut = restored.kind === 'restored' ? restored.leftOut : []
  for (const line of renderProblems([...notRestored, ...leftOut], terminal.paint)) terminal.err(line)
  return { notRestored, accepted: restored.accepted }
}

function findNotRestored(restored: Restored, subject: string): Problem[] {
  const message = describeNotRestored(restored)
  return message === undefined ? [] : [warning('not-restored', subject, message)]
}

function describeNotRestored(restored: Restored): string | undefined {
  switch (restored.kind) {
    case 'absent':
      return 'There is no mirror, so nothing was restored. If one was published before, stop this run and correct --restore: a run without the snapshot loses the history.'
    case 'unwanted':
      return 'It is a mirror of the bundled sample, so nothing was restored.'
    case 'undated':
      return `It states that it was crawled at ${restored.published.completedAt}, which is in the future, so nothing was restored: the local snapshot may be newer. Check the clock of this machine. To restore anyway, name an empty folder with --state.`
    default:
      return undefined
  }
}

function renderRestored({ records, completedAt }: Manifest): string {
  const files = records.filter(({ sha256 }) => sha256 !== undefined).length
  const bytes = records.reduce((sum, record) => sum + (record.bytes ?? 0), 0)
  return `  Restored ${renderPlural(files, 'file')} (${renderBytes(bytes)}) as of ${completedAt}.`
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
      if (error.use !== reported) terminal.err(escapeControls(`${error.use}. Waiting for it to finish.`))
      reported = error.use
      await delay(PAUSE, undefined, { signal })
    }
  }
}
