import type { Value } from '../types.ts'
import { isMembers, isNested, isNumeral, walkValue } from '../value.ts'

/** Serialises a value as json without loss: numerals keep their text, members their order and repeats. */
export function valueToJson(value: Value): string {
  if (!isNested(value)) return scalarToJson(value)
  let json = ''
  let separator = ''
  const begin = (name: string | undefined) =>
    name === undefined ? separator : `${separator}${JSON.stringify(name)}:`
  walkValue(value, undefined, {
    open(container, name) {
      json += `${begin(name)}${isMembers(container) ? '{' : '['}`
      separator = ''
    },
    close(container) {
      json += isMembers(container) ? '}' : ']'
      separator = ','
    },
    leaf(leaf, name) {
      json += `${begin(name)}${isNested(leaf) ? (isMembers(leaf) ? '{}' : '[]') : scalarToJson(leaf)}`
      separator = ','
    },
  })
  return json
}

function scalarToJson(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return value !== null && isNumeral(value) ? value.numeral : String(value)
}

/** The text of a cell: values as written in the document, nested ones as json, null if there is none. */
export function cellText(value: Value): string | null {
  if (typeof value === 'string' || value === null) return value
  if (typeof value === 'boolean') return String(value)
  return isNumeral(value) ? value.numeral : valueToJson(value)
}
