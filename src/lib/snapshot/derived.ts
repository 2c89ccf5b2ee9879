import { createHash, hash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../reading/json/bounded.ts'
import { joinPieces, makeFolder, readTextFile, writeUnflushed } from './disk.ts'
import type { Generation } from './generation.ts'
import type { ManifestRecord } from './record.ts'

/** Raise this when the same bytes give another reading or table, or the same lists other problems. Data derived by other versions is ignored. */
const DERIVED_VERSION = 117

/**
 * Data derived from the bytes of the snapshot, as json by name. The folder may be deleted at any time. A value that is missing, damaged or
 * of another version is not found.
 */
interface DerivedCache {
  find(name: string): unknown
  /** Stores a value, given as json in pieces without line feeds; replaces one of the same name. */
  store(name: string, json: Iterable<string>): void
}

/** The json of an object, in pieces: its properties, and as the last one an object of these entries. As one text, those of many datasets would take hundreds of megabytes. */
export function* renderEntries(
  head: object,
  name: string,
  entries: Iterable<readonly [name: string, value: unknown]>,
): Iterable<string> {
  yield JSON.stringify({ ...head, [name]: {} }).slice(0, -2)
  let comma = ''
  for (const [key, value] of entries) {
    yield `${comma}${JSON.stringify(key)}:${JSON.stringify(value)}`
    comma = ','
  }
  yield '}}'
}

/** What builds found in the bytes of each document. */
export const DOCUMENTS = 'documents.json'

/** The words in the records of all documents. */
export const WORDS = 'words.jsonl'

/** What a crawl found in the lists of the current generation. */
export const SURVEY = 'survey.json'

/** Opens the cache in a folder, which is created when a value is stored. */
export function openDerived(folder: string): DerivedCache {
  return {
    find: (name) => findIn(join(folder, name)),
    store(name, json) {
      // The name may be that of a folder.
      rmSync(join(folder, name), { recursive: true, force: true })
      makeFolder(folder)
      writeUnflushed(join(folder, name), withVersion(json))
    },
  }
}

/**
 * The name under which data derived from a record's bytes is cached. The bytes are read in the charset of the response, so it is part of
 * the name.
 */
export function derivedNameOf({ sha256, format, charset = '' }: ManifestRecord): string {
  return `${sha256}.${format}${charset === '' ? '' : `.${charset.replace(/[^a-z0-9-]/g, '_')}`}.json`
}

/** Removes data derived from bytes that are no longer in the generation, and everything else in the folder, except the names for which `isKept` is true. */
export function pruneDerived(
  folder: string,
  { manifest }: Generation,
  isKept: (name: string) => boolean,
): void {
  const used = new Set([DOCUMENTS, SURVEY, WORDS, ...manifest.records.map(derivedNameOf)])
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!used.has(name) && !isKept(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

// The version, the json, and its checksum, which detects a value that is damaged but still valid json.
function* withVersion(json: Iterable<string>): Iterable<string> {
  yield `${DERIVED_VERSION}\n`
  const sum = createHash('sha256')
  for (const text of joinPieces(json)) {
    sum.update(text)
    yield text
  }
  yield `\n${sum.digest('hex')}\n`
}

function findIn(file: string): unknown {
  try {
    const [version, text = '', sha256] = readTextFile(file).split('\n', 3)
    const isWhole = version === String(DERIVED_VERSION) && sha256 === hash('sha256', text)
    return isWhole ? parseJson(Buffer.from(text)) : undefined
  } catch {
    return undefined
  }
}
