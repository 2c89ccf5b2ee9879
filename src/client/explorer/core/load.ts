import { type ColumnTable, type KnownColumn, MOST_BYTES, TableBuilder, TooLarge } from './table.ts'

/** How much of a file has been read. */
export interface LoadProgress {
  readonly bytes: number
  readonly rows: number
}

const REPORT_BYTES = 500_000

/** Parses a stream of csv bytes into a table. Throws TooLarge, and errors of the stream. */
export async function loadTable(
  stream: ReadableStream<Uint8Array>,
  known: readonly KnownColumn[],
  onProgress: (progress: LoadProgress) => void,
): Promise<ColumnTable> {
  const builder = new TableBuilder(known)
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let bytes = 0
  let reported = 0
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      bytes += value.length
      if (bytes > MOST_BYTES) throw new TooLarge()
      builder.push(decoder.decode(value, { stream: true }))
      if (bytes - reported < REPORT_BYTES) continue
      reported = bytes
      onProgress({ bytes, rows: builder.rows })
    }
  } catch (problem) {
    await reader.cancel().catch(() => {})
    throw problem
  }
  builder.push(decoder.decode())
  return builder.finish()
}
