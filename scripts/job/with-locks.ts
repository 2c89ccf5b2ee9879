import { dirname } from 'node:path'
import type { Settings } from '../../src/lib/config/index.ts'
import { openPublished, writing } from '../../src/lib/site/index.ts'
import { StateInUse, withLock, withState } from '../../src/lib/snapshot/index.ts'
import { buildLockOf } from './folders.ts'

/** One run at a time uses the snapshot, and one builds into the folder: from another snapshot it would be built over. */
export async function withLocks({ state, out: named }: Settings, use: () => Promise<void>): Promise<void> {
  const out = openPublished(named)
  const inUse = (pid: number | undefined) => new StateInUse(out, pid, '--out')
  await writing(dirname(out), () => withLock(buildLockOf(out), inUse, () => withState(state, use)))
}

/** The same from one hook of a page builder to another: resolves when both are held, to what gives them back. */
export function beginWithLocks(settings: Settings): Promise<() => void> {
  const { promise: done, resolve: release } = Promise.withResolvers<void>()
  return new Promise((resolve, reject) => {
    withLocks(settings, () => {
      resolve(release)
      return done
    }).catch(reject)
  })
}
