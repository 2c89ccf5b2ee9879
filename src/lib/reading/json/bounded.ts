/** The largest json that is parsed as a whole, in bytes: nearly the largest string. */
export const MOST_JSON_BYTES = 500_000_000
/** The most values and levels of json that is parsed as a whole: a manifest of 100,000 datasets has some 3,500,000 values on 5 levels. */
const MOST_JSON_VALUES = 10_000_000
const MOST_JSON_LEVELS = 64
/** The largest json with a few statements and no list of datasets, in bytes. */
export const MOST_SMALL_JSON = 1_048_576

const QUOTE = 34
const COMMA = 44
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** A file exceeds what is read as a whole. */
export class ExceedsLimit extends Error {
  override name = 'ExceedsLimit'
  /** What it exceeds, as a clause: `is larger than 500000000 bytes`. */
  readonly limit: string
  readonly syscall = 'read'

  constructor(limit: string, file = 'The file') {
    super(`${file} ${limit}, which no file of this program is. Remove it, then run again.`)
    this.limit = limit
  }
}

/** Whether a file could not be parsed because it is no json, or because it exceeds what is parsed. */
export function isBrokenJson(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof ExceedsLimit
}

/** What a file that is too long exceeds. */
export function largerThan(bytes: number): string {
  return `is larger than ${bytes} bytes`
}

/** Counts json while it arrives, in constant memory. */
export interface JsonScan {
  /** Throws {@link ExceedsLimit} as soon as the json is known to be larger than may be parsed. */
  write(chunk: Uint8Array): void
}

/**
 * Counts the bytes, values and levels of json (UTF-8, in any pieces) and checks nothing else: up to where the json is broken, if it
 * is, the counts are those of a parser. Brackets and commas are counted, so it takes a fraction of the time of a tokenizer.
 */
export function scanJson(mostBytes = MOST_JSON_BYTES): JsonScan {
  let bytes = 0
  let values = 1
  let levels = 0
  let inString = false
  let isEscaped = false

  // Returns where the string ends that `from` is in, or the length of the chunk.
  function passString(chunk: Uint8Array, from: number): number {
    let escaped = isEscaped
    let at = from
    for (; at < chunk.length; at++) {
      const byte = chunk[at]
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = true
      else if (byte === QUOTE) break
    }
    inString = at === chunk.length
    isEscaped = escaped
    return at
  }

  return {
    write(chunk) {
      bytes += chunk.length
      if (bytes > mostBytes) throw new ExceedsLimit(largerThan(mostBytes))
      let [more, deep] = [0, levels]
      for (let at = inString ? passString(chunk, 0) + 1 : 0; at < chunk.length; at++) {
        const byte = chunk[at]
        if (byte === QUOTE) at = passString(chunk, at + 1)
        else if (byte === COMMA) more++
        else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
          more++
          if (++deep > MOST_JSON_LEVELS)
            throw new ExceedsLimit(`is nested deeper than ${MOST_JSON_LEVELS} levels`)
        } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) deep--
      }
      values += more
      levels = deep
      if (values > MOST_JSON_VALUES) throw new ExceedsLimit(`has more than ${MOST_JSON_VALUES} values`)
    },
  }
}

/**
 * Parses json as a whole. Everything that others may have written is parsed by this function: JSON.parse needs up to 200 times the
 * memory of its text, and what it returns may be nested too deep for any other function. Throws {@link ExceedsLimit} or SyntaxError.
 */
export function parseJson(bytes: Uint8Array, mostBytes?: number): unknown {
  scanJson(mostBytes).write(bytes)
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
}
