import type { OpenPartsAt } from '../parts.ts'
import type { ChartData } from './chart-data.ts'
import { type FileFormat, type GroupPage, type Opened, type RowPage, TableEngine } from './engine.ts'
import type { ValueCounts } from './filter.ts'
import type { PartedTable, TablePart } from './parts.ts'
import type { MarkCounts, PageMap, RecordPlaces, ToDegrees } from './places.ts'
import {
  type ColumnTable,
  type KnownColumn,
  type LoadProgress,
  loadTable,
  MOST_BYTES,
  TooLarge,
  tableOf,
} from './table.ts'
import type { Filter, ViewState } from './view.ts'

/** The source of the records: an address, a file chosen by the reader, or rows of the page. */
export type TableSource =
  | { readonly address: string }
  /** A large table, read in parts. */
  | { readonly parquet: string; readonly bytes: number }
  | { readonly file: Blob }
  | { readonly rows: readonly (readonly (string | null)[])[] }

/** The result of loading. */
export interface Loaded {
  readonly columns: readonly KnownColumn[]
  readonly rows: number
  /** For a table in parts: all of them, and the one that is loaded, counted from 1. */
  readonly parts?: readonly TablePart[]
  readonly part?: number
}

/** The file is missing or empty. */
class NotThere extends Error {
  override name = 'NotThere'
}

/** Queries about all records, answered by a worker or by the page itself. */
export interface TableClient {
  /**
   * Loads all records, or one part of a large table: `part`, counted from 1, or the last part if there are fewer. Throws TooLarge, NotThere,
   * and TypeError if there is no connection.
   */
  load(
    source: TableSource,
    known: readonly KnownColumn[],
    language: string,
    part: number,
    map: PageMap | undefined,
    onProgress: (progress: LoadProgress) => void,
  ): Promise<Loaded>
  page(view: ViewState): Promise<RowPage>
  groups(view: ViewState): Promise<GroupPage>
  chart(view: ViewState): Promise<ChartData | undefined>
  marks(filters: readonly Filter[]): Promise<MarkCounts | undefined>
  open(view: ViewState, number: number): Promise<Opened | undefined>
  countsOf(filters: readonly Filter[], column: number, looked: string, most: number): Promise<ValueCounts>
  write(view: ViewState, format: FileFormat): Promise<Blob>
}

const TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
}

/** Finds the places of the records of a table on the map of the page. `first`: the number of records before the table. */
export type OpenPlaces = (
  table: ColumnTable,
  map: PageMap,
  first: number,
  toDegrees?: ToDegrees,
) => RecordPlaces

/** Opens the conversion of a projected grid to degrees. `grid`: its definition in the notation of PROJ. */
export type OpenGrid = (grid: string) => ToDegrees

/** Opens a table client that works in the calling thread. `scripts` loads the code that only some tables need. */
export function openTableClient(scripts: {
  loadParts(): OpenPartsAt
  loadPlaces(): Promise<OpenPlaces>
  loadGrid(): Promise<OpenGrid>
}): TableClient {
  let engine: TableEngine | undefined
  let inParts: PartedTable | undefined
  const read = async (
    source: TableSource,
    known: readonly KnownColumn[],
    wanted: number,
    onProgress: (progress: LoadProgress) => void,
  ) => {
    if (!('parquet' in source)) return { table: await readWhole(source, known, onProgress), part: 1 }
    inParts ??= await scripts.loadParts()(source.parquet, source.bytes, known)
    const { parts } = inParts
    const part = Math.min(wanted, parts.length)
    return { table: await inParts.read(part, onProgress), parts, part }
  }
  const placesOn = async (map: PageMap) => {
    const open = await scripts.loadPlaces()
    const toDegrees = map.grid === undefined ? undefined : (await scripts.loadGrid())(map.grid)
    return (table: ColumnTable, first: number) => open(table, map, first, toDegrees)
  }
  const ready = () => {
    if (!engine) throw new Error('nothing is loaded')
    return engine
  }
  return {
    async load(source, known, language, wanted, map, onProgress) {
      const { table, parts, part } = await read(source, known, wanted, onProgress)
      if (table.columns.length === 0) throw new NotThere('the file is empty')
      // If the scripts of the map cannot be loaded, the records are explored without it.
      const openPlaces = map && (await placesOn(map).catch(() => undefined))
      engine = new TableEngine(table, language, {
        first: parts?.[part - 1]?.first,
        openPlaces,
      })
      prepare(engine, () => engine)
      const columns = table.columns.map(({ name, kind }) => ({ name, kind }))
      return { columns, rows: table.rows, ...(parts && { parts, part }) }
    },
    page: async (view) => ready().page(view),
    groups: async (view) => ready().groups(view),
    chart: async (view) => ready().chart(view),
    marks: async (filters) => ready().marks(filters),
    open: async (view, number) => ready().open(view, number),
    countsOf: async (filters, column, looked, most) => ready().countsOf(filters, column, looked, most),
    write: async (view, format) => new Blob([...ready().write(view, format)], { type: TYPES[format] }),
  }
}

function readWhole(
  source: Exclude<TableSource, { parquet: string }>,
  known: readonly KnownColumn[],
  onProgress: (progress: LoadProgress) => void,
): ColumnTable | Promise<ColumnTable> {
  if ('rows' in source) return tableOf(known, source.rows)
  return streamOf(source).then((stream) => loadTable(stream, known, onProgress))
}

async function streamOf(source: { address: string } | { file: Blob }): Promise<ReadableStream<Uint8Array>> {
  if ('file' in source) return source.file.stream()
  const answer = await fetch(source.address)
  if (!answer.ok || !answer.body) throw new NotThere(`${source.address} answered ${answer.status}`)
  // For compressed files, this is the compressed size; the bytes are also counted after decompression.
  if (Number(answer.headers.get('content-length')) > MOST_BYTES) {
    await answer.body.cancel()
    throw new TooLarge()
  }
  return answer.body
}

const AT_ONCE = 20

// In short steps, so that queries do not have to wait.
function prepare(engine: TableEngine, current: () => TableEngine | undefined): void {
  setTimeout(() => {
    const end = performance.now() + AT_ONCE
    while (current() === engine && engine.prepare())
      if (performance.now() > end) return prepare(engine, current)
  })
}
