declare global {
  /** `JSON.rawJSON` and the reviver's context (ECMAScript 2026), which TypeScript does not declare yet. */
  interface JSON {
    rawJSON(text: string): ExactNumeral
    isRawJSON(value: unknown): value is ExactNumeral
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

/** A number with its original text, if a float would be printed differently: `10.0`, `9007199254740993`. */
interface ExactNumeral {
  readonly rawJSON: string
}

/** A value of a data package. `JSON.stringify` writes every number exactly as it was read. */
export type ExactValue =
  | null
  | boolean
  | number
  | string
  | ExactNumeral
  | readonly ExactValue[]
  | { readonly [name: string]: ExactValue }

const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Parses JSON without rounding numbers. Of repeated names in an object, the last wins. */
export function parseExactJson(text: string): ExactValue {
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? parseNumeral(source) : value,
  ) as ExactValue
}

/** Parses a number in JSON notation; any other text (`00501`, `NaN`, `1,5`) stays text. */
export function parseNumeral(text: string): number | ExactNumeral | string {
  const number = Number(text)
  if (String(number) === text && Number.isFinite(number)) return number
  return NUMERAL.test(text) ? JSON.rawJSON(text) : text
}

/** A value as text: strings and numerals unchanged, null as nothing, others as JSON. */
export function textOfValue(value: ExactValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether a value is an object, and neither an array nor an {@link ExactNumeral}. */
export function isObject(value: unknown): value is { readonly [name: string]: ExactValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}
