import { isEntryLink, type ListOperation } from '../../interface/index.ts'
import { type Container, type Events, type Scalar, TEXT } from '../events.ts'
import { MOST_RECORD, tooLong } from '../limits.ts'
import { isErrorHeading } from '../report/words.ts'
import type { ReadRecord } from '../types.ts'
import { renderedText } from './text.ts'

const HEADINGS = new Set(['title', 'h1', 'h2'])
/** Attributes that name a link without text. */
const NAMES = new Set(['@title', '@aria-label', '@alt'])

interface OpenLink {
  readonly depth: number
  readonly href: string
  text: string
  name: string
}

/** Turns all links of a page to entries of a list into records; of several links to one address, the first with a text. */
export class HtmlLinks implements Events {
  readonly #operation: ListOperation
  readonly #visit: (record: ReadRecord) => boolean
  readonly #seen = new Set<string>()
  readonly #path: string[] = []
  #link: OpenLink | undefined
  #heading = ''
  #headings = 0
  done = false
  /** Whether a heading states an error or the page has a password field, so its links are no list. */
  isRefusal = false

  constructor(operation: ListOperation, visit: (record: ReadRecord) => boolean = () => true) {
    this.#operation = operation
    this.#visit = visit
  }

  /** Number of distinct addresses. */
  get count(): number {
    return this.#seen.size
  }

  open(step: string, _kind: Container): void {
    this.#path.push(step)
    if (HEADINGS.has(step) && this.#headings++ === 0) this.#heading = ''
  }

  close(): void {
    const step = this.#path.pop() ?? ''
    if (HEADINGS.has(step) && --this.#headings === 0 && isErrorHeading(renderedText(this.#heading)))
      this.isRefusal = true
    if (this.#link && this.#path.length < this.#link.depth) this.#end(this.#link)
  }

  scalar(step: string, value: Scalar): void {
    if (typeof value !== 'string') return
    const element = this.#path.at(-1) ?? ''
    if (element === 'input' && step === '@type' && value.trim().toLowerCase() === 'password')
      this.isRefusal = true
    if (element === 'a' && step === '@href' && isEntryLink(value, this.#operation))
      this.#link = { depth: this.#path.length, href: value, text: '', name: '' }
    if (step === TEXT) this.#addText(value)
    else if (this.#link && NAMES.has(step)) this.#link.name ||= renderedText(value)
  }

  #addText(text: string): void {
    if (this.#headings > 0 && this.#heading.length < 200) this.#heading += text
    if (!this.#link) return
    this.#link.text += text
    if (this.#link.text.length > MOST_RECORD) throw tooLong()
  }

  #end({ href, text, name }: OpenLink): void {
    this.#link = undefined
    const title = renderedText(text) || name
    if (title === '' || this.#seen.has(href) || this.done) return
    this.#seen.add(href)
    const record = new Map([
      ['text', title],
      ['text (link)', href],
    ])
    this.done = !this.#visit(record)
  }
}
