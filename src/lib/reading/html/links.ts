import { decodeSegment, findEntry, type ListOperation } from '../../interface/index.ts'
import { type Container, type Events, type Scalar, TEXT } from '../events.ts'
import { MOST_RECORD, tooLong } from '../limits.ts'
import { parseDocument } from '../parse.ts'
import { isErrorHeading } from '../report/words.ts'
import type { ByteSource, DocumentHint, ReadRecord, Value } from '../types.ts'
import { HtmlOutline, renderedText } from './outline.ts'

/** One link to an entry of a list. */
interface EntryLink {
  readonly entry: string
  readonly href: string
  readonly text: string
  /** The text of the block before the link. */
  readonly before: string | undefined
  /** The names of the parts of the page that it is in, the innermost first. */
  readonly names: readonly string[]
}

/** The links of a page to entries of its list. */
interface EntryLinks {
  /** Number of distinct entries; 0 if the page states an error or asks for a password. */
  readonly count: number
  /** Whether the page states an error or asks for a password, so its links are no list. */
  readonly isRefusal: boolean
  each(visit: (record: ReadRecord) => boolean): void
}

/** Finds the links to entries of a list. Each entry is a record with its title, its first link and the groups that the page puts it in. */
export function findLinks(source: ByteSource, hint: DocumentHint, list: ListOperation): EntryLinks {
  const survey = new LinkSurvey()
  const links = new HtmlLinks(list, (link) => survey.visit(link))
  parseDocument(source, hint, links)
  const { isRefusal } = links
  return {
    count: isRefusal ? 0 : survey.count,
    isRefusal,
    each(visit) {
      const seen = new Set<string>()
      const again = new HtmlLinks(list, (link) => {
        if (seen.has(link.entry)) return true
        seen.add(link.entry)
        return visit(survey.toRecord(link))
      })
      parseDocument(source, hint, again)
    },
  }
}

/** What the texts around the links to entries are: their titles, or names of groups. */
class LinkSurvey {
  readonly #groups = new EntryGroups()
  readonly #texts = new Set<string>()
  readonly #befores = new Set<string>()

  get count(): number {
    return this.#groups.count
  }

  visit({ entry, text, before, names }: EntryLink): boolean {
    if (!this.#groups.has(entry)) {
      if (mayBeTitle(text, entry)) this.#texts.add(text)
      if (before !== undefined) this.#befores.add(before)
    }
    this.#groups.add(entry, names)
    return true
  }

  toRecord({ entry, href, text, before, names }: EntryLink): ReadRecord {
    const title = this.#titleOf(text, before, names[0])
    const isNamed = title !== text && title === names[0]
    const groups = this.#groups.fieldsOf(entry, isNamed ? 1 : 0)
    return new Map<string, Value>([['text', title], ['text (link)', href], ...groups])
  }

