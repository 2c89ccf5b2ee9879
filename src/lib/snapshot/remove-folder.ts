import { type NoParamCallback, readdir, rmdir, unlink } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Entries of one folder that are removed at once. Node.js itself uses four threads for files. */
const AT_ONCE = 16

/**
 * Removes a folder and its contents, or whatever else has this name; links in it are removed, not followed. It may be missing. `rm` of
 * Node.js acts on all entries of a folder at once, which takes 4 kB of memory for each. Rejects with the first error of the system, whose
 * `path` is the entry that cannot be removed.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    const found = await lstat(folder)
    await promisify(found.isDirectory() ? removeEntries : unlink)(folder)
  } catch (error) {
    if (!isMissing(error as NodeJS.ErrnoException)) throw error
  }
}

// Callbacks: a promise for each file takes longer than removing it.
function removeEntries(folder: string, done: NoParamCallback): void {
  readdir(folder, { withFileTypes: true }, (error, entries) => {
    if (error) return done(error)
    const rest = entries.values()
    let [left, failed] = [entries.length, false]
    const removeNext = () => {
      const { value: entry } = rest.next()
      if (entry === undefined || failed) return
      const path = join(folder, entry.name)
      if (entry.isDirectory()) removeEntries(path, ended)
      else unlink(path, ended)
    }
    const ended: NoParamCallback = (error) => {
      if (failed) return
      failed = error !== null && !isMissing(error)
      if (failed) return done(error)
      left--
      if (left === 0) rmdir(folder, done)
      else removeNext()
    }
    if (left === 0) rmdir(folder, done)
    for (let at = 0; at < AT_ONCE; at++) removeNext()
  })
}

function isMissing({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT'
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
