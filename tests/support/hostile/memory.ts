import { accessSync, constants, statfsSync } from 'node:fs'
import { makeFoldersIn } from '../temporary.ts'

const FOLDER = '/dev/shm'
/** The free bytes that the folder must have. */
const ENOUGH = 4 * 2 ** 30

// Hundreds of crawls spend most of their time waiting for the disk, which is not tested here.
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
