import { type Container, type Events, ITEM, type Scalar } from '../events.ts'
import { xmlAttribute } from './xml-text.ts'
import { xmlElement } from './xml-value.ts'

/** Writes a document, or the part outside of its records, as xml while it is parsed, in the form of {@link xmlElement}. */
export class XmlTreeWriter implements Events {
  readonly #write: (chunk: string) => void
  readonly #root: 'data' | 'rest'
  readonly #open: string[] = []

  /** `root` is the name of the outermost element. */
  constructor(write: (chunk: string) => void, root: 'data' | 'rest' = 'data') {
    this.#write = write
    this.#root = root
  }

  open(step: string, kind: Container): void {
    const element = this.#elementOf(step)
    const name = element === 'field' ? ` name="${xmlAttribute(step)}"` : ''
    this.#write(`<${element}${name} type="${kind === 'array' ? 'array' : 'object'}">`)
    this.#open.push(element)
  }

  close(): void {
    this.#write(`</${this.#open.pop()}>`)
  }

  scalar(step: string, value: Scalar): void {
    const element = this.#elementOf(step)
    this.#write(xmlElement(element, element === 'field' ? step : undefined, value))
  }

  #elementOf(step: string): 'data' | 'rest' | 'field' | 'item' {
    if (this.#open.length === 0) return this.#root
    return step === ITEM ? 'item' : 'field'
  }
}
