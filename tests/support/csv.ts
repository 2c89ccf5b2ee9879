import { parse } from 'csv-parse/sync'

/** Reads a csv in which an empty text is quoted and a missing value (null) is not. Names first. */
export function readCsv(csv: Uint8Array | string): { names: string[]; rows: (string | null)[][] } {
  const lines: (string | null)[][] = parse(csv, {
    bom: true,
    record_delimiter: '\r\n',
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  })
  const [names = [], ...rows] = lines
  return { names: names.map((name) => name ?? ''), rows }
}
