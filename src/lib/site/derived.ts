import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../reading/index.ts'
import { type Generation, type ManifestRecord, readTextFile, writeWhole } from '../snapshot/index.ts'

/** Raised whenever the same bytes would be read differently or written as another table. What other versions derived is not used. */
const DERIVED_VERSION = 14

/**
 * What was derived from bytes of the snapshot, as json by name. The folder may be deleted at any time: a value that is missing, damaged
 * or of another version is not found.
 */
interface DerivedCache {
  find(name: string): unknown
  /** Stores a value; one of the same name is replaced. */
  keep(name: string, value: unknown): void
}

/** Which tables were made of which bytes. */
export const TABLES = 'tables.json'

/** Opens the cache in a folder, which is created when a value is stored. */
export function openDerived(folder: string): DerivedCache {
  return {
    find: (name) => findIn(join(folder, name)),
    keep(name, value) {
      const text = JSON.stringify(value)
      // Also what is not a file.
      rmSync(join(folder, name), { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      writeWhole(join(folder, name), `${headOf(text)}\n${text}\n`)
    },
  }
}

/** The name of what is derived from the bytes of a record. They are read by the charset they came with, so it is part of the name. */
export function derivedNameOf({ sha256, format, charset = '' }: ManifestRecord): string {
  return `${sha256}.${format}${charset === '' ? '' : `.${charset.replace(/[^a-z0-9-]/g, '_')}`}.json`
}

/** Removes what was derived from bytes that are no longer in the generation, and everything else in the folder. */
export function pruneDerived(folder: string, { manifest }: Generation): void {
  const used = new Set([TABLES, ...manifest.records.map(derivedNameOf)])
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!used.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

// The first line of a file. The checksum finds a value that was damaged and is still json.
function headOf(text: string): string {
  return `${DERIVED_VERSION} ${hash('sha256', text)}`
}

function findIn(file: string): unknown {
  try {
    const [head, text = ''] = readTextFile(file).split('\n', 2)
    return head === headOf(text) ? parseJson(Buffer.from(text)) : undefined
  } catch {
    return undefined
  }
}
