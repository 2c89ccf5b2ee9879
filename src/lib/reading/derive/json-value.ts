import { type Container, type Events, ITEM, type Scalar } from '../events.ts'
import { valueToJson } from '../json/value-to-json.ts'

/** Writes objects, arrays and scalars as json while they are parsed. */
export class JsonValueWriter implements Events {
  readonly #write: (chunk: string) => void
  readonly #open: { readonly end: string; members: number }[] = []

  constructor(write: (chunk: string) => void) {
    this.#write = write
  }

  open(step: string, kind: Container): void {
    this.#begin(step)
    this.#write(kind === 'array' ? '[' : '{')
    this.#open.push({ end: kind === 'array' ? ']' : '}', members: 0 })
  }

  close(): void {
    this.#write(this.#open.pop()?.end ?? '')
  }

  scalar(step: string, value: Scalar): void {
    this.#begin(step)
    this.#write(valueToJson(value))
  }

  #begin(step: string): void {
    const parent = this.#open.at(-1)
    if (!parent) return
    if (parent.members++ > 0) this.#write(',')
    if (step !== ITEM) this.#write(`${JSON.stringify(step)}:`)
  }
}
