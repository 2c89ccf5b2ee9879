import { hash } from 'node:crypto'
import { closeSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../reading/index.ts'
import { openNew, openRegular, WORDS, writeAll } from '../../snapshot/index.ts'
import type { WordCounts } from '../search/values/count-words.ts'
import { readOpened } from './pieces.ts'

/** Where the words of a document are in the cache. */
export interface StoredWords {
  readonly at: number
  readonly bytes: number
  /** The beginning of the sha256 of these bytes. */
  readonly sum: string
}

/** The words of all documents, in one file of the cache: a build writes it again with what it takes from the file before. */
export interface WordPack {
  /** Takes the words of a document over from the pack before; undefined if it does not have them. */
  carry(stored: StoredWords): StoredWords | undefined
  add(json: Uint8Array): StoredWords
  /** Words that `carry` or `add` returned. */
  read(stored: StoredWords): WordCounts
  /** Replaces the pack before. */
  save(): void
  /** Closes its files, also of a build that failed. */
  close(): void
}

/** Opens the pack in the folder of the cache. Its files stay open: opening them for each document takes longer than reading its words. */
export function openWordPack(derived: string): WordPack {
  const file = join(derived, WORDS)
  const part = `${file}.part`
  mkdirSync(derived, { recursive: true })
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
    carry(words) {
      const known = stored.get(words.sum)
      const json = known || before === undefined ? undefined : findIntact(before, words)
      return known ?? (json && add(json))
    },
    add,
    read: (words) => parseJson(readOpened(opened, words)) as WordCounts,
    save() {
      rmSync(file, { recursive: true, force: true })
      if (stored.size > 0) renameSync(part, file)
      else rmSync(part)
    },
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
