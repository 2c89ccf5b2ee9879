/** The names of columns, each given once: `name`, then `name (2)`, `name (3)`, … where it is taken. */
export class Names {
  readonly #taken: Set<string>
  /** The number to begin with for a name that was asked for before, so that a thousand equal names stay cheap. */
  readonly #next = new Map<string, number>()

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken)
  }

  /** The name, or the first of its numbered forms that is free. Takes it. */
  take(name: string): string {
    let free = name
    let number = this.#next.get(name) ?? 2
    for (; this.#taken.has(free); number++) free = `${name} (${number})`
    this.#taken.add(free)
    this.#next.set(name, number)
    return free
  }
}
