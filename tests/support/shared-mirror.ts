import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../src/lib/config/index.ts'
import { AWKWARD, mirrorPackage, settingsIn } from './mirror.ts'
import { shareOnce } from './share-once.ts'

/**
 * The folder where the test files of a run share what takes long to make; `set-up.ts` creates and removes it. A test file that runs without
 * it makes its own.
 */
const SHARED = process.env.MIRROR_TESTS_SHARED

/** Makes a mirror in a folder. */
type Make = (folder: string) => Promise<Settings>

/** A mirror of the awkward package below a folder, whose origin has stopped; returns the paths of the site and the snapshot. */
export function mirrorAwkward(folder: string): Promise<Settings> {
  return mirrorShared(folder, 'awkward', (own) => mirrorPackage(own, AWKWARD))
}

/** A mirror for several test files, under a name of its own, like `mirrorAwkward`. */
export async function mirrorShared(folder: string, name: string, make: Make): Promise<Settings> {
  if (SHARED === undefined) return make(folder)
  const shared = join(SHARED, name)
  await shareOnce(shared, async (own) => {
    await make(own)
    return own
  })
  cpSync(shared, folder, { recursive: true, preserveTimestamps: true })
  return settingsIn(folder, {})
}
