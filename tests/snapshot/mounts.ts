import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A folder on which something is mounted until the test ends, or why that is not possible here. */
type Mounted = { readonly disk: string } | { readonly refusal: string }

/** Mounts something on a folder of its own. */
export function mount(t: TestContext, ...args: readonly string[]): Mounted {
  const disk = mkdtempSync(join(tmpdir(), 'mirror-disk-'))
  const refusal = run('mount', ...args, disk)
  t.after(() => {
    if (refusal === undefined) run('umount', '--lazy', disk)
    rmdirSync(disk)
  })
  return refusal === undefined ? { disk } : { refusal }
}

/** Mounts a disk in memory of this size, such as `1m`. */
export function mountMemory(t: TestContext, size: string): Mounted {
  return mount(t, '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs')
}

/** Changes a mount: `size=8m`, `ro`, `rw`. Throws when that is refused. */
export function remount(folder: string, options: string): void {
  const problem = run('mount', '-o', `remount,${options}`, folder)
  if (problem !== undefined) throw new Error(problem)
}

/** Runs a program. Gives why it did not succeed, in a line. */
export function run(program: string, ...args: readonly string[]): string | undefined {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status === 0) return undefined
  return `${program} is refused here: ${(error?.message ?? stderr).trim().split('\n')[0]}`
}
