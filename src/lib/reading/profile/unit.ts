import { withHyphen } from './number-text.ts'

/** A number with its unit: the number as written, and the unit. */
interface Measure {
  readonly number: string
  readonly unit: string
}

const LONGEST_MEASURE = 60
const NUMBER = "[+-]?\\d[\\d.,'’\\u0020\\u00a0\\u2009\\u202f]*"
/** Words, signs and abbreviations without digits, except a power: `кв. м`, `°C`, `m/s`, `м2`. */
const WORD = '(?:[\\p{L}%‰°µ℃℉][\\p{L}%‰°.²³/·*^-]*)'
const AFTER = /* @__PURE__ */ wholeOf('(', NUMBER, ')(\\p{Sc}|', WORD, '(?:[ \\u00a0]', WORD, '){0,2}[23]?)')
/** Currencies are also written before the number, as signs or by the letters of ISO 4217. */
const CURRENCY =
  '[A-Z]{0,2}\\p{Sc}|Rs\\.?|AUD|BAM|BGN|BRL|BYN|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HRK|HUF|INR|JPY|KZT|NOK|PLN|RON|RSD|RUB|SEK|TRY|UAH|USD|ZAR'
const BEFORE = /* @__PURE__ */ wholeOf('([+-]?)(', CURRENCY, ')[ \\u00a0]?(', NUMBER, ')')
/** One letter behind a number is rarely a unit: `12а` is a house, `10A` a class. */
const LETTERS = /^(?:[мmгgлlтtчhсs]|м[23²³]|m[23²³])$/u

// `@__PURE__`: a script of the page that reads no units leaves these out.
function wholeOf(...parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.join('')}$`, 'u')
}

/** A text as a number with a unit: `12 %`, `350 кв. м`, `4.5km`, `$12.50`, `CHF 12.50`, `(5 %)`; undefined for other texts. */
export function readMeasure(written: string): Measure | undefined {
  if (written.length < 2 || written.length > LONGEST_MEASURE) return undefined
  const text = withHyphen(written)
  const before = BEFORE.exec(text)
  if (before) return { number: `${before[1]}${before[3]}`, unit: before[2] as string }
  const [, padded, unit] = AFTER.exec(text) ?? []
  if (padded === undefined || unit === undefined) return undefined
  const number = padded.trimEnd()
  const isApart = number !== padded || /^[^\p{L}]|\p{L}{2}/u.test(unit) || LETTERS.test(unit)
  return isApart ? { number, unit } : undefined
}

const MONEY = /* @__PURE__ */ wholeOf('(?:', CURRENCY, ')')

/** Whether a unit is a currency, as a sign or by its letters, whose amounts have two decimals. */
export function isMoney(unit: string): boolean {
  return MONEY.test(unit)
}

/** Words that are one unit after different numbers, and do not begin alike. */
const FORMS = [
  ['день', 'дня', 'дней', 'дн', 'сут', 'сутки', 'суток'],
  ['год', 'года', 'лет', 'г'],
  ['неделя', 'недели', 'недель', 'нед'],
  ['person', 'persons', 'people'],
  ['foot', 'feet', 'ft'],
]
/** Longer words with the same beginning are forms of one word: `часов`, `рубля`. */
const STEM = 3

/** Whether two units are the same: `кв. м` and `кв.м`, `день` and `дней`. */
export function isSameUnit(a: string, b: string): boolean {
  if (a === b) return true
  const [first, second] = [wordsOf(a), wordsOf(b)]
  return first.length === second.length && first.every((word, at) => isSameWord(word, second[at] ?? ''))
}

const SHARE_UNIT =
  /[%‰°℃℉/]|^(?:per|процент|промилле|градус|балл|год|лет|year|point|пункт|degree|percent|(?:[kmкм]?(?:v|в|hz|гц|pa|па)|dba?|дба?|bar|бар|mm ?hg|мм рт\.? ?ст\.?|ppm|mph|[cfkс]|[пб]\. ?п\.?|[pb]ps?)$)/iu

/** Whether amounts with a unit can be added up: not shares, degrees, ages, marks, levels, or what is divided by something. */
export function isAddedUp(unit: string): boolean {
  return !SHARE_UNIT.test(unit)
}

/** The number in a text with a unit; the text itself if it has none, or another. */
export function withoutUnit(text: string, unit: string): string {
  const measure = readMeasure(text)
  return measure && isSameUnit(measure.unit, unit) ? measure.number : text
}

function wordsOf(unit: string): string[] {
  return unit
    .toLowerCase()
    .split(/[\s\u00a0.]+/u)
    .filter(Boolean)
}

function isSameWord(a: string, b: string): boolean {
  if (a === b || FORMS.some((forms) => forms.includes(a) && forms.includes(b))) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const stem = Math.max(STEM, short.length - 1)
  return short.length >= STEM && long.length - short.length <= 3 && long.startsWith(short.slice(0, stem))
}
