import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeKind, NotAFile } from './disk.ts'
import { UnusableFolder } from './real-folder.ts'

/** SQLITE_BUSY: another connection, in this process or another one, holds the lock. */
const BUSY = 5
/** Of two that want it in the same instant each may see the other; they try again for so long, in ms. */
const TIMEOUT = 100
/** SQLite's buffer for a path is 512 bytes (MAX_PATHNAME), with what it appends. */
const LONGEST_PATH = 500

/**
 * Takes the lock that is a file of this name; undefined while another one holds it. Closing what is returned gives it back.
 * The lock is one of the kernel, which frees it when its process ends, however it ends; nobody has to guess from a pid. SQLite is how
 * Node reaches it. The file is removed afterwards, so what counts is the lock on the file that has the name then.
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
      lock.close()
      if ((error as { errcode?: number }).errcode === BUSY) return undefined
      // A file that its holder removed meanwhile gives errors of its own: only one that is still there tells of a fault.
      if (before !== undefined && before === identify(path)) throw unlockable(path, error as Error)
    }
  }
}

/** Throws {@link UnusableFolder} for a path at which there can be no lock. `path` has no symbolic links in it. */
export function checkLockPath(path: string): void {
  if (Buffer.byteLength(path) > LONGEST_PATH)
    throw new UnusableFolder(
      `The path ${path} is too long: its lock takes at most ${LONGEST_PATH} bytes. Name a folder with a shorter path.`,
    )
}

function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: TIMEOUT })
  } catch (error) {
    throw unlockable(path, error as Error)
  }
}

function unlockable(path: string, cause: Error): Error {
  const message = `${path} cannot be locked (${cause.message}). Delete it when no run is under way; when that does not help, name a folder on a disk of this machine.`
  return Object.assign(new Error(message, { cause }), { path, syscall: 'lock' })
}

// Opening a file that is there and closing it again would free the lock this process may have on it (POSIX, fcntl).
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    closeSync(openSync(path, 'wx'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats && !stats.isFile()) throw new NotAFile(path, describeKind(stats))
  }
}

function identify(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stats && `${stats.dev} ${stats.ino} ${stats.birthtimeNs} ${stats.ctimeNs}`
}
