/**
 * A 64-bit hash of several texts: two lanes of FNV-1a with the last steps of MurmurHash3, which mix the lanes. Different texts practically
 * never have the same one by chance, but may be made to: use it only to compare versions of one source.
 */
export class Fingerprint {
  high = 0
  low = 0

  start(): this {
    this.high = 0x811c9dc5
    this.low = 0x2f0b4c47
    return this
  }

  /** Starts with the texts of another one, which is not finished. */
  continue({ high, low }: Fingerprint): this {
    this.high = high
    this.low = low
    return this
  }

  /** Adds a text; null differs from every text, and no two lists of texts are written in the same way. */
  add(text: string | null): this {
    const length = text === null ? -1 : text.length
    let high = Math.imul(this.high ^ length, 0x01000193)
    let low = Math.imul(this.low ^ length, 0x5bd1e995)
    for (let at = 0; at < length; at++) {
      const unit = (text as string).charCodeAt(at)
      high = Math.imul(high ^ unit, 0x01000193)
      low = Math.imul(low ^ unit, 0x5bd1e995)
      low ^= low >>> 15
    }
    this.high = high
    this.low = low
    return this
  }

  finish(): this {
    const high = spread(this.high ^ Math.imul(this.low, 0x85ebca6b))
    this.low = spread(this.low ^ Math.imul(high, 0xc2b2ae35))
    this.high = high
    return this
  }
}

function spread(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return (second ^ (second >>> 16)) | 0
}

type Finished = Pick<Fingerprint, 'high' | 'low'>

/** Numbers fingerprints from 0, in the order in which they are first added. At most 24 bytes for each. */
export class FingerprintIndex {
  size = 0
  readonly #slots: Int32Array
  readonly #high: Int32Array
  readonly #low: Int32Array

  constructor(capacity: number) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(capacity * 1.5 + 2)))
    this.#high = new Int32Array(capacity)
    this.#low = new Int32Array(capacity)
  }

  /** The number of a fingerprint; -1 if it was not added. */
  find(finished: Finished): number {
    return (this.#slots[this.#slotOf(finished)] as number) - 1
  }

  /** Adds a fingerprint, unless it is there already. Returns its number. */
  add(finished: Finished): number {
    const slot = this.#slotOf(finished)
    const found = this.#slots[slot] as number
    if (found > 0) return found - 1
    this.#high[this.size] = finished.high
    this.#low[this.size] = finished.low
    this.#slots[slot] = ++this.size
    return this.size - 1
  }

  #slotOf({ high, low }: Finished): number {
    const mask = this.#slots.length - 1
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] as number) - 1
      if (number < 0 || (this.#low[number] === low && this.#high[number] === high)) return slot
    }
  }
}

/** Fingerprints by position. */
export class FingerprintList {
  readonly #high: Int32Array
  readonly #low: Int32Array

  constructor(length: number) {
    this.#high = new Int32Array(length)
    this.#low = new Int32Array(length)
  }

  set(at: number, { high, low }: Finished): void {
    this.#high[at] = high
    this.#low[at] = low
  }

  is(at: number, { high, low }: Finished): boolean {
    return this.#high[at] === high && this.#low[at] === low
  }
}
