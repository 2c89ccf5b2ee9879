import { ANY, type Container, type Events, type Scalar } from '../events.ts'
import type { Value } from '../types.ts'
import { ValueBuilder } from './builder.ts'

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
