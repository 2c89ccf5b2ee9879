import { ANY, type Container, type Events, type Scalar, TEXT } from '../events.ts'

/**
 * Emits everything of a document except its records. Containers on the path to the records are emitted only if they contain something else.
 */
export class Rest implements Events {
  readonly #steps: readonly string[]
  readonly #to: Events
  /** Open containers on the path to the records that have not been emitted yet: the innermost ones. */
  readonly #pending: [step: string, kind: Container][] = []
  #depth = 0
  #matched = 0
  #inRecord = 0

  /** `steps` lead from the document to a record, including its own step, as for a RecordCollector. */
  constructor(steps: readonly string[], to: Events) {
    this.#steps = steps
    this.#to = to
  }

  get done(): boolean {
    return this.#to.done === true
  }

  open(step: string, kind: Container): void {
    if (this.#inRecord > 0) this.#inRecord++
    else if (!this.#isOnTheWay(step)) {
      this.#passOn()
      this.#to.open(step, kind)
      this.#depth++
    } else if (this.#isRecord()) this.#inRecord = 1
    else {
      this.#pending.push([step, kind])
      this.#matched++
      this.#depth++
    }
  }

  close(): void {
    if (this.#inRecord > 0) {
      this.#inRecord--
      return
    }
    if (this.#pending.pop() === undefined) this.#to.close()
    this.#depth--
    this.#matched = Math.min(this.#matched, this.#depth)
  }

  scalar(step: string, value: Scalar): void {
    if (this.#inRecord > 0) return
    if (this.#isOnTheWay(step) && (this.#isRecord() || value === null)) return
    const isBlank = step === TEXT && typeof value === 'string' && value.trim() === ''
    if (isBlank && this.#pending.length > 0) return
    this.#passOn()
    this.#to.scalar(step, value)
  }

  #isOnTheWay(step: string): boolean {
    if (this.#matched !== this.#depth || this.#matched >= this.#steps.length) return false
    const wanted = this.#steps[this.#matched]
    return wanted === ANY || wanted === step
  }

  #isRecord(): boolean {
    return this.#matched + 1 === this.#steps.length
  }

  #passOn(): void {
    for (const [step, kind] of this.#pending) this.#to.open(step, kind)
    this.#pending.length = 0
  }
}
