/** Text as displayed by a browser: white space is collapsed and trimmed (CSS Text 3, 4.1). */
export function renderedText(text: string): string {
  return text.replace(/[ \t\n\f\r]+/g, ' ').replace(/^ | $/g, '')
}

/** An open element. */
interface Frame {
  readonly name: string
  /** The text of a block before its first block or link to an entry. */
  own: string
  /** How much of it is bold. */
  bold: number
  /** Whether more text of it is no longer its own. */
  isEnded: boolean
  hasList: boolean
  hasEntry: boolean
  /** What an element of it, such as a caption, names it. */
  label: string | undefined
}

const HEADING = /^h[1-6]$/
/** Elements that name the element around them. */
const LABELS = new Set(['summary', 'legend', 'caption', 'dt', 'figcaption'])
const LISTS = new Set(['ul', 'ol', 'dl'])
const BLOCKS = new Set([
  ...LISTS,
  ...LABELS,
  ...['p', 'div', 'li', 'dd', 'td', 'th', 'tr', 'table', 'section', 'article', 'main', 'aside', 'nav'],
  ...['header', 'footer', 'details', 'fieldset', 'figure', 'form', 'body', '#document'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])
/** Only this many of the innermost blocks name what is in them. */
const MOST_AROUND = 50
/** A text that is bold as a whole is a heading below all others. */
const BOLD_LEVEL = 7
/** Longer texts name no group, in UTF-16 units. */
const MOST_CHARS = 300

/**
 * The names that the parts of a page have: headings, captions, the text before a nested list, or before a colon and several links. Gets the
 * events of the page.
 */
export class HtmlOutline {
  /** The names of all open elements, and the blocks among them. */
  readonly #path: string[] = []
  readonly #blocks: Frame[] = []
  /** The current heading of each level. */
  readonly #headings: (string | undefined)[] = []
  #bold = 0

  open(name: string): void {
    this.#path.push(name)
    if (isBold(name)) this.#bold++
    if (!BLOCKS.has(name)) return
    const around = this.#blocks.at(-1)
    if (around) around.isEnded = true
    if (around && LISTS.has(name)) around.hasList = true
    const frame = {
      name,
      own: '',
      bold: 0,
      isEnded: false,
      hasList: false,
      hasEntry: false,
      label: undefined,
    }
    this.#blocks.push(frame)
  }

  addText(text: string): void {
    const block = this.#blocks.at(-1)
    if (!block || block.isEnded || block.own.length > MOST_CHARS) return
    const start = text.slice(0, MOST_CHARS + 1)
    block.own += start
    if (this.#bold > 0) block.bold += start.trim().length
  }

  /** A link to an entry begins. */
  addEntry(): void {
    for (const frame of this.#blocks.slice(-MOST_AROUND)) frame.hasEntry = true
    const block = this.#blocks.at(-1)
    if (block) block.isEnded = true
  }

  close(): void {
    const name = this.#path.pop() ?? ''
    if (isBold(name)) this.#bold--
    if (!BLOCKS.has(name)) return
    const frame = this.#blocks.pop()
    if (!frame) return
    const text = nameOf(frame.own)
    if (HEADING.test(name)) this.#setHeading(Number(name[1]), frame, text)
    else if (LABELS.has(name)) {
      const around = this.#blocks.at(-1)
      if (around) around.label = frame.hasEntry ? undefined : text
    } else if (!frame.isEnded && text !== undefined && isAllBold(frame))
      this.#setHeading(BOLD_LEVEL, frame, text)
  }

  /** The names of the parts that the current place is in, the innermost first. */
  names(): string[] {
    const around = this.#blocks.slice(-MOST_AROUND).toReversed()
    const labels = around.flatMap((frame) => frame.label ?? leadOf(frame) ?? [])
    return [...labels, ...this.#headings.toReversed().flatMap((text) => text ?? [])]
  }

  /** The text of the block before the current place. */
  before(): string | undefined {
    return nameOf(this.#blocks.at(-1)?.own ?? '')
  }

  // A heading that links to an entry is its title; it ends the parts before it.
  #setHeading(level: number, { hasEntry }: Frame, text: string | undefined): void {
    this.#headings.length = level
    if (!hasEntry) this.#headings[level] = text
  }
}

function isBold(name: string): boolean {
  return name === 'b' || name === 'strong'
}

function isAllBold({ own, bold }: Frame): boolean {
  return bold > 0 && bold === own.trim().length
}

/** The text before a nested list, or before a colon. */
function leadOf({ own, hasList }: Frame): string | undefined {
  return hasList || /[:：–—]\s*$/.test(own) ? nameOf(own) : undefined
}

/** A text as a name: without a colon or a count at its end. */
function nameOf(text: string): string | undefined {
  const name = renderedText(text)
    .replace(/\s*[([]\d+[)\]]\s*(?=[:：–—-]?$)/, '')
    .replace(/\s*[:：–—-]$/, '')
  return name === '' || name.length > MOST_CHARS ? undefined : name
}
