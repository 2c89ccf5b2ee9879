import { execFile } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { findFolderInMemory } from './memory.ts'
import { planProcesses } from './processes.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const UNWATCHED = new URL('unwatched.ts', import.meta.url).href

/** Files that are tested at once beyond one for each core: nearly a third of the time one waits, for a browser or a deadline. */
const WAITING = 1

/** Milliseconds after which a process of tests that hangs is ended: in CI one takes eight minutes on two cores. */
const TIMEOUT = 1_800_000

/** What is asked of the sources, beside the tests. */
const CHECKS: readonly (readonly [what: string, program: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
  ['types', 'astro', 'check', '--noSync', '--minimumFailingSeverity', 'warning'],
]

/**
 * Checks the sources and runs the tests below the given folders or files (the tests alone then; all by default); ends with
 * their counts. Gives the exit code: 0 only when every check held, at least one test ran, and none failed.
 */
export async function test(places: readonly string[]): Promise<number> {
  // See tests/support/shared-mirror.ts.
  const shared = mkdtempSync(join(room(), 'mirror-tests-'))
  // Web servers and tests run as other users too.
  chmodSync(shared, 0o755)
  process.env.MIRROR_TESTS_SHARED = shared
  // Each file of tests, and each command they run, is a process of its own: Node keeps what it compiled until the run ends.
  process.env.NODE_COMPILE_CACHE ??= join(shared, 'compiled')
  try {
    const checks = Promise.all(places.length > 0 ? [] : CHECKS.map(runCheck))
    const counts = await runTests(planProcesses(findFiles(places), `${ROOT}tests`, shared))
    const broken = (await checks).filter(({ holds }) => !holds)
    for (const { what, said } of broken) console.log(`The check of ${what} failed:\n${said}`)
    if (counts.passed + counts.failed === 0) console.log('No test ran.')
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
    return broken.length === 0 && counts.failed === 0 && counts.passed > 0 ? 0 : 1
  } finally {
    rmSync(shared, { recursive: true, force: true })
  }
}

/** Where tests make their folders: on a desk in memory, a tenth less to do; in CI on the disk, as mirrors are made. */
function room(): string {
  return (process.env.CI === 'true' ? undefined : findFolderInMemory()) ?? tmpdir()
}

interface Checked {
  readonly what: string
  readonly holds: boolean
  /** What the program printed. */
  readonly said: string
}

function runCheck([what, program, ...args]: (typeof CHECKS)[number]): Promise<Checked> {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }
  return new Promise((resolve) => {
    execFile(program, args, { cwd: ROOT, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ what, holds: error === null, said: stdout + stderr || String(error) }),
    )
  })
}

function findFiles(places: readonly string[]): string[] {
  const patterns = places.length === 0 ? ['tests'] : places
  return patterns
    .flatMap((place) =>
      place.endsWith('.test.ts') ? [place] : globSync(`${place}/**/*.test.ts`, { cwd: ROOT }),
    )
    .map((file) => fileURLToPath(new URL(file, `file://${ROOT}`)))
    .sort()
}

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What Node gives with a test that failed, and its types leave out. */
interface TestError extends Error {
  readonly failureType?: string
}

function runTests(files: readonly string[]): Promise<Counts> {
  return new Promise((resolve, reject) => {
    let counts: Counts = { passed: 0, failed: 0, skipped: 0 }
    let brokenSuites = 0
    const stream = run({
      files,
      concurrency: availableParallelism() + WAITING,
      timeout: TIMEOUT,
      execArgv: ['--import', UNWATCHED],
    })
    // A suite that cannot be read, or whose hook fails, is no test, and Node does not count it.
    stream.on('test:fail', ({ details: { type, error } }) => {
      if (type === 'suite' && (error as TestError).failureType !== 'subtestsFailed') brokenSuites += 1
    })
    stream.on('test:summary', ({ file, counts: { tests, passed, skipped, todo } }) => {
      if (file === undefined)
        counts = { passed, failed: tests - passed - skipped - todo + brokenSuites, skipped: skipped + todo }
    })
    stream.on('error', reject)
    stream
      .compose(new spec())
      .on('end', () => resolve(counts))
      .pipe(process.stdout)
  })
}
