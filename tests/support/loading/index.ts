import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Cell, Loaded, Loader } from './loaded.ts'

export { findDuck } from './duck.ts'
export type { Cell, Loaded, Loader } from './loaded.ts'

const HERE = import.meta.dirname
/** Running many codes takes a second or two. */
const LONGEST_MS = 60_000

const run = promisify(execFile)

/** Python, with a module if one is named: the first interpreter in PATH that has it. */
export function findPython(module = 'json'): Loader {
  const python = ['python3', '/usr/bin/python3'].find((program) => runs(program, '-c', HAS_MODULE, module))
  if (python === undefined) return { missing: `no python3 here has ${module}`, package: `python3-${module}` }
  return async (codes) => {
    const running = run(python, [join(HERE, 'load.py')], { maxBuffer: 1 << 28, timeout: LONGEST_MS })
    running.child.stdin?.end(JSON.stringify(codes))
    return JSON.parse((await running).stdout) as Loaded[]
  }
}

const HAS_MODULE = 'import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)'

/** R, with files in a folder. */
export function findR(folder: string): Loader {
  if (!runs('Rscript', '--version')) return { missing: 'there is no Rscript here', package: 'r-base-core' }
  return async (codes) => {
    const files = codes.map((_, at) => join(folder, `${at}.R`))
    for (const [at, code] of codes.entries()) writeFileSync(files[at] ?? '', code)
    // Without a UTF-8 locale, R cannot represent characters outside its own encoding.
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    await run('Rscript', ['--vanilla', join(HERE, 'load.R'), ...files], { env, timeout: LONGEST_MS })
    return files.map((file) => parseR(readFileSync(`${file}.loaded`, 'utf8')))
  }
}

function parseR(text: string): Loaded {
  if (text.startsWith('error')) return { error: text.slice('error'.length) }
  if (text.startsWith('json')) return { data: JSON.parse(text.slice('json'.length)) }
  const [names = '', ...columns] = text.split('\u001e')
  return {
    names: names.split('\u001f').slice(1),
    columns: columns.map((column) => column.split('\u001f').map(parseCell)),
  }
}

const KINDS = { t: 'text', n: 'number', b: 'boolean' } as const

function parseCell(text: string): Cell {
  const kind = KINDS[text[0] as keyof typeof KINDS]
  return kind === undefined ? null : [kind, kind === 'boolean' ? text.slice(1).toLowerCase() : text.slice(1)]
}

function runs(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
