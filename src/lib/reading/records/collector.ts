import { ANY, type Container, type Events, type Scalar, TEXT } from '../events.ts'
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

/** Called with the value of each record, and the step matched by {@link ANY}, if any; false stops. */
type VisitValue = (value: Value, key: string | undefined) => boolean

/** The second pass over a document: builds the value of each record, one at a time, and skips everything else. */
export class RecordCollector implements Events {
  readonly #steps: readonly string[]
  readonly #visit: VisitValue
  readonly #builder = new ValueBuilder()
  #depth = 0
  #matched = 0
  #building = false
  #key: string | undefined
  done = false

  /** `steps` lead from the document to a record, including its own step; {@link ANY} matches any step. */
  constructor(steps: readonly string[], visit: VisitValue) {
    this.#steps = steps
    this.#visit = visit
  }

  open(step: string, kind: Container): void {
    if (this.#building) this.#builder.open(step, kind)
    else if (this.#matches(step)) {
      this.#matched++
      if (this.#matched === this.#steps.length) {
        this.#building = true
        this.#builder.open(step, kind)
      }
    }
    this.#depth++
  }

  close(): void {
    this.#depth--
    if (this.#building) {
      const value = this.#builder.close()
      if (value !== undefined) this.#end(value)
    } else if (this.#matched > this.#depth) this.#matched = this.#depth
  }

  scalar(step: string, value: Scalar): void {
    if (this.#building) this.#builder.scalar(step, value)
    else if (this.#matched + 1 === this.#steps.length && this.#matches(step)) this.#give(value)
  }

  #matches(step: string): boolean {
    if (this.#matched !== this.#depth) return false
    const wanted = this.#steps[this.#matched]
    if (wanted !== ANY) return wanted === step
    this.#key = step
    return true
  }

  #end(value: Value): void {
    this.#building = false
    this.#matched = this.#depth
    this.#give(value)
  }

  #give(value: Value): void {
    if (!this.done && !this.#visit(value, this.#key)) this.done = true
  }
}
