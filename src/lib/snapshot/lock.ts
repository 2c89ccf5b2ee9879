import { closeSync, lstatSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeKind, findStats, makeFolder, naming, readTextFile, removeLeft } from './disk.ts'
import { diskCodeOf, findReadFault, findRemedy, isStartFault, NotAFile } from './disk-errors.ts'
import { completeForgetting } from './forget.ts'
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

/** SQLITE_BUSY: another connection, in this process or another one, holds the lock. */
const BUSY = 5
/** SQLITE_FULL: no space on the disk; SQLITE_IOERR, whose kinds have further bits. */
const CODES: Readonly<Record<number, string>> = { 13: 'ENOSPC', 10: 'EIO' }
/** If two processes race for the lock, both may see it taken; they retry for this many ms. */
const TIMEOUT = 100

/**
 * Takes the lock with this file; undefined if another process has it. Close the result to release the lock.
 * It is a lock of the kernel, which releases it when the process ends for any reason, so no pid has to be checked. Node has no call for
 * it, but SQLite uses it. The file is removed when the lock is released, so only a lock on the file that has the name then counts.
 */
export function takeLock(path: string): DatabaseSync | undefined {
  for (;;) {
    makeFile(path)
    const before = identify(path)
    const lock = openLock(path)
    try {
      lock.exec('BEGIN EXCLUSIVE')
      if (before !== undefined && before === identify(path)) return lock
      lock.close()
    } catch (error) {
      const isBusy = (error as { errcode?: number }).errcode === BUSY
      // While SQLite has its files open, or the limit of open files would not be met again.
      const fault = isBusy ? undefined : unlockable(path, error as Error)
      lock.close()
      if (fault === undefined) return undefined
      // A file that its holder removed meanwhile also gives errors. Only an error for a file that still exists is reported.
      if (before !== undefined && before === identify(path)) throw fault
    }
  }
}

function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: TIMEOUT })
  } catch (error) {
    throw unlockable(path, error as Error)
  }
}

function unlockable(path: string, cause: Error): Error {
  const fault = findSqliteFault(cause, path, 'lock') ?? findOpenFault(path)
  if (fault) return fault
  return new Unlockable(path, cause)
}

/** A file cannot be locked, for a reason that only SQLite knows. */
class Unlockable extends Error {
  override name = 'Unlockable'
  readonly syscall = 'lock'

  constructor(path: string, cause: Error) {
    super(
      `${path} cannot be locked (${cause.message}). Delete it if no run is active. If that does not help, name a folder on a local disk.`,
      { cause },
    )
  }
}

// SQLite only says that it cannot open the file.
function findOpenFault(path: string): Error | undefined {
  try {
    closeSync(openSync(path, 'r+'))
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** The error of the disk that SQLite reports without its path, as the system would state it; undefined for other errors. */
export function findSqliteFault(cause: unknown, path: string, syscall: string): Error | undefined {
  const { errcode = 0, message } = (cause ?? {}) as Error & { errcode?: number }
  const code = CODES[errcode & 0xff]
  if (code === undefined) return undefined
  return Object.assign(new Error(message, { cause }), { code, path, syscall })
}

// Opening and closing an existing file would release the lock this process may have on it (POSIX, fcntl).
function makeFile(path: string): void {
  makeFolder(dirname(path))
  try {
    closeSync(openSync(path, 'wx'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const stats = findStats(path) ?? lstatSync(path, { throwIfNoEntry: false })
    if (stats && !stats.isFile()) throw new NotAFile(path, describeKind(stats))
  }
}

function identify(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stats && `${stats.dev} ${stats.ino} ${stats.birthtimeNs} ${stats.ctimeNs}`
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
