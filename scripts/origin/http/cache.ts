interface Entry {
  readonly body: Promise<Buffer>
  /** 0 until the body is complete. */
  bytes: number
}

/** Caches bodies up to a total size; the least recently used are removed first. */
export class BodyCache {
  readonly #entries = new Map<string, Entry>()
  readonly #limit: number
  #bytes = 0

  constructor(limitBytes: number) {
    this.#limit = limitBytes
  }

  /** The body for a key, created if absent; concurrent callers share one creation. */
  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#entries.get(key)
    if (known === undefined) return this.#make(key, make)
    this.#entries.delete(key)
    this.#entries.set(key, known)
    return known.body
  }

  async #make(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const entry: Entry = { body: make(), bytes: 0 }
    this.#entries.set(key, entry)
    try {
      const body = await entry.body
      entry.bytes = body.length
      this.#bytes += body.length
      this.#evict()
      return body
    } catch (error) {
      this.#entries.delete(key)
      throw error
    }
  }

  #evict(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#limit) return
      if (bytes === 0) continue
      this.#entries.delete(key)
      this.#bytes -= bytes
    }
  }
}
