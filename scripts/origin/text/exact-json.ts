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

/** A number as its document wrote it, where a float would print it otherwise: `10.0`, `9007199254740993`. */
export interface ExactNumeral {
  readonly rawJSON: string
}

/** A value of a data package. `JSON.stringify` writes it back with every number exactly as it was read. */
export type ExactValue =
  | null
  | boolean
  | number
  | string
  | ExactNumeral
  | readonly ExactValue[]
  | { readonly [name: string]: ExactValue }

const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Parses JSON without rounding a number. Repeated names within one object are lost but for the last. */
export function parseExactJson(text: string): ExactValue {
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? parseNumeral(source) : value,
  ) as ExactValue
}

/** Reads the text of a number as JSON writes numbers; any other text (`00501`, `NaN`, `1,5`) stays text. */
export function parseNumeral(text: string): number | ExactNumeral | string {
  const number = Number(text)
  if (String(number) === text && Number.isFinite(number)) return number
  return NUMERAL.test(text) ? JSON.rawJSON(text) : text
}

/** A value as text: strings and numerals as they are, null as nothing, the rest as JSON. */
export function textOfValue(value: ExactValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether a value is an object with names, and so neither an array nor a {@link ExactNumeral}. */
export function isObject(value: unknown): value is { readonly [name: string]: ExactValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}
