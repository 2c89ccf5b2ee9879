import { lstat, readdir, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { eachAtOnce } from './each-at-once.ts'

/** Entries of one folder that are removed at once. Node.js itself uses four threads for files. */
const AT_ONCE = 16

/**
 * Removes a folder and its contents, or whatever else has this name; links in it are removed, not followed. It may be missing. `rm` of
 * Node.js acts on all entries of a folder at once, which takes 4 kB of memory for each. Rejects with the first error of the system, whose
 * `path` is the entry that cannot be removed.
 */
export async function removeFolder(folder: string): Promise<void> {
  const found = await unlessMissing(lstat(folder))
  if (found?.isDirectory()) await removeEntries(folder)
  else if (found) await unlessMissing(unlink(folder))
}

async function removeEntries(folder: string): Promise<void> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true }))
  await eachAtOnce(entries ?? [], AT_ONCE, async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await removeEntries(path)
    else await unlessMissing(unlink(path))
  })
  await unlessMissing(rmdir(folder))
}

async function unlessMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
