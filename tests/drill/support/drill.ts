import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  differences,
  type Ended,
  isInPlace,
  type JobFolders,
  type Kill,
  look,
  runJob,
  type Seen,
} from './look.ts'
import { type DrillOrigin, startDrillOrigin } from './origin.ts'

interface Drilled {
  readonly rounds: number
  readonly seconds: number
  /** How often each state was found after a kill. */
  readonly found: ReadonlyMap<string, number>
}

/** A job without a kill: its beginning and end. */
interface Reference {
  /** The state before the origin changes; every round starts with a copy of it. */
  readonly template: string
  readonly before: Seen
  readonly after: Seen
}

interface Drill {
  readonly folder: string
  readonly config: string
  readonly reference: Reference
}

/**
 * Kills jobs on a changed origin, `rounds` times, and lets the next run finish. Throws at the first round after which the site or the
 * snapshot is inconsistent, or the next run does not produce the same bytes as an uninterrupted run.
 */
export async function drill(rounds: number, seed: number, print: (line: string) => void): Promise<Drilled> {
  const folder = mkdtempSync(join(tmpdir(), 'mirror-drill-'))
  const origin = await startDrillOrigin()
  const found = new Map<string, number>()
  try {
    const config = writeConfig(folder, origin)
    const { reference, measured } = await prepare(folder, config, origin)
    const began = performance.now()
    const { milliseconds, calls } = measured
    print(
      `An uninterrupted run takes ${(milliseconds / 1000).toFixed(1)} s and changes files in ${calls} calls.`,
    )
    for (const [n, kill] of planKills(rounds, seed, measured).entries()) {
      const what = await runRound({ folder, config, reference }, kill).catch((cause) => {
        throw new Error(`Round ${n + 1}, ${describe(kill)}: ${cause.message}`, { cause })
      })
      found.set(what, (found.get(what) ?? 0) + 1)
      if ((n + 1) % 10 === 0 || n + 1 === rounds) print(`  ${n + 1}/${rounds}`)
    }
    return { rounds, seconds: (performance.now() - began) / 1000, found }
  } finally {
    origin.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Everything that a run can leave half done: former versions, signatures, a time stamp. */
function writeConfig(folder: string, { url, authority }: DrillOrigin): string {
  const key = join(folder, 'key')
  const { status } = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  const config = join(folder, 'mirror.config.mjs')
  const values = {
    origin: [url],
    history: { keep: 9, bytes: 2 ** 20 },
    timestampAuthority: authority,
    ...(status === 0 && { signingKey: key }),
  }
  writeFileSync(config, `export default ${JSON.stringify(values)}`)
  return config
}

async function prepare(
  folder: string,
  config: string,
  origin: DrillOrigin,
): Promise<{ reference: Reference; measured: Measured }> {
  const counts = join(folder, 'counts')
  const template = join(folder, 'template')
  origin.version = 'old'
  succeed(await runJob(config, placeIn(template)))
  origin.version = 'new'
  const place = copy(template, folder)
  const { milliseconds } = succeed(await runJob(config, place, undefined, counts))
  return {
    reference: { template, before: look(placeIn(template)), after: look(place) },
    measured: { milliseconds, calls: Number(readFileSync(counts, 'utf8')) },
  }
}

async function runRound({ folder, config, reference }: Drill, kill: Kill): Promise<string> {
  const { template, before, after } = reference
  const place = copy(template, folder)
  const ended = await runJob(config, place, kill)
  checkEnding(ended, kill)
  const inPlace = isInPlace(place)
  const seen = look(place)
  const site = nameOf('site', seen.site, before.site, after.site)
  const snapshot = nameOf('snapshot', seen.generation, before.generation, after.generation)
  if (ended.code === 0 && site !== 'new site')
    throw new Error('It exited with code 0, but the site is the old one.')
  succeed(await runJob(config, place))
  const end = look(place)
  const different = [...differences(end.site, after.site), ...differences(end.generation, after.generation)]
  if (different.length > 0) throw new Error(`The next run produced different bytes: ${different.join(', ')}`)
  if (end.manifest !== after.manifest)
    throw new Error(
      `The next run produced different records:\n${end.manifest}\ninstead of\n${after.manifest}`,
    )
  if (end.litter.length > 0) throw new Error(`The next run left temporary files: ${end.litter.join(', ')}`)
  return `${site}, ${snapshot}${inPlace ? '' : ', between the two renames of a swap'}`
}

// A run that is interrupted by a signal exits with 130, unless the signal comes before it is handled or after the work is done.
function checkEnding({ code, signal, output }: Ended, kill: Kill): void {
  const wanted = 'signal' in kill ? kill.signal : 'SIGKILL'
  const isKilled = signal === wanted
  const isAnswered = wanted !== 'SIGKILL' && code === 130
  if (!isKilled && !isAnswered && code !== 0) throw new Error(`It ended with ${code ?? signal}:\n${output}`)
}

function nameOf(
  what: string,
  seen: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string {
  if (differences(seen, before).length === 0) return `old ${what}`
  const different = differences(seen, after)
  if (different.length > 0)
    throw new Error(
      `The ${what} is neither the old nor the new one. Files that differ: ${different.join(', ')}`,
    )
  return `new ${what}`
}

function succeed(ended: Ended): Ended {
  if (ended.code !== 0)
    throw new Error(`An uninterrupted run ended with ${ended.code ?? ended.signal}:\n${ended.output}`)
  return ended
}

function describe(kill: Kill): string {
  return 'call' in kill
    ? `killed before call ${kill.call}`
    : `${kill.signal} after ${Math.round(kill.after)} ms`
}

function placeIn(folder: string): JobFolders {
  return { folder, state: join(folder, 'state'), out: join(folder, 'dist') }
}

function copy(template: string, folder: string): JobFolders {
  const place = placeIn(join(folder, 'round'))
  rmSync(place.folder, { recursive: true, force: true })
  cpSync(template, place.folder, { recursive: true, preserveTimestamps: true })
  return place
}

const USAGE =
  'npm run drill -- [KILLS] [SEED]  kills KILLS runs (200) at moments chosen by SEED (random), and checks what each leaves behind'

/**
 * Runs the given number of rounds (200) with the given seed (random). Resolves to the exit code: 1 at the first failed round, with the
 * command that repeats it; 2 for invalid arguments.
 */
export async function main([
  rounds = '200',
  seed = String(Date.now() % 1_000_000),
]: readonly string[]): Promise<number> {
  if (rounds === '--help') {
    console.log(USAGE)
    return 0
  }
  const odd = [rounds, seed].find((given) => !/^\d{1,9}$/.test(given))
  if (odd !== undefined) {
    console.error(`drill: expected a whole number, saw "${odd}".\n${USAGE}`)
    return 2
  }
  console.log(`${rounds} kills, seed ${seed}`)
  try {
    printSummary(await drill(Number(rounds), Number(seed), console.log))
    return 0
  } catch (error) {
    console.error(`${(error as Error).message}\nRepeat it with: npm run drill -- ${rounds} ${seed}`)
    return 1
  }
}

function printSummary({ rounds, seconds, found }: Drilled): void {
  console.log(
    `\n${rounds} kills in ${seconds.toFixed(0)} s; every next run produced the same result. State after the kills:`,
  )
  for (const [what, count] of [...found].sort()) console.log(`  ${String(count).padStart(4)}  ${what}`)
}

/** The duration of an uninterrupted run, in ms, and the number of its calls that change files. */
interface Measured {
  readonly milliseconds: number
  readonly calls: number
}

const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT'] as const

/** The kills of a drill, one for each round: before a call that changes a file, and by a signal, in turn. They happen at random times, one in each of as many equal parts of a run as there are kills of that kind. */
function planKills(count: number, seed: number, { milliseconds, calls }: Measured): Kill[] {
  const random = openRandom(seed)
  const atCalls = shuffle(spread(Math.ceil(count / 2), random), random)
  const afterTimes = shuffle(spread(Math.floor(count / 2), random), random)
  return Array.from({ length: count }, (_, n): Kill => {
    if (n % 2 === 0) return { call: 1 + Math.floor((atCalls.pop() ?? 0) * calls) }
    const signal = SIGNALS[Math.floor(n / 2) % SIGNALS.length] as NodeJS.Signals
    return { signal, after: (afterTimes.pop() ?? 0) * milliseconds }
  })
}

function spread(count: number, random: () => number): number[] {
  return Array.from({ length: count }, (_, n) => (n + random()) / count)
}

function shuffle<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

// mulberry32: short, and good enough for choosing times.
function openRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
