import { hash } from 'node:crypto'
import { closeSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../reading/index.ts'
import {
  DOCUMENTS,
  derivedNameOf,
  type ManifestRecord,
  makeFolder,
  openDerived,
  openNew,
  openRegular,
  renderEntries,
  WORDS,
  writeAll,
} from '../../snapshot/index.ts'
import type { DocumentSize, MadeTable } from '../mirror.ts'
import type { Unread } from '../readings.ts'
import type { WordCounts } from '../search/values/count-words.ts'
import { readOpened } from './pieces.ts'

/** What a build found in the bytes of one document. */
export interface DocumentFacts {
  /** Its size, or why it is not read. */
  readonly size: DocumentSize | Unread
  /** Its csv; undefined if it has none. */
  readonly table?: MadeTable
  /** The words of its records; undefined without a csv, and for a list. */
  readonly words?: StoredWords
}

export type DocumentCache = ReturnType<typeof openDocuments>

/**
 * Opens the cache of what builds found in the bytes of documents, in a folder, see {@link openDerived}. `choices`: what else the facts depend on; those with other choices are not found. With
 * `full`, nothing is found.
 */
export function openDocuments(
  folder: string,
  { full, choices = {} }: { readonly full: boolean; readonly choices?: object },
) {
  const cache = openDerived(folder)
  const stored = (cache.find(DOCUMENTS) ?? {}) as Partial<Stored>
  const chosen = JSON.stringify(choices)
  const isUsable = !full && (stored.chosen ?? '{}') === chosen
  const { lists = [], documents = {} } = isUsable ? stored : {}
  const known = new Map(Object.entries(documents))
  const used = new Map<string, DocumentFacts>()
  const share = openSharing(lists)
  return {
    /** What was found in these bytes; undefined if that is unknown. */
    find(record: ManifestRecord): DocumentFacts | undefined {
      const name = derivedNameOf(record)
      const found = used.get(name) ?? unpack(known.get(name), lists)
      if (found !== undefined) used.set(name, found)
      return found
    },
    add: (record: ManifestRecord, facts: DocumentFacts) => void used.set(derivedNameOf(record), share(facts)),
    /** Stores what `find` returned or `add` added since the cache was opened. Drops the rest. */
    save: () => cache.store(DOCUMENTS, pack(used, chosen)),
  }
}

/** Many documents have the same names of columns, so each list of names is stored once. */
interface Stored {
  readonly lists: readonly (readonly string[])[]
  readonly chosen?: string
  readonly documents: Readonly<Record<string, StoredFacts>>
}

type StoredFacts = Omit<DocumentFacts, 'size'> & {
  readonly size: Unread | (Omit<DocumentSize, 'names'> & { readonly names: number })
}

// Facts that a thread found have lists of names of their own. Equal ones are kept once, as for those that were stored.
function openSharing(lists: Stored['lists']): (facts: DocumentFacts) => DocumentFacts {
  const known = new Map(lists.map((names) => [JSON.stringify(names), names]))
  return (facts) => {
    if ('unread' in facts.size) return facts
    const key = JSON.stringify(facts.size.names)
    const names = known.get(key) ?? facts.size.names
    known.set(key, names)
    return { ...facts, size: { ...facts.size, names } }
  }
}

// Equal lists of names are one array, see openSharing.
function pack(facts: ReadonlyMap<string, DocumentFacts>, chosen: string): Iterable<string> {
  const lists = [...new Set(facts.values().flatMap(({ size }) => ('unread' in size ? [] : [size.names])))]
  const places = new Map(lists.map((names, place) => [names, place]))
  const entries = facts
    .entries()
    .map(([name, { size, ...more }]): [string, unknown] => [
      name,
      { ...more, size: 'unread' in size ? size : { ...size, names: places.get(size.names) } },
    ])
  return renderEntries({ lists, chosen }, 'documents', entries)
}

function unpack(stored: StoredFacts | undefined, lists: Stored['lists']): DocumentFacts | undefined {
  if (stored === undefined || 'unread' in stored.size) return stored as DocumentFacts | undefined
  const { names, ...size } = stored.size
  return { ...stored, size: { ...size, names: lists[names] ?? [] } }
}

/** Where the words of a document are in the cache. */
interface StoredWords {
  readonly at: number
  readonly bytes: number
  /** The beginning of the sha256 of these bytes. */
  readonly sum: string
}

export type WordPack = ReturnType<typeof openWordPack>

/**
 * Opens the words of all documents, which are one file in the folder of the cache: a build writes it again with what it takes from the file before.
 * Its files stay open: opening them for each document takes longer than reading its words.
 */
export function openWordPack(derived: string) {
  const file = join(derived, WORDS)
  const part = `${file}.part`
  makeFolder(derived)
  const before = findOpened(file)
  const opened = openNew(part)
  const stored = new Map<string, StoredWords>()
  let end = 0
  const add = (json: Uint8Array) => {
    const sum = sumOf(json)
    const known = stored.get(sum)
    if (known) return known
    writeAll(opened, json, part)
    const words = { at: end, bytes: json.length, sum }
    end += json.length
    stored.set(sum, words)
    return words
  }
  return {
    /** Takes the words of a document over from the pack before; undefined if it does not have them. */
    carry(words: StoredWords): StoredWords | undefined {
      const known = stored.get(words.sum)
      const json = known || before === undefined ? undefined : findIntact(before, words)
      return known ?? (json && add(json))
    },
    add,
    /** Words that `carry` or `add` returned. */
    read: (words: StoredWords) => parseJson(readOpened(opened, words)) as WordCounts,
    /** Replaces the pack before. */
    save() {
      rmSync(file, { recursive: true, force: true })
      if (stored.size > 0) renameSync(part, file)
      else rmSync(part)
    },
    /** Closes its files, also of a build that failed. */
    close() {
      if (before !== undefined) closeSync(before)
      closeSync(opened)
    },
  }
}

function findOpened(file: string): number | undefined {
  try {
    return openRegular(file).file
  } catch {
    return undefined
  }
}

/** The bytes of words in a pack; undefined if they are missing or damaged. */
function findIntact(opened: number, words: StoredWords): Uint8Array | undefined {
  try {
    const json = readOpened(opened, words)
    return sumOf(json) === words.sum ? json : undefined
  } catch {
    return undefined
  }
}

function sumOf(json: Uint8Array): string {
  return hash('sha256', json).slice(0, 16)
}
