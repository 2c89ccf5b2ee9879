/** Makes column names unique: `name`, then `name (2)`, `name (3)`, … */
export class Names {
  readonly #taken: Set<string>
  /** The next number for each repeated name, so a thousand equal names take linear time. */
  readonly #next = new Map<string, number>()

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken)
  }

  /** Reserves and returns the name, or its first unused numbered form. */
  take(name: string): string {
    let free = name
    let number = this.#next.get(name) ?? 2
    for (; this.#taken.has(free); number++) free = `${name} (${number})`
    this.#taken.add(free)
    this.#next.set(name, number)
    return free
  }
}
