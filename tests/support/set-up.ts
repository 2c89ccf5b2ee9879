import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** The free bytes that a folder in memory must have, and the memory that must be left. */
const ENOUGH = 8 * 2 ** 30

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
  shared = mkdtempSync(join(hasMemory() ? IN_MEMORY : tmpdir(), 'mirror-tests-'))
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

// Thousands of crawls and builds of a few files would wait for the disk.
function hasMemory(): boolean {
  if (!existsSync('/proc/mounts')) return false
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const mount = mounts.find((line) => line.split(' ')[1] === IN_MEMORY)
  // Tests run scripts of their own.
  if (mount === undefined || mount.includes('noexec')) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) > ENOUGH
}