  // Texts of links that are alike are the names of formats; the title is then before the link, or the heading above it.
  #titleOf(text: string, before: string | undefined, name: string | undefined): string {
    const areTitles = ({ size }: ReadonlySet<string>) => size * 2 > this.count
    if (areTitles(this.#texts)) return text
    if (areTitles(this.#befores)) return before ?? text
    return areTitles(this.#groups.innermost) ? (name ?? text) : text
  }
}

/** More levels of groups are no description of an entry. */
const MOST_LEVELS = 4

/** The groups that a page puts entries in, by level, the innermost first. An entry may be in several of each level. */
export class EntryGroups {
  readonly #levels: readonly Set<string>[] = Array.from({ length: MOST_LEVELS }, () => new Set<string>())
  readonly #of = new Map<string, Set<string>[]>()

  /** Number of distinct entries. */
  get count(): number {
    return this.#of.size
  }

  /** All names of the innermost groups. */
  get innermost(): ReadonlySet<string> {
    return this.#levels[0] ?? new Set()
  }

  has(entry: string): boolean {
    return this.#of.has(entry)
  }

  add(entry: string, names: readonly string[]): void {
    const levels = this.#of.get(entry) ?? []
    this.#of.set(entry, levels)
    for (const [level, name] of names.slice(0, MOST_LEVELS).entries()) {
      this.#levels[level]?.add(name)
      levels[level] = (levels[level] ?? new Set()).add(name)
    }
  }

  /** The fields `group`, `group 2`, … of an entry, beginning with the level `from`. A name that all entries have is no group. */
  fieldsOf(entry: string, from = 0): [name: string, value: Value][] {
    const levels = this.#of.get(entry) ?? []
    return levels
      .filter((_names, level) => level >= from && (this.#levels[level]?.size ?? 0) > 1)
      .map((names, at) => {
        const [first = null, ...more] = names
        return [at === 0 ? 'group' : `group ${at + 1}`, more.length === 0 ? first : [...names]]
      })
  }
}

/** Whether the text of a link may be the title of its entry: a number or the code itself is not one. */
export function mayBeTitle(text: string, entry: string): boolean {
  return /\p{L}/u.test(text) && text !== entry && text !== decodeSegment(entry)
}

const HEADINGS = new Set(['title', 'h1', 'h2'])
/** Attributes that name a link without text. */
const NAMES = new Set(['@title', '@aria-label', '@alt'])

interface OpenLink extends Omit<EntryLink, 'text'> {
  readonly depth: number
  text: string
  name: string
}

/** Visits all links of a page to entries of a list that have a text. */
class HtmlLinks implements Events {
  readonly #operation: ListOperation
  readonly #visit: (link: EntryLink) => boolean
  readonly #path: string[] = []
  readonly #outline = new HtmlOutline()
  #link: OpenLink | undefined
  #heading = ''
  #headings = 0
  done = false
  /** Whether a heading states an error or the page has a password field. */
  isRefusal = false

  constructor(operation: ListOperation, visit: (link: EntryLink) => boolean) {
    this.#operation = operation
    this.#visit = visit
  }

  open(step: string, _kind: Container): void {
    this.#path.push(step)
    this.#outline.open(step)
    if (HEADINGS.has(step) && this.#headings++ === 0) this.#heading = ''
  }

  close(): void {
    const step = this.#path.pop() ?? ''
    if (HEADINGS.has(step) && --this.#headings === 0 && isErrorHeading(renderedText(this.#heading)))
      this.isRefusal = true
    if (this.#link && this.#path.length < this.#link.depth) this.#end(this.#link)
    this.#outline.close()
  }

  scalar(step: string, value: Scalar): void {
    if (typeof value !== 'string') return
    const element = this.#path.at(-1) ?? ''
    if (element === 'input' && step === '@type' && value.trim().toLowerCase() === 'password')
      this.isRefusal = true
    const entry = element === 'a' && step === '@href' ? findEntry(value, this.#operation) : undefined
    if (entry !== undefined) this.#begin(entry, value)
    if (step === TEXT) this.#addText(value)
    else if (this.#link && NAMES.has(step)) this.#link.name ||= renderedText(value)
  }

  #begin(entry: string, href: string): void {
    const names = this.#outline.names()
    const before = this.#outline.before()
    this.#outline.addEntry()
    this.#link = { depth: this.#path.length, href, entry, text: '', name: '', before, names }
  }

  #addText(text: string): void {
    if (this.#headings > 0 && this.#heading.length < 200) this.#heading += text
    this.#outline.addText(text)
    if (!this.#link) return
    this.#link.text += text
    if (this.#link.text.length > MOST_RECORD) throw tooLong()
  }

  #end({ href, entry, text, name, before, names }: OpenLink): void {
    this.#link = undefined
    const title = renderedText(text) || name
    if (title === '' || this.done) return
    this.done = !this.#visit({ entry, href, text: title, before, names })
  }
}
