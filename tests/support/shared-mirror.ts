import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { openPackage, startOrigin } from '../../scripts/origin/index.ts'
import type { Settings } from '../../src/lib/config/index.ts'
import { AWKWARD, mirrorInto, settingsIn } from './mirror.ts'

/**
 * Where the test files of one run share what takes long to make; the runner sets it, and clears it away.
 * A file of tests that is run alone makes its own.
 */
const SHARED = process.env.MIRROR_TESTS_SHARED

/** A mirror of the awkward package below a folder, whole, whose origin is gone: the settings it was made with. */
export async function mirrorAwkward(folder: string): Promise<Settings> {
  if (SHARED === undefined) return mirrorAlone(folder)
  const shared = join(SHARED, 'awkward')
  if (!existsSync(shared)) await share(shared)
  cpSync(shared, folder, { recursive: true, preserveTimestamps: true })
  return settingsIn(folder, {})
}

// Two files of tests may both make it; that of the first is taken.
async function share(shared: string): Promise<void> {
  const making = mkdtempSync(`${shared}-`)
  await mirrorAlone(making)
  try {
    renameSync(making, shared)
  } catch (error) {
    if (!existsSync(shared)) throw error
  }
}

async function mirrorAlone(folder: string): Promise<Settings> {
  const origin = await startOrigin(await openPackage(AWKWARD))
  try {
    const settings = settingsIn(folder, { origin: origin.url })
    await mirrorInto(settings)
    return settings
  } finally {
    await origin.close()
  }
}
