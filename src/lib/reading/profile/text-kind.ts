/** Longer texts are not addresses. */
const MOST_LINK = 10_000
const LINK = /^https?:\/\/[^\s/?#]\S*$/i
const CODE = /^[\p{L}\p{N}._:~-]{1,64}$/u
const CODE_MARK = /[\p{N}._:~-]|^\p{Lu}+$|^[a-z]+$/u
const CLOCK = /^\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3}|[ap]m|-\d{1,2}:\d\d(?::\d\d)?)?$/i

/** Whether a text is exactly one web address. */
export function isLink(text: string): boolean {
  const c = text.charCodeAt(0)
  return (c === 104 || c === 72) && text.length <= MOST_LINK && LINK.test(text)
}

/** Whether a text may be an identifier: short, without spaces, and neither just a capitalised word nor the time of a clock. */
export function isCodeLike(text: string): boolean {
  return text.length <= 64 && CODE.test(text) && CODE_MARK.test(text) && !CLOCK.test(text)
}

/** Whether a text is `true` or `false`. */
export function isBooleanText(text: string): boolean {
  return (text.length === 4 || text.length === 5) && /^(true|false)$/i.test(text)
}

const DECIMAL = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Longer numbers count as text. */
const MOST_DIGITS = 4096
/** Whether a text is a plain decimal number: no leading zeros, no separators, a decimal point. */
export function isDecimal(text: string): boolean {
  const c = text.charCodeAt(0)
  const starts = (c > 47 && c < 58) || c === 45 || c === 43
  return starts && text.length <= MOST_DIGITS && DECIMAL.test(text)
}

/** Whether a text is a code such as `30E9`: numbers with an exponent have one digit before it, a point or a sign of the exponent. */
export function isCodeWithE(text: string): boolean {
  return text.length < 12 && /^\d{2,}E\d+$/i.test(text)
}

/** Compares two decimal numbers of any length exactly. Negative, zero or positive. */
export function compareDecimals(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)]
  if (x !== y && Number.isFinite(x) && Number.isFinite(y)) return x - y
  if (a.length <= 15 && b.length <= 15 && x === y && x !== 0 && Number.isFinite(x)) return 0
  return compareExactly(split(a), split(b))
}

interface Decimal {
  readonly sign: -1 | 0 | 1
  /** The digits without leading and trailing zeros. */
  readonly digits: string
  /** The number is 0.digits × 10^exponent. */
  readonly exponent: number
}

function split(text: string): Decimal {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const all = whole + fraction
  const digits = all.replace(/^0+/, '')
  const exponent = whole.length + Number(power) - (all.length - digits.length)
  const sign = digits === '' ? 0 : mantissa.startsWith('-') ? -1 : 1
  return { sign, digits: withoutLastZeros(digits), exponent }
}

function compareExactly(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign || a.sign === 0) return a.sign - b.sign
  if (a.exponent !== b.exponent) return a.sign * (a.exponent - b.exponent)
  if (a.digits === b.digits) return 0
  return a.digits < b.digits ? -a.sign : a.sign
}

// Not with a regular expression, which would take quadratic time for long runs of zeros.
function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--
  return digits.slice(0, end)
}
