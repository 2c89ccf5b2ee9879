import type { Value } from '../types.ts'
import { isMembers, isNested, isNumeral } from '../value.ts'
import { walkValue } from '../walk.ts'

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
