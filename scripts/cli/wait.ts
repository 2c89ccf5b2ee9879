import { setTimeout as delay } from 'node:timers/promises'
import { StateInUse } from '../../src/lib/snapshot/index.ts'
import type { Invocation } from './command.ts'
import { printable } from './terminal.ts'

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
