import { hash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../reading/index.ts'
import { WORDS } from '../../snapshot/index.ts'
import type { WordCounts } from '../search/values/count-words.ts'
import { openPieces, readPiece } from './pieces.ts'

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
}

/** Opens the pack in the folder of the cache. */
export function openWordPack(derived: string): WordPack {
  const file = join(derived, WORDS)
  const part = `${file}.part`
  rmSync(part, { recursive: true, force: true })
  const append = openPieces(part)
  const stored = new Map<string, StoredWords>()
  const add = (json: Uint8Array) => {
    const sum = sumOf(json)
    const words = stored.get(sum) ?? { at: append(json).at, bytes: json.length, sum }
    stored.set(sum, words)
    return words
  }
  return {
    carry(words) {
      const known = stored.get(words.sum)
      const json = known ? undefined : findIntact(file, words)
      return known ?? (json && add(json))
    },
    add,
    read: (words) => parseJson(readPiece({ file: part, ...words })) as WordCounts,
    save() {
      rmSync(file, { recursive: true, force: true })
      if (stored.size > 0) renameSync(part, file)
    },
  }
}

/** The bytes of words in a pack; undefined if they are missing or damaged. */
function findIntact(file: string, words: StoredWords): Uint8Array | undefined {
  try {
    const json = readPiece({ file, ...words })
    return sumOf(json) === words.sum ? json : undefined
  } catch {
    return undefined
  }
}

function sumOf(json: Uint8Array): string {
  return hash('sha256', json).slice(0, 16)
}
