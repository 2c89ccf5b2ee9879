import { type ByteSource, type Column, CSV_BOM, csvLine, eachCells, type Reading } from '../reading/index.ts'
import { readDocument } from '../reading/read.ts'
import {
  checkedSource,
  derivedNameOf,
  type FileSink,
  type Generation,
  type ManifestRecord,
  openDerived,
} from '../snapshot/index.ts'
import { type ColumnChoices, openPlaces, statedOf } from './grids.ts'
import { whyUnread } from './not-read.ts'
import { openParquet } from './parquet.ts'

type OpenSource = (record: ManifestRecord) => ByteSource

/** Bytes that are not read, and why: a sentence. */
export interface Unread {
  readonly unread: string
}

// Reading a smaller document again is faster than writing and reading a cached file.
const CACHED_FROM = 64 * 1024

export type Readings = ReturnType<typeof openReadings>

/** Opens the readings of a generation's bytes. Those of large documents are cached by the sha256 of the bytes. `folder` caches those of large documents, see {@link openDerived}. */
export function openReadings(
  folder: string,
  generation: Pick<Generation, 'folder'>,
  { places: chosenPlaces = {}, kinds: chosenKinds = {}, meanings = {} }: ColumnChoices = {},
) {
  const placesOf = openPlaces(chosenPlaces)
  const cache = openDerived(folder)

  function read(record: ManifestRecord, open: OpenSource): Reading | Unread {
    const { format, charset, code } = record
    const [places, kinds] = [placesOf(code), statedOf(chosenKinds, code)]
    try {
      return readDocument(open(record), { format, charset, places, kinds })
    } catch (error) {
      return { unread: whyUnread(error) }
    }
  }

  // Whether the reading of a record's bytes is cached once it was found. A reading with columns that the config describes does not depend on the bytes alone.
  function isCached({ bytes = 0, code }: ManifestRecord): boolean {
    return bytes >= CACHED_FROM && !placesOf(code) && !statedOf(chosenKinds, code)
  }

  function findLarge(record: ManifestRecord, open: OpenSource): Reading | Unread {
    const cached = cache.find(derivedNameOf(record))
    if (cached !== undefined) return cached as Reading
    const reading = read(record, open)
    if (!('unread' in reading)) cache.store(derivedNameOf(record), [JSON.stringify(reading)])
    return reading
  }
  return {
    /**
     * The reading of a record's bytes, or why they are not read; undefined if there are none. `open` gives the bytes, verified; by default
     * those of the generation. Throws DamagedSnapshot.
     */
    find(
      record: ManifestRecord,
      open: OpenSource = () => checkedSource(generation, record),
    ): Reading | Unread | undefined {
      if (record.sha256 === undefined) return undefined
      const found = isCached(record) ? findLarge(record, open) : read(record, open)
      return 'unread' in found ? found : withMeanings(found, statedOf(meanings, record.code))
    },
    isCached,
  }
}

function withMeanings(reading: Reading, meanings: Readonly<Record<string, string>> | undefined): Reading {
  if (meanings === undefined) return reading
  const columns = reading.columns.map((column) =>
    Object.hasOwn(meanings, column.name) ? { ...column, meaning: meanings[column.name] as string } : column,
  )
  return { ...reading, columns }
}

const PIECE_CHARS = 64 * 1024

type Sink = Pick<FileSink, 'write'>
type VisitCells = Parameters<typeof eachCells>[3]

/**
 * Writes the records of a document that has a table ({@link isTabular}) as csv and, if wanted, as Parquet, with the columns of its reading.
 * `see` is given the cells of each record.
 */
export function writeTable(
  source: ByteSource,
  { format, charset }: Pick<ManifestRecord, 'format' | 'charset'>,
  columns: readonly Pick<Column, 'name' | 'type'>[],
  sink: Sink,
  {
    parquetSink,
    see,
  }: { readonly parquetSink?: Sink | undefined; readonly see?: VisitCells | undefined } = {},
): void {
  const names = columns.map(({ name }) => name)
  const typed = columns.map(({ name, type }) => ({ name, type: type.exact }))
  const parquet = parquetSink && openParquet(typed, parquetSink.write)
  let piece = CSV_BOM + csvLine(names)
  eachCells(source, { format, charset }, names, (cells) => {
    parquet?.add(cells)
    see?.(cells)
    piece += csvLine(cells.length < names.length ? [...cells, ...Array(names.length - cells.length)] : cells)
    if (piece.length < PIECE_CHARS) return
    sink.write(Buffer.from(piece))
    piece = ''
  })
  sink.write(Buffer.from(piece))
  parquet?.finish()
}
