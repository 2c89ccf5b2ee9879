import { type Container, type Events, ITEM, type Scalar, TEXT } from '../events.ts'
import { valueToJson } from '../json/value-to-json.ts'

/**
 * Writes a tree of elements as json while it is parsed: `{"name": "a", "attributes": {"id": "1"}, "children": ["text", {…}]}`, with
 * attributes and children only if there are any.
 */
export class JsonTreeWriter implements Events {
  readonly #write: (chunk: string) => void
  readonly #open: { attributes: number; children: number }[] = []

  constructor(write: (chunk: string) => void) {
    this.#write = write
  }

  open(step: string, _kind: Container): void {
    this.#beginChild()
    this.#write(`{"name":${JSON.stringify(step)}`)
    this.#open.push({ attributes: 0, children: 0 })
  }

  close(): void {
    const closed = this.#open.pop()
    if (!closed) return
    this.#write(closed.children > 0 ? ']}' : closed.attributes > 0 ? '}}' : '}')
  }

  scalar(step: string, value: Scalar): void {
    if (step === TEXT) {
      this.#beginChild()
      this.#write(valueToJson(value))
      return
    }
    const parent = this.#open.at(-1)
    if (!parent) return
    const start = parent.attributes++ === 0 ? ',"attributes":{' : ','
    this.#write(`${start}${JSON.stringify(step.slice(1))}:${valueToJson(value)}`)
  }

  #beginChild(): void {
    const parent = this.#open.at(-1)
    if (!parent) return
    const start = parent.attributes > 0 ? '},"children":[' : ',"children":['
    this.#write(parent.children++ === 0 ? start : ',')
  }
}

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
