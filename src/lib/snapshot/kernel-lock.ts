import { closeSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeKind, findStats, NotAFile } from './disk.ts'
import { UnusableFolder } from './real-folder.ts'

/** SQLITE_BUSY: another connection, in this process or another one, holds the lock. */
const BUSY = 5
/** SQLITE_FULL: no space on the disk; SQLITE_IOERR, whose kinds have further bits. */
const CODES: Readonly<Record<number, string>> = { 13: 'ENOSPC', 10: 'EIO' }
/** If two processes race for the lock, both may see it taken; they retry for this many ms. */
const TIMEOUT = 100
/** SQLite's buffer for a path is 512 bytes (MAX_PATHNAME), with what it appends. */
const LONGEST_PATH = 500

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
      // While SQLite has its files open, or the limit of open files would not be met again.
      const fault = isBusy(error) ? undefined : unlockable(path, error as Error)
      lock.close()
      if (fault === undefined) return undefined
      // A file that its holder removed meanwhile also gives errors. Only an error for a file that still exists is reported.
      if (before !== undefined && before === identify(path)) throw fault
    }
  }
}

/** Throws {@link UnusableFolder} for a path at which there can be no lock. `path` has no symbolic links in it. */
export function checkLockPath(path: string): void {
  if (Buffer.byteLength(path) > LONGEST_PATH)
    throw new UnusableFolder(
      `The path ${path} is too long for a lock file (at most ${LONGEST_PATH} bytes). Name a folder with a shorter path.`,
    )
}

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === BUSY

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
  mkdirSync(dirname(path), { recursive: true })
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
