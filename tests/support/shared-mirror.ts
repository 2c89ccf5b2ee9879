import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Config, Settings } from '../../src/lib/config/index.ts'
import { AWKWARD, mirrorPackage, settingsIn } from './mirror.ts'

/**
 * Where the test files of one run share what takes long to make; the runner sets it, and clears it away.
 * A file of tests that is run alone makes its own.
 */
const SHARED = process.env.MIRROR_TESTS_SHARED

/** What a shared mirror is made of. */
export interface Made {
  /** Unlike that of any other shared mirror. */
  readonly name: string
  /** The descriptor of the package that the origin serves. */
  descriptor(): string
  readonly config?: Config
}

/** A mirror of the awkward package below a folder, whole, whose origin is gone: where it and its snapshot lie. */
export function mirrorAwkward(folder: string): Promise<Settings> {
  return mirrorShared(folder, { name: 'awkward', descriptor: () => AWKWARD })
}

/** A mirror of any package, as `mirrorAwkward`. */
export async function mirrorShared(folder: string, made: Made): Promise<Settings> {
  if (SHARED === undefined) return mirrorAlone(folder, made)
  const shared = join(SHARED, made.name)
  if (!existsSync(shared)) await share(shared, made)
  cpSync(shared, folder, { recursive: true, preserveTimestamps: true })
  return settingsIn(folder, {})
}

// Two files of tests may both make it; that of the first is taken.
async function share(shared: string, made: Made): Promise<void> {
  const making = mkdtempSync(`${shared}-`)
  await mirrorAlone(making, made)
  try {
    renameSync(making, shared)
  } catch (error) {
    if (!existsSync(shared)) throw error
  }
}

function mirrorAlone(folder: string, { descriptor, config }: Made): Promise<Settings> {
  return mirrorPackage(folder, descriptor(), config)
}
