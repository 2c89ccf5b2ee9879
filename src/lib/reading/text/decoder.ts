import { UnreadableDocument } from '../types.ts'
import { findEncodings, HEAD_BYTES } from './sniff.ts'

/** Thrown for bytes that are invalid in the encoding. */
export class UndecodableDocument extends UnreadableDocument {}

/** Decodes bytes in the encoding that the first bytes indicate. Throws UndecodableDocument for invalid bytes. */
export class DocumentDecoder {
  readonly #charset: string | undefined
  readonly #strict: boolean
  #head: Uint8Array[] = []
  #headBytes = 0
  #bytes = 0
  #decoder: TextDecoder | undefined
  readonly #isRival: boolean
  #rival: string | undefined

  /**
   * `strict` is false for html, where invalid bytes are replaced. `isRival` is true for a document that could be UTF-8 and is known not to
   * be.
   */
  constructor(charset: string | undefined, strict: boolean, isRival = false) {
    this.#isRival = isRival
    this.#charset = charset
    this.#strict = strict
  }

  /** The WHATWG name of the encoding; utf-8 while it is unknown. */
  get encoding(): string {
    return this.#decoder?.encoding ?? 'utf-8'
  }

  /** The encoding to use if a byte is not UTF-8; undefined if there is no alternative. */
  get rival(): string | undefined {
    return this.#rival
  }

  /** Whether there was enough input to know the encoding, or its rival. */
  get isBegun(): boolean {
    return this.#decoder !== undefined
  }

  /** Number of bytes so far. */
  get bytes(): number {
    return this.#bytes
  }

  write(chunk: Uint8Array): string {
    this.#bytes += chunk.length
    if (this.#decoder) return this.#decode(this.#decoder, chunk)
    // `slice` of a Buffer would be a view.
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
    const { encoding, rival } = findEncodings(head.subarray(0, HEAD_BYTES), this.#charset)
    this.#rival = rival
    const used = this.#isRival ? (rival ?? encoding) : encoding
    // UTF-8 is excluded by the first invalid byte.
    this.#decoder = new TextDecoder(used, { fatal: this.#strict || (rival !== undefined && !this.#isRival) })
    return this.#decode(this.#decoder, head)
  }

  #decode(decoder: TextDecoder, chunk?: Uint8Array): string {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      const where = `at or before byte ${this.#bytes}`
      if (chunk)
        throw new UndecodableDocument('malformed', `Bytes that are not ${decoder.encoding} ${where}.`)
      throw new UndecodableDocument('cut', `The document ends inside a character, ${where}.`)
    }
  }
}
