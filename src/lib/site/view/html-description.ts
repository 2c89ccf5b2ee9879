import { Parser } from 'htmlparser2'
import { findWebAddress } from './text.ts'

/** What shows that a description is html and not a text with angle brackets in it. */
const MARKUP = /<\/(?:p|div|span|a|b|strong|i|em|u|ul|ol|li|h[1-6]|table|font|blockquote)>|<(?:p|div|li|hr)>/i
const BREAK = /<br ?\/?>\n?/gi
/** Longer descriptions are documents, which nobody reads above a table. */
const LONGEST = 50_000
const INLINE = new Set(
  'a abbr b big center cite code del em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'address article aside blockquote body caption dd div dl dt figure footer h1 h2 h3 h4 h5 h6 head header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const SILENT = new Set(['script', 'style', 'template', 'title'])

/**
 * The text of a description that an editor of html wrote, with links as those of Markdown, a line for each item of a list and an empty line
 * between paragraphs. Other descriptions, and longer ones, stay as they are, and so do
 * words in angle brackets.
 */
export function withoutHtml(description: string): string {
  if (description.length > LONGEST) return description
  // Line breaks also stand in texts and in Markdown, whose lines mean something.
  if (!MARKUP.test(description)) return description.replace(BREAK, '\n')
  const text = new DescriptionText()
  const parser = new Parser(text, { decodeEntities: true })
  parser.end(description)
  return text.text.trim()
}

class DescriptionText {
  readonly #parts: string[] = []
  /** What ends the line before the next text: several in a row count as the strongest of them. */
  #end = ''
  #hasBlank = true
  #silent = 0
  /** Where the text of the open link begins, and where it leads. */
  #link: { readonly start: number; readonly href: string } | undefined

  get text(): string {
    return this.#parts.join('')
  }

  onopentag(name: string, { href = '', alt = '' }: Readonly<Record<string, string>>): void {
    if (SILENT.has(name)) this.#silent += 1
    else if (name === 'br') this.#breakLine('\n')
    else if (name === 'li') this.#breakLine('\n• ')
    else if (name === 'a') this.#openLink(href)
    else if (name === 'img') this.ontext(alt)
    else if (BLOCKS.has(name)) this.#breakLine('\n\n')
    else if (!INLINE.has(name)) this.ontext(`<${name}>`)
  }

  onclosetag(name: string): void {
    if (SILENT.has(name)) this.#silent = Math.max(0, this.#silent - 1)
    else if (name === 'a') this.#closeLink()
    else if (BLOCKS.has(name) && name !== 'li') this.#breakLine('\n\n')
  }

  ontext(raw: string): void {
    const text = raw.replace(/\s+/g, ' ')
    const shown = this.#end !== '' || this.#hasBlank ? text.trimStart() : text
    if (this.#silent > 0 || shown === '') return
    this.#endLine()
    this.#parts.push(shown)
    this.#hasBlank = shown.endsWith(' ')
  }

  #breakLine(end: string): void {
    const item = this.#end.endsWith('• ') || end.endsWith('• ') ? '• ' : ''
    const isParagraph = this.#end.startsWith('\n\n') || end === '\n\n'
    this.#end = (isParagraph && !(item !== '' && end === '\n\n') ? '\n\n' : '\n') + item
  }

  #endLine(): void {
    if (this.#end === '') return
    this.#parts.push(this.#parts.length === 0 ? this.#end.trimStart() : this.#end)
    this.#end = ''
    this.#hasBlank = true
  }

  #openLink(href: string): void {
    this.#endLine()
    this.#link = { start: this.#parts.length, href: findWebAddress(href) ?? '' }
  }

  #closeLink(): void {
    const { start = 0, href = '' } = this.#link ?? {}
    this.#link = undefined
    const label = this.#parts
      .slice(start)
      .join('')
      .replace(/[[\]\s]+/g, ' ')
    if (href === '' || label.trim() === '') return
    const address = href.replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'))
    this.#parts.splice(start, this.#parts.length, `[${label.trim()}](${address})`)
    this.#hasBlank = false
  }
}
