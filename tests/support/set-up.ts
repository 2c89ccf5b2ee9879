import { chmodSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let shared: string | undefined

/**
 * Node calls this before the first test file (`--test-global-setup`). Creates the folder for the temporary folders of all tests, and passes
 * its path in the environment. Throws if an argument is not a file: Node would take it for a program, or run nothing.
 */
export function globalSetup(): void {
  for (const place of process.argv.slice(1))
    if (!globSync(place).some((file) => statSync(file).isFile()))
      throw new Error(
        `${place} is not a test file. To run the files of a folder: npm test -- 'tests/crawl/**/*.test.ts'`,
      )
  shared = mkdtempSync(join(tmpdir(), 'mirror-tests-'))
  // Web servers and some tests run as other users.
  chmodSync(shared, 0o755)
  process.env.MIRROR_TESTS_SHARED = shared
  // Each test file and each command that tests run is a process of its own: they share what was compiled.
  process.env.NODE_COMPILE_CACHE ??= join(shared, 'compiled')
}

/** Node calls this after the last test file, and if the run is interrupted: removes what killed tests left. */
export function globalTeardown(): void {
  if (shared !== undefined) rmSync(shared, { recursive: true, force: true })
}
