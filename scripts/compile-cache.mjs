import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** The commands that write to a state folder. */
const WRITING = ['mirror', 'crawl', 'merge', 'build']
/** The program has some 800 modules, with those of its packages. */
const MOST_FILES = 3000

/**
 * Has Node.js keep compiled modules in `compiled/` of the state folder, which halves the start of a command. The folder is found without the
 * config, which would be loaded first: it is that of `--state`, or `.mirror`. Only a folder with a snapshot of this program is used. Each
 * module has one file; the folder is removed if it has those of another Node.js, or too many. Plain JavaScript, so that it is not compiled itself.
 */
export function keepCompiled(args) {
  const [command = ''] = args
  if (!command.startsWith('-') && command !== '' && !WRITING.includes(command)) return
  const { values } = parseArgs({ args, options: { state: { type: 'string' } }, strict: false })
  const state = resolve(typeof values.state === 'string' ? values.state : '.mirror')
  if (!['open-data-mirror.txt', 'current'].every((file) => existsSync(join(state, file)))) return
  const folder = join(state, 'compiled')
  try {
    // A link may lead to a folder of somebody else.
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) return
    bound(folder)
    enableCompileCache(folder)
  } catch {
    // Without permission, or on a faulty disk, nothing is kept.
  }
}

function bound(folder) {
  if (!existsSync(folder)) return
  const versions = readdirSync(folder)
  const isFull = versions.some((name) => readdirSync(join(folder, name)).length > MOST_FILES)
  if (isFull || versions.length > 1) rmSync(folder, { recursive: true, force: true })
}
