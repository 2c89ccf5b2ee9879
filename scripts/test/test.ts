import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Where Node keeps what it compiled: each file of tests, and each command they run, is a process of its own. */
const COMPILED = `${ROOT}node_modules/.cache/node-compile`

/** What is asked of the sources before any test runs. */
const CHECKS: readonly (readonly [what: string, program: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
  ['types', 'astro', 'check', '--noSync', '--minimumFailingSeverity', 'warning'],
]

/**
 * Checks the sources, then runs the tests below the given folders or files (all by default) and ends with their counts.
 * Gives the exit code: 0 only when every check held, at least one test ran, and none failed.
 */
export async function test(places: readonly string[]): Promise<number> {
  process.env.NODE_COMPILE_CACHE ??= COMPILED
  const failed = places.length > 0 ? [] : CHECKS.filter((check) => !holds(check)).map(([what]) => what)
  const files = findFiles(places)
  const counts = await runTests(files)
  for (const what of failed) console.log(`The check of ${what} failed; see above.`)
  if (counts.passed + counts.failed === 0) console.log('No test ran.')
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return failed.length === 0 && counts.failed === 0 && counts.passed > 0 ? 0 : 1
}

function holds([what, program, ...args]: (typeof CHECKS)[number]): boolean {
  console.log(`Checking ${what}`)
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }
  return spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', env }).status === 0
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

function runTests(files: readonly string[]): Promise<Counts> {
  return new Promise((resolve, reject) => {
    let counts: Counts = { passed: 0, failed: 0, skipped: 0 }
    const stream = run({ files, concurrency: availableParallelism(), timeout: 280_000 })
    stream.on('test:summary', ({ file, counts: { tests, passed, skipped, todo } }) => {
      if (file === undefined)
        counts = { passed, failed: tests - passed - skipped - todo, skipped: skipped + todo }
    })
    stream.on('error', reject)
    stream
      .compose(new spec())
      .on('end', () => resolve(counts))
      .pipe(process.stdout)
  })
}
