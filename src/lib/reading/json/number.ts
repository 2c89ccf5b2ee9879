const MINUS = 45
const PLUS = 43
const POINT = 46
const ZERO = 48
const NINE = 57

/** The state of invalid numbers. */
export const NO_NUMBER = -1
/** The state before the first character. */
export const NUMBER_BEGINS = 0
const SIGN = 1
const LEADING_ZERO = 2
const WHOLE = 3
const DOT = 4
const FRACTION = 5
const E = 6
const E_SIGN = 7
const EXPONENT = 8

/** Continues a json number (RFC 8259, 6) that is too long to be kept. Returns the new state, or {@link NO_NUMBER}. */
export function stepNumber(from: number, text: string): number {
  let state = from
  for (let at = 0; at < text.length && state !== NO_NUMBER; at++) state = next(state, text.charCodeAt(at))
  return state
}

/** Whether a number may end in this state. */
export function mayEnd(state: number): boolean {
  return state === LEADING_ZERO || state === WHOLE || state === FRACTION || state === EXPONENT
}

function next(state: number, c: number): number {
  const isDigit = c >= ZERO && c <= NINE
  if (isDigit) return afterDigit(state, c === ZERO)
  if (c === MINUS && state === NUMBER_BEGINS) return SIGN
  if ((c === MINUS || c === PLUS) && state === E) return E_SIGN
  if (c === POINT) return state === LEADING_ZERO || state === WHOLE ? DOT : NO_NUMBER
  return (c === 101 || c === 69) && (state === LEADING_ZERO || state === WHOLE || state === FRACTION)
    ? E
    : NO_NUMBER
}

function afterDigit(state: number, isZero: boolean): number {
  if (state <= SIGN) return isZero ? LEADING_ZERO : WHOLE
  if (state === LEADING_ZERO) return NO_NUMBER
  if (state === WHOLE) return WHOLE
  return state <= FRACTION ? FRACTION : EXPONENT
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Whether a text is a json number (RFC 8259, 6). */
export function isJsonNumber(text: string): boolean {
  return NUMBER.test(text)
}

/** The text of a json string without its quotes; undefined if an escape is invalid. Lone surrogates are kept. */
export function unescapeJson(raw: string): string | undefined {
  try {
    return JSON.parse(`"${raw}"`)
  } catch {
    return undefined
  }
}

/** The value of `true`, `false` and `null`; undefined for other words. */
export function literalOf(word: string): boolean | null | undefined {
  if (word.length < 4 || word.charCodeAt(0) < 97) return undefined
  if (word === 'true') return true
  if (word === 'false') return false
  return word === 'null' ? null : undefined
}

/** Whether a word may be the beginning of a number or a literal. */
export function isBeginning(word: string): boolean {
  const isLiteral = ['true', 'false', 'null'].some((literal) => literal.startsWith(word))
  return isLiteral || /^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d*)?)?$/.test(word)
}
