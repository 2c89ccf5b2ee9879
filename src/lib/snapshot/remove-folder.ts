import { lstat, readdir, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'

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

/**
 * Runs `act` for each, in order, with at most `most` at once. Resolves to the results in the order of `all`. Rejects with the first error,
 * after which no further ones are started. Uses no memory for those that wait.
 */
export async function eachAtOnce<One, Result>(
  all: readonly One[],
  most: number,
  act: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(all.length)
  const rest = all.entries()
  let failed = false
  async function actOnRest(): Promise<void> {
    for (const [at, one] of rest) {
      if (failed) return
      try {
        results[at] = await act(one)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, actOnRest))
  return results
}
