/** Characters that begin markup inside a line, or could: emphasis, code, links, html, entities, tables, strikethrough. */
const INLINE = /[\\`*[\]<|~#]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
/** What makes a line something else than a paragraph: a list, a quotation, the line under a heading. */
const BLOCK = /^(?=[-+=>])|^(\d{1,9})(?=[.)])/

/** Foreign text inside a line of Markdown (CommonMark 0.31, 2.4, with the tables of GFM): without markup, on one line. */
export function inMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(INLINE, '\\$&')
}

/** Foreign text as a paragraph of Markdown. */
export function paragraphOf(text: string): string {
  return inMarkdown(text).replace(BLOCK, '$1\\')
}

/** A table of Markdown (GFM 4.10); the cells are Markdown on one line. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
