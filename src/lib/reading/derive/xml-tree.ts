import { type Container, type Events, ITEM, type Scalar } from '../events.ts'
import { xmlAttribute } from './xml-text.ts'
import { xmlElement } from './xml-value.ts'

/** Writes a document without records as xml while it is read, in the words of {@link xmlElement}. */
export class XmlTreeWriter implements Events {
  readonly #write: (chunk: string) => void
  readonly #open: string[] = []

  constructor(write: (chunk: string) => void) {
    this.#write = write
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

  #elementOf(step: string): 'data' | 'field' | 'item' {
    if (this.#open.length === 0) return 'data'
    return step === ITEM ? 'item' : 'field'
  }
}
