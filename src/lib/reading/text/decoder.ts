import { UnreadableDocument } from '../types.ts'
import { HEAD_BYTES, sniffEncoding } from './sniff.ts'

/** Bytes in, text out, in the encoding that the first bytes show. Throws UnreadableDocument for bytes that are not in it. */
export class DocumentDecoder {
  readonly #charset: string | undefined
  readonly #strict: boolean
  #head: Uint8Array[] = []
  #headBytes = 0
  #bytes = 0
  #decoder: TextDecoder | undefined

  /** `strict` is false for html, whose readers replace what they cannot decode. */
  constructor(charset: string | undefined, strict: boolean) {
    this.#charset = charset
    this.#strict = strict
  }

  /** The WHATWG name of the encoding; utf-8 as long as it is not known. */
  get encoding(): string {
    return this.#decoder?.encoding ?? 'utf-8'
  }

  /** How many bytes were given. */
  get bytes(): number {
    return this.#bytes
  }

  write(chunk: Uint8Array): string {
    this.#bytes += chunk.length
    if (this.#decoder) return this.#decode(this.#decoder, chunk)
    // Of a Buffer, `slice` is a view.
    this.#head.push(Uint8Array.from(chunk))
    this.#headBytes += chunk.length
    return this.#headBytes < HEAD_BYTES ? '' : this.#begin()
  }

  end(): string {
    const text = this.#decoder ? '' : this.#begin()
    return text + (this.#decoder ? this.#decode(this.#decoder) : '')
  }

  #begin(): string {
    const head = Buffer.concat(this.#head)
    this.#head = []
    const encoding = sniffEncoding(head.subarray(0, HEAD_BYTES), this.#charset)
    this.#decoder = new TextDecoder(encoding, { fatal: this.#strict })
    return this.#decode(this.#decoder, head)
  }

  #decode(decoder: TextDecoder, chunk?: Uint8Array): string {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      const where = `at or before byte ${this.#bytes}`
      if (chunk) throw new UnreadableDocument('malformed', `Bytes that are not ${decoder.encoding} ${where}.`)
      throw new UnreadableDocument('cut', `The document ends inside a character, ${where}.`)
    }
  }
}
