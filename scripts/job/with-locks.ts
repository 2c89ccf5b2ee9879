import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Settings } from '../../src/lib/config/index.ts'
import { openPublished, writing } from '../../src/lib/site/index.ts'
import { StateInUse, withLock, withState } from '../../src/lib/snapshot/index.ts'
import { buildLockOf } from './folders.ts'

/** Runs `use` with the locks on the snapshot and on the output folder, whose parent is created. */
export async function withLocks({ state, out: named }: Settings, use: () => Promise<void>): Promise<void> {
  const out = openPublished(named)
  const inUse = (pid: number | undefined) => new StateInUse(out, pid, '--out')
  await writing(dirname(out), () => {
    mkdirSync(dirname(out), { recursive: true })
    return withLock(buildLockOf(out), inUse, () => withState(state, use))
  })
}

/** Takes the same locks. Resolves to a function that releases them. */
export function beginWithLocks(settings: Settings): Promise<() => void> {
  const { promise: done, resolve: release } = Promise.withResolvers<void>()
  return new Promise((resolve, reject) => {
    withLocks(settings, () => {
      resolve(release)
      return done
    }).catch(reject)
  })
}
