import { chmodSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let shared: string | undefined

/**
 * Node calls it before the first file of tests (`--test-global-setup`): makes the folder in which all of them make theirs,
 * and tells them of it by the environment. Throws where what was named is no file, which Node
 * takes for a program, or for nothing to do.
 */
export function globalSetup(): void {
  for (const place of process.argv.slice(1))
    if (!globSync(place).some((file) => statSync(file).isFile()))
      throw new Error(
        `No file of tests is ${place}. Those of a folder are named so: npm test -- 'tests/crawl/**/*.test.ts'`,
      )
  shared = mkdtempSync(join(tmpdir(), 'mirror-tests-'))
  // Web servers and tests run as other users too.
  chmodSync(shared, 0o755)
  process.env.MIRROR_TESTS_SHARED = shared
  // Each file of tests, and each command they run, is a process of its own: what one compiled, the others need not.
  process.env.NODE_COMPILE_CACHE ??= join(shared, 'compiled')
}

/** Node calls it after the last file, and when the run is interrupted: what a test that was killed left goes too. */
export function globalTeardown(): void {
  if (shared !== undefined) rmSync(shared, { recursive: true, force: true })
}
