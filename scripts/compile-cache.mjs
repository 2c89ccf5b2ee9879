import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** The commands that use the cache: those that crawl or build. */
const WRITING = ['mirror', 'crawl', 'merge', 'build']
/** The program has about 800 modules, including those of its packages. */
const MOST_FILES = 3000

/**
 * Makes Node.js store compiled modules in `compiled/` in the state folder, which halves the time to start a command. The config is not loaded yet,
 * so the state folder is that of `--state`, or `.mirror`. Only a folder with a snapshot of this program is used. The cache is removed if it
 * contains files of another version of Node.js, or too many. This file is JavaScript, so that Node.js does not have to remove types from it.
 */
export function keepCompiled(args) {
  const [command = ''] = args
  if (!command.startsWith('-') && command !== '' && !WRITING.includes(command)) return
  const { values } = parseArgs({ args, options: { state: { type: 'string' } }, strict: false })
  const state = resolve(typeof values.state === 'string' ? values.state : '.mirror')
  if (!['open-data-mirror.txt', 'current'].every((file) => existsSync(join(state, file)))) return
  const folder = join(state, 'compiled')
  try {
    // A symbolic link may lead to a folder that others can write to.
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) return
    bound(folder)
    enableCompileCache(folder)
  } catch {
    // Without permission, or on a faulty disk, nothing is stored.
  }
}

function bound(folder) {
  if (!existsSync(folder)) return
  const versions = readdirSync(folder)
  const isFull = versions.some((name) => readdirSync(join(folder, name)).length > MOST_FILES)
  if (isFull || versions.length > 1) rmSync(folder, { recursive: true, force: true })
}
