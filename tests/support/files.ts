import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from '../../src/lib/site/publish.ts'

/** The folder of the program. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Every file of a folder with its bytes; with `times`, also its modification time. */
export function readTree(folder: string, { times = false } = {}): Map<string, string> {
  return new Map(
    listFiles(folder).map((path) => {
      const time = times ? `${statSync(join(folder, path)).mtimeMs} ` : ''
      return [path, time + readFileSync(join(folder, path)).toString('latin1')]
    }),
  )
}

/** The paths at which two trees differ. */
export function differences(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).sort()
}
