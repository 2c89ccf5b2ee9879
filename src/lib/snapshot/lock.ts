import { rmSync, writeFileSync } from 'node:fs'
import { findReadFault, naming, readTextFile, removeLeft } from './disk.ts'
import { diskCodeOf, findRemedy, isStartFault } from './disk-remedy.ts'
import { completeForgetting } from './forget.ts'
import { takeLock } from './kernel-lock.ts'
import { layout } from './layout.ts'
import { claimState, type StateKind } from './own-state.ts'
import { completePublishing } from './publish.ts'

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
 * Runs `use` with the lock on a state folder, or on that of a shard, after completing an interrupted publication or removal of versions. Throws
 * {@link UnusableFolder} for a folder that is not ours, {@link StateInUse} while another run has the lock, and {@link StateFault} if the disk
 * is full.
 */
export async function withState<T>(
  state: string,
  use: () => Promise<T>,
  kind: StateKind = 'state',
): Promise<T> {
  const inUse = (pid: number | undefined) => new StateInUse(state, pid)
  try {
    claimState(state, kind)
    return await withLock(layout.lock(state), inUse, async () => {
      await completePublishing(state)
      completeForgetting(state)
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
    naming(holderOf(path), () => writeFileSync(holderOf(path), String(process.pid), { flag: 'wx' }))
    return await use()
  } finally {
    removeLeft(holderOf(path))
    // A process waiting for this file notices that another file has its name.
    removeLeft(path)
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

/** Operations on open files, whose errors do not contain the path. */
const UNNAMED = new Set(['write', 'fsync', 'futime', 'close'])

/** Codes of faults that are the same in any folder. */
const OF_PROCESS = new Set(['EMFILE', 'ENFILE'])

/** A file of the snapshot could not be written. The published snapshot is unchanged, and the fetched data stays in the draft. */
class StateFault extends Error {
  override name = 'StateFault'
  /** The operation that failed. */
  readonly syscall: string

  constructor(path: string, remedy: string, cause: NodeJS.ErrnoException) {
    const code = diskCodeOf(cause)
    const advice = OF_PROCESS.has(code)
      ? `${remedy}, then`
      : `${remedy}, or name another folder with --state. Then`
    super(`${path} could not be written (${code}). ${advice} run again to continue.`, { cause })
    this.syscall = cause.syscall ?? 'write'
  }
}

/** The same error, or a {@link StateFault} if a file could not be written, an UnreadableFile if it could not be read. An error that names no file is reported for `state`. */
export function toStateFault(error: unknown, state: string): unknown {
  const readFault = findReadFault(error)
  if (readFault !== undefined) return readFault
  if (isStartFault(error)) return error
  const { path, dest, syscall = '' } = (error ?? {}) as NodeJS.ErrnoException & { dest?: string }
  const place = dest ?? path ?? (UNNAMED.has(syscall) ? state : undefined)
  const remedy = place === undefined ? undefined : findRemedy(error, place)
  return place === undefined || remedy === undefined
    ? error
    : new StateFault(place, remedy, error as NodeJS.ErrnoException)
}
