import { type ByteSource, CSV_BOM, csvLine, openTable, type Table } from '../../reading/index.ts'
import type { FileSink, ManifestRecord } from '../../snapshot/index.ts'
import { whyUnread } from '../not-read.ts'
import type { Unread } from '../readings.ts'

const PIECE_CHARS = 64 * 1024

/** Writes the table of a record's bytes, which have one ({@link isTabular}). Returns true, or why they are not read. */
export function writeTable(
  source: ByteSource,
  { format, charset }: Pick<ManifestRecord, 'format' | 'charset'>,
  sink: Pick<FileSink, 'write'>,
): true | Unread {
  const table = findTable(source, { format, charset })
  if ('unread' in table) return table
  const { names } = table
  let piece = CSV_BOM + csvLine(names)
  table.each((cells) => {
    piece += csvLine(cells.length < names.length ? [...cells, ...Array(names.length - cells.length)] : cells)
    if (piece.length < PIECE_CHARS) return
    sink.write(Buffer.from(piece))
    piece = ''
  })
  sink.write(Buffer.from(piece))
  return true
}

// A document that is not read has no table, for the same reason.
function findTable(source: ByteSource, hint: Parameters<typeof openTable>[1]): Table | Unread {
  try {
    return openTable(source, hint)
  } catch (error) {
    return { unread: whyUnread(error) }
  }
}
