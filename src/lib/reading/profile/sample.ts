const CAPACITY = 8192

/** A deterministic sample of numbers of bounded size: all of them, then every second, every fourth, … */
export class Sample {
  #values: number[] = []
  #stride = 1
  #seen = 0

  add(value: number): void {
    if (this.#seen++ % this.#stride !== 0) return
    this.#values.push(value)
    if (this.#values.length < CAPACITY) return
    this.#values = this.#values.filter((_, index) => index % 2 === 0)
    this.#stride *= 2
  }

  get values(): readonly number[] {
    return this.#values
  }

  /** Whether some numbers are not in the sample. */
  get isPartial(): boolean {
    return this.#stride > 1
  }
}
