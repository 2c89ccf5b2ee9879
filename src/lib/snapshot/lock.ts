import { rmSync, writeFileSync } from 'node:fs'
import { readTextFile } from './disk.ts'
import { takeLock } from './kernel-lock.ts'
import { layout } from './layout.ts'
import { claimState } from './own-state.ts'
import { completePublishing } from './publish.ts'
import { toStateFault } from './state-fault.ts'

/** Another run is using a folder. */
export class StateInUse extends Error {
  override name = 'StateInUse'

  /** Who is using which folder, as a clause. */
  readonly use: string

  constructor(folder: string, pid: number | undefined, option: '--state' | '--out' = '--state') {
    const use = `Another run${pid === undefined ? '' : ` (process ${pid})`} is using ${folder}`
    super(`${use}. Run again with --wait to wait for it, or name another folder with ${option}.`)
    this.use = use
  }
}

/**
 * Runs `use` with the lock on a state folder, after completing an interrupted publication. Throws {@link UnusableFolder} for a folder that is not ours,
 * {@link StateInUse} while another run has the lock, and {@link StateFault} if the disk is full.
 */
export async function withState<T>(state: string, use: () => Promise<T>): Promise<T> {
  const inUse = (pid: number | undefined) => new StateInUse(state, pid)
  try {
    claimState(state)
    return await withLock(layout.lock(state), inUse, () => {
      completePublishing(state)
      return use()
    })
  } catch (error) {
    throw toStateFault(error, state)
  }
}

/** Runs `use` with the lock of this file. If another process has it, throws the error that `inUse` makes of its pid. */
export async function withLock<T>(
  path: string,
  inUse: (pid: number | undefined) => Error,
  use: () => Promise<T>,
): Promise<T> {
  const lock = takeLock(path)
  if (lock === undefined) throw inUse(findHolder(path))
  try {
    rmSync(holderOf(path), { recursive: true, force: true })
    writeFileSync(holderOf(path), String(process.pid), { flag: 'wx' })
    return await use()
  } finally {
    rmSync(holderOf(path), { force: true })
    // A process waiting for this file notices that another file has its name.
    rmSync(path, { force: true })
    lock.close()
  }
}

const holderOf = (path: string) => `${path}.holder`

function findHolder(path: string): number | undefined {
  try {
    return Number(readTextFile(holderOf(path))) || undefined
  } catch {
    return undefined
  }
}
