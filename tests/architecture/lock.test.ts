import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock = new URL('../../package-lock.json', import.meta.url)
const packages: Readonly<Record<string, LockedPackage>> = JSON.parse(readFileSync(lock, 'utf8')).packages

// npm leaves out packages that the current registry does not have, and `npm ci` then rejects the lock file everywhere.
test('the lock file lists every package for every platform, so npm ci accepts it', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isLocked(path, name)),
  )
  assert.deepEqual(missing, [])
})

// A package is looked up next to its dependent, then in every parent folder, as Node.js does.
function isLocked(from: string, name: string): boolean {
  const folders = from
    .split(/(?=\/node_modules\/)/)
    .map((_, index, parts) => parts.slice(0, index + 1).join(''))
  return (
    `node_modules/${name}` in packages ||
    folders.some((folder) => `${folder}/node_modules/${name}` in packages)
  )
}
