import { existsSync, mkdtempSync, renameSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { takeLock } from '../../src/lib/snapshot/lock.ts'

/** How often another test file looks whether something is made, in ms. */
const PAUSE = 50

/**
 * Makes a file or folder that several test files share, once: another one that needs it meanwhile waits. `make` gets a folder, and
 * resolves to the path of what it made in it.
 */
export async function shareOnce(path: string, make: (folder: string) => Promise<string>): Promise<void> {
  while (!existsSync(path)) {
    const lock = takeLock(`${path}.lock`)
    try {
      if (lock === undefined) await setTimeout(PAUSE)
      else if (!existsSync(path)) renameSync(await make(mkdtempSync(`${path}-`)), path)
    } finally {
      lock?.close()
    }
  }
}
