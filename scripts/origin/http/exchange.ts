import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request and its response. */
export interface OriginExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Bytes of the body written to the connection so far, after compression. */
  bodyBytes: number
}

/** Sends a complete body with its exact length; for HEAD only the headers. */
export function sendWhole(exchange: OriginExchange, body: Buffer): void {
  const { request, response } = exchange
  response.setHeader('Content-Length', body.length)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  exchange.bodyBytes = body.length
  response.end(body)
}

/** Counts bytes sent to the client. */
export async function* countBody(
  exchange: OriginExchange,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    exchange.bodyBytes += chunk.length
    yield chunk
  }
}

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
