// Five bits of a number per character, the lowest first; the sixth bit is set if more characters follow. Source maps use the same
// scheme. None of the characters needs an escape in a script.
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BITS = 5
const MORE = 1 << BITS
const CODES = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0))
const VALUES = valuesOfCodes()

/** Collects whole numbers from 0 up to 2^32 - 1 as text. */
export function openNumberWriter() {
  const decoder = new TextDecoder('latin1')
  let codes = new Uint8Array(1024)
  let length = 0
  const put = (digit: number) => {
    if (length === codes.length) codes = grow(codes)
    codes[length++] = CODES[digit] as number
  }
  return {
    put(value: number) {
      let rest = value
      for (; rest >= MORE; rest >>>= BITS) put((rest & (MORE - 1)) | MORE)
      put(rest)
    },
    /** The text of the numbers since the last call; {@link readNumbers} reads it. */
    take() {
      const text = decoder.decode(codes.subarray(0, length))
      length = 0
      return text
    },
  }
}

/** The numbers of a text that {@link openNumberWriter} wrote. */
export function readNumbers(text: string): Uint32Array {
  const numbers = new Uint32Array(text.length)
  let count = 0
  let value = 0
  let shift = 0
  for (let at = 0; at < text.length; at++) {
    const digit = VALUES[text.charCodeAt(at)] as number
    value |= (digit & (MORE - 1)) << shift
    shift += BITS
    if (digit >= MORE) continue
    numbers[count++] = value
    value = 0
    shift = 0
  }
  return numbers.subarray(0, count)
}

function grow(codes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * codes.length)
  larger.set(codes)
  return larger
}

function valuesOfCodes(): Uint8Array {
  const values = new Uint8Array(128)
  CODES.forEach((code, value) => {
    values[code] = value
  })
  return values
}
