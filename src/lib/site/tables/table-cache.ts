import { READER } from '../../reading/index.ts'
import { type ManifestRecord, readTextFile, writeWhole } from '../../snapshot/index.ts'
import type { Unread } from '../readings.ts'
import { WRITER } from './write.ts'

/** What came of a document: the sha256 of its table, null where it makes none, or why it is not read. */
type TableOf = string | null | Unread

/** Which tables came of which bytes. */
interface TableCache {
  /** What is known of the table of these bytes; undefined when nothing is. */
  find(record: ManifestRecord): TableOf | undefined
  add(record: ManifestRecord, table: TableOf): void
  /** Writes what was asked for and found, or added; all else is forgotten. */
  save(): void
}

interface Written {
  readonly reader: number
  readonly writer: number
  readonly tables: Readonly<Record<string, TableOf>>
}

/** Opens the note in a file. One that is torn, or no such note, or of another reader or writer, is empty. */
export function openTableCache(file: string): TableCache {
  const known = read(file)
  const used = new Map<string, TableOf>()
  return {
    find(record) {
      const table = known.get(nameOf(record))
      if (table !== undefined) used.set(nameOf(record), table)
      return table
    },
    add: (record, table) => void used.set(nameOf(record), table),
    save() {
      const written: Written = { reader: READER, writer: WRITER, tables: Object.fromEntries(used) }
      writeWhole(file, `${JSON.stringify(written, null, 0)}\n`)
    },
  }
}

// Bytes are read by the charset they came with.
function nameOf({ sha256, format, charset = '' }: ManifestRecord): string {
  return `${sha256} ${format} ${charset}`
}

function read(file: string): ReadonlyMap<string, TableOf> {
  try {
    const { reader, writer, tables } = JSON.parse(readTextFile(file)) as Written
    return new Map(reader === READER && writer === WRITER ? Object.entries(tables) : [])
  } catch {
    return new Map()
  }
}
