import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsent } from './disk.ts'
import { layout } from './layout.ts'

/** Another run is using a state folder. */
export class StateInUse extends Error {
  override name = 'StateInUse'

  constructor(state: string, pid: number) {
    super(
      `Another run (process ${pid}) is using ${state}. Wait until it ends, or name another folder with --state.`,
    )
  }
}

/** Uses a state folder alone. Throws {@link StateInUse} while another process does; the lock of one that died is taken over. */
export async function withState<T>(state: string, use: () => Promise<T>): Promise<T> {
  takeLock(state)
  try {
    return await use()
  } finally {
    rmSync(layout.lock(state), { force: true })
  }
}

function takeLock(state: string): void {
  mkdirSync(state, { recursive: true })
  for (;;) {
    try {
      return writeFileSync(layout.lock(state), String(process.pid), { flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = findHolder(state)
      if (holder !== undefined && isAlive(holder)) throw new StateInUse(state, holder)
      rmSync(layout.lock(state), { force: true })
    }
  }
}

function findHolder(state: string): number | undefined {
  try {
    const pid = Number(readFileSync(layout.lock(state), 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

// Signal 0 only asks whether there is such a process; EPERM says that there is, and that it is another user's.
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
