import { valueToJson } from './json/value-to-json.ts'
import type { Value } from './types.ts'
import { isNumeral } from './value.ts'

/** The text of a cell: values as written in the document, nested ones as json, null if there is none. */
export function cellText(value: Value): string | null {
  if (typeof value === 'string' || value === null) return value
  if (typeof value === 'boolean') return String(value)
  return isNumeral(value) ? value.numeral : valueToJson(value)
}
