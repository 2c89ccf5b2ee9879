import { readdirSync, rmSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** About twice what one version of the program fills. Each build adds what is new in its bundle, and Node removes nothing. */
const MOST_FILES = 8000

/** Lets Node keep what it compiled in this checkout, unless NODE_COMPILE_CACHE names a folder of the user's. */
export function useCompileCache() {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return
  const folder = fileURLToPath(new URL('../node_modules/.cache/node-compile', import.meta.url))
  openCompileCache(folder, MOST_FILES)
  // Threads and processes that are started later use it too.
  process.env.NODE_COMPILE_CACHE = folder
}

/**
 * Lets Node keep what it compiled in this folder, so that it loads faster the next time. A folder with more than `most` files is emptied
 * first. Where nothing can be written there, nothing is.
 *
 * @param {string} folder
 * @param {number} most
 */
export function openCompileCache(folder, most) {
  try {
    if (readdirSync(folder, { recursive: true }).length > most) rmSync(folder, { recursive: true })
  } catch {
    // It is not there yet, or cannot be emptied: then it cannot be filled either.
  }
  module.enableCompileCache(folder)
}
