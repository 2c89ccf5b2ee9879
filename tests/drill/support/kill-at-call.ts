import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Preloaded into a drilled process. Counts the calls that change files below DRILL_FOLDER; before call DRILL_KILL_AT the process is killed.
 * The count of a process that ends is written to the file DRILL_COUNTS.
 */
const { DRILL_FOLDER = '', DRILL_KILL_AT, DRILL_COUNTS } = process.env
const at = Number(DRILL_KILL_AT ?? Number.POSITIVE_INFINITY)
let calls = 0

type Call = (...args: unknown[]) => unknown
const calling = fs as unknown as Record<string, Call>
const write = fs.writeFileSync

function count(): void {
  calls++
  if (calls === at) process.kill(process.pid, 'SIGKILL')
}

function wrap(name: string, counts: (args: unknown[]) => boolean): void {
  const real = calling[name] as Call
  calling[name] = (...args) => {
    if (counts(args)) count()
    return real(...args)
  }
}

const isInside = (value: unknown) => typeof value === 'string' && value.startsWith(DRILL_FOLDER)
for (const name of [
  'copyFileSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'utimesSync',
  'writeFileSync',
])
  wrap(name, (args) => args.some(isInside))
wrap('openSync', ([path, flags]) => isInside(path) && flags !== undefined && flags !== 'r')
for (const name of ['writeSync', 'futimesSync', 'fsyncSync']) wrap(name, ([file]) => Number(file) > 2)
syncBuiltinESMExports()

if (DRILL_COUNTS !== undefined) process.on('exit', () => write(DRILL_COUNTS, String(calls)))
