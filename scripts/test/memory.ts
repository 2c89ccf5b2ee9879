import { accessSync, constants, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
/** Bytes that must be free there: a run of tests needs a quarter of them at once. */
const ENOUGH = 4 * 2 ** 30

/** A folder that lies in memory, where the system has one with room; else `undefined`. */
export function findFolderInMemory(): string | undefined {
  try {
    accessSync(FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(FOLDER)
    return bavail * bsize > ENOUGH ? FOLDER : undefined
  } catch {
    return undefined
  }
}
