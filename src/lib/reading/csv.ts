/** The beginning of a csv file, so spreadsheets recognise UTF-8; readers remove it (Tabular Data Model, 8, "strip a BOM"). */
export const CSV_BOM = '\ufeff'

// A value with leading or trailing white space is quoted too, since some readers trim unquoted ones.
const QUOTED = /[",\r\n]|^\s|\s$|^$/

/**
 * One record as a line of csv (RFC 4180): null is an empty cell, an empty text is `""`. The only value of a record is `""` in either case,
 * since most readers skip empty lines.
 */
export function csvLine(cells: readonly (string | null | undefined)[]): string {
  if (cells.length === 1) return `${quote(cells[0] ?? '')}\r\n`
  let line = ''
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]
    if (at > 0) line += ','
    if (cell !== null && cell !== undefined) line += quote(cell)
  }
  return `${line}\r\n`
}

function quote(text: string): string {
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
