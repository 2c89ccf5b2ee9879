import type { SourceTable } from '../package/content.ts'
import { escapeText } from '../text/escape.ts'
import { textOfValue } from '../text/exact-json.ts'

/** A table as markup; `linkOf` gives the link of the first cell of a row. */
export function tableMarkup(
  { columns, rows }: SourceTable,
  linkOf: (index: number) => string | undefined = () => undefined,
): string {
  const heads = columns.map((name) => `<th scope="col">${escapeText(name)}</th>`)
  const body = rows.map((row, index) => {
    const cells = columns.map((_, column) => {
      const text = escapeText(textOfValue(row[column]))
      const link = column === 0 ? linkOf(index) : undefined
      return `<td>${link === undefined ? text : `<a href="${link}">${text}</a>`}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table>\n<thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`
}
