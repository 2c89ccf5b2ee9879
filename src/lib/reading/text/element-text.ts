import { MOST_RECORD, tooLong } from '../limits.ts'

/**
 * Collects the text of elements in a stream: a leaf keeps all of it, including white space; between child elements, blank text is layout
 * and dropped, unless `keepsBlank` returns true.
 */
export class ElementText {
  readonly #write: (text: string) => void
  readonly #hasChild: boolean[] = []
  readonly #keepsBlank: () => boolean
  #text = ''

  constructor(write: (text: string) => void, keepsBlank: () => boolean = () => false) {
    this.#write = write
    this.#keepsBlank = keepsBlank
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length > MOST_RECORD) throw tooLong()
  }

  /** The start of an element. */
  open(): void {
    const last = this.#hasChild.length - 1
    if (last >= 0) this.#hasChild[last] = true
    this.#flush(false)
    this.#hasChild.push(false)
  }

  /** The end of the innermost open element. */
  close(): void {
    this.#flush(this.#hasChild.pop() === false)
  }

  #flush(isLeaf: boolean): void {
    const text = this.#text
    if (text === '') return
    this.#text = ''
    if (this.#hasChild.length === 0 && !isLeaf) return
    if (isLeaf || text.trim() !== '' || this.#keepsBlank()) this.#write(text)
  }
}
