import type { ChartData } from './chart-data.ts'
import { type FileFormat, type GroupPage, type Opened, type RowPage, TableEngine } from './engine.ts'
import type { ValueCounts } from './filter.ts'
import { type KnownColumn, type LoadProgress, loadTable, MOST_BYTES, TooLarge, tableOf } from './table.ts'
import type { Filter, ViewState } from './view.ts'

/** The source of the records: an address, a file chosen by the reader, or rows of the page. */
export type TableSource =
  | { readonly address: string }
  | { readonly file: Blob }
  | { readonly rows: readonly (readonly (string | null)[])[] }

/** The result of loading. */
export interface Loaded {
  readonly columns: readonly KnownColumn[]
  readonly rows: number
}

/** The file is absent, or not the expected one. */
class NotThere extends Error {
  override name = 'NotThere'
}

/** Queries about all records, answered by a worker or by the page itself. */
export interface TableClient {
  /** Throws TooLarge, NotThere, and TypeError without a connection. */
  load(
    source: TableSource,
    known: readonly KnownColumn[],
    language: string,
    onProgress: (progress: LoadProgress) => void,
  ): Promise<Loaded>
  page(view: ViewState): Promise<RowPage>
  groups(view: ViewState): Promise<GroupPage>
  chart(view: ViewState): Promise<ChartData | undefined>
  open(view: ViewState, number: number): Promise<Opened | undefined>
  countsOf(filters: readonly Filter[], column: number, looked: string, most: number): Promise<ValueCounts>
  write(view: ViewState, format: FileFormat): Promise<Blob>
}

const TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
}

/** Opens a table client that works in the calling thread. */
export function openTableClient(): TableClient {
  let engine: TableEngine | undefined
  const ready = () => {
    if (!engine) throw new Error('nothing is loaded')
    return engine
  }
  return {
    async load(source, known, language, onProgress) {
      const table =
        'rows' in source
          ? tableOf(known, source.rows)
          : await loadTable(await streamOf(source), known, onProgress)
      if (table.columns.length === 0) throw new NotThere('the file is empty')
      engine = new TableEngine(table, language)
      prepare(engine, () => engine)
      return { columns: table.columns.map(({ name, kind }) => ({ name, kind })), rows: table.rows }
    },
    page: async (view) => ready().page(view),
    groups: async (view) => ready().groups(view),
    chart: async (view) => ready().chart(view),
    open: async (view, number) => ready().open(view, number),
    countsOf: async (filters, column, looked, most) => ready().countsOf(filters, column, looked, most),
    write: async (view, format) => new Blob([...ready().write(view, format)], { type: TYPES[format] }),
  }
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

// In short steps, so no query has to wait.
function prepare(engine: TableEngine, current: () => TableEngine | undefined): void {
  setTimeout(() => {
    const end = performance.now() + AT_ONCE
    while (current() === engine && engine.prepare())
      if (performance.now() > end) return prepare(engine, current)
  })
}
