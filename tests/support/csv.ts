import { parse } from 'csv-parse/sync'

/** What a csv says to a reader that tells nothing (null) from an empty text, which is quoted. Names first. */
export function readCsv(csv: Uint8Array | string): { names: string[]; rows: (string | null)[][] } {
  const lines: (string | null)[][] = parse(csv, {
    bom: true,
    record_delimiter: '\r\n',
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  })
  const [names = [], ...rows] = lines
  return { names: names.map((name) => name ?? ''), rows }
}
