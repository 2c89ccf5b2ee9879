import { type ByteSource, CSV_BOM, csvLine, openTable, type Table } from '../../reading/index.ts'
import type { FileSink, ManifestRecord } from '../../snapshot/index.ts'
import { whyUnread } from '../not-read.ts'
import type { Unread } from '../readings.ts'
import { isTabular } from './tabular.ts'

const PIECE_CHARS = 64 * 1024

/**
 * Writes the table of a record's bytes to a sink that is opened for it. Returns false if there is no table, or why the bytes are not read;
 * then no sink was opened.
 */
export function writeTable(
  source: ByteSource,
  { format, charset, bytes = 0 }: ManifestRecord,
  open: () => Pick<FileSink, 'write'>,
): boolean | Unread {
  const table = findTable(source, { format, charset })
  if ('unread' in table) return table
  const { shape, count, names, moreColumns } = table
  const extent = { shape, count, columns: names.length, ...(moreColumns && { moreColumns }) }
  if (!isTabular(extent, bytes)) return false
  const sink = open()
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
