import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../src/lib/config/index.ts'
import { AWKWARD, mirrorPackage, settingsIn } from './mirror.ts'

/**
 * Where the test files of one run share what takes long to make; `set-up.ts` makes it, and removes it.
 * A file of tests that is run alone makes its own.
 */
const SHARED = process.env.MIRROR_TESTS_SHARED

/** Makes a mirror in a folder. */
type Make = (folder: string) => Promise<Settings>

/** A mirror of the awkward package below a folder, whole, whose origin is gone: where it and its snapshot lie. */
export function mirrorAwkward(folder: string): Promise<Settings> {
  return mirrorShared(folder, 'awkward', (own) => mirrorPackage(own, AWKWARD))
}

/** A mirror that more than one file of tests needs, under a name of its own, as `mirrorAwkward`. */
export async function mirrorShared(folder: string, name: string, make: Make): Promise<Settings> {
  if (SHARED === undefined) return make(folder)
  const shared = join(SHARED, name)
  if (!existsSync(shared)) await share(shared, make)
  cpSync(shared, folder, { recursive: true, preserveTimestamps: true })
  return settingsIn(folder, {})
}

// Two files of tests may both make it; that of the first is taken.
async function share(shared: string, make: Make): Promise<void> {
  const making = mkdtempSync(`${shared}-`)
  await make(making)
  try {
    renameSync(making, shared)
  } catch (error) {
    if (!existsSync(shared)) throw error
  }
}
