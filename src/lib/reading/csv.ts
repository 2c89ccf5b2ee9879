/** What a csv begins with, so that spreadsheets take it for UTF-8; readers leave it out (Tabular Data Model, 8, "strip a BOM"). */
export const CSV_BOM = '\ufeff'

// A value that begins or ends with a blank is quoted too: some readers trim what is not.
const QUOTED = /[",\r\n]|^\s|\s$|^$/

/**
 * One record as a line of csv (RFC 4180): null is nothing between the commas, an empty text is `""`. A line of nothing would be passed
 * over by most readers, so that the only value of a record is `""` either way.
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
