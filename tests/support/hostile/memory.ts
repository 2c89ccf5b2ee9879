import { accessSync, constants, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
const ENOUGH = 2 ** 30

// Hundreds of crawls wait for a disk more than for anything else, and the disk is not what is tested here.
try {
  accessSync(FOLDER, constants.W_OK)
  const { bavail, bsize } = statfsSync(FOLDER)
  if (bavail * bsize > ENOUGH) process.env.TMPDIR = FOLDER
} catch {
  // There is no such folder here: the usual one will do.
}
