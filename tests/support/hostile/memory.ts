import { accessSync, constants, statfsSync } from 'node:fs'
import { makeFoldersIn } from '../temporary.ts'

const FOLDER = '/dev/shm'
/** Bytes that must be free there. */
const ENOUGH = 4 * 2 ** 30

// Hundreds of crawls wait for a disk more than for anything else, and the disk is not what is tested here.
if (hasRoom()) makeFoldersIn(FOLDER)

/** Whether the system has a folder in memory, with room. */
function hasRoom(): boolean {
  try {
    accessSync(FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(FOLDER)
    return bavail * bsize > ENOUGH
  } catch {
    return false
  }
}
