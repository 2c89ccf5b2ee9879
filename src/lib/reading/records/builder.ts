import { type Container, type Scalar, TEXT } from '../events.ts'
import { RecordSize } from '../limits.ts'
import type { Members, Value } from '../types.ts'

interface Open {
  readonly step: string
  readonly kind: Container
  readonly items: Value[]
  readonly members: [string, Value][]
}

/** Builds one value from its events. Throws UnreadableDocument if it is larger than a record may be. */
export class ValueBuilder {
  readonly #open: Open[] = []
  readonly #size = new RecordSize()

  open(step: string, kind: Container): void {
    this.#size.add(step.length)
    this.#open.push({ step, kind, items: [], members: [] })
  }

  scalar(step: string, value: Scalar): void {
    this.#size.add(step.length + (typeof value === 'string' ? value.length : 0))
    this.#add(step, value)
  }

  /** Returns the complete value when the outermost container is closed. */
  close(): Value | undefined {
    const closed = this.#open.pop()
    if (!closed) return undefined
    const value = toValue(closed)
    if (this.#open.length === 0) {
      this.#size.reset()
      return value
    }
    this.#add(closed.step, value)
    return undefined
  }

  #add(step: string, value: Value): void {
    const parent = this.#open.at(-1)
    if (parent?.kind === 'array') parent.items.push(value)
    else parent?.members.push([step, value])
  }
}

function toValue({ kind, items, members }: Open): Value {
  if (kind === 'array') return items
  return kind === 'object' ? { members } : elementValue(members)
}

/** An element with only text becomes its text; an element with only `xsi:nil` becomes null. */
function elementValue(members: Members['members']): Value {
  if (members.length === 0) return ''
  if (members.every(([name]) => name === TEXT)) return members.map(([, text]) => text as string).join('')
  if (members.length === 1 && members[0]?.[0] === '@nil' && members[0][1] === 'true') return null
  return { members }
}
