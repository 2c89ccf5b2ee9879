import type { Value } from '../types.ts'
import { isMembers, isNumeral } from '../value.ts'
import { xmlAttribute, xmlText } from './xml-text.ts'

/**
 * One value as an element. What is not a string says so in `type`: number, boolean, null, object (of `<field>`s), array (of `<item>`s).
 * Names go into the attribute `name`, never into the names of elements, so that any name can be written.
 */
export function xmlElement(element: string, name: string | undefined, value: Value): string {
  const start = `<${element}${name === undefined ? '' : ` name="${xmlAttribute(name)}"`}${typeAttribute(value)}`
  const content = xmlContent(value)
  return content === '' ? `${start}/>` : `${start}>${content}</${element}>`
}

/** The attribute that says of what type a value is; nothing for strings. */
export function typeAttribute(value: Value): string {
  if (typeof value === 'string') return ''
  if (value === null) return ' type="null"'
  if (typeof value === 'boolean') return ' type="boolean"'
  if (isNumeral(value)) return ' type="number"'
  return isMembers(value) ? ' type="object"' : ' type="array"'
}

function xmlContent(value: Value): string {
  if (typeof value === 'string') return xmlText(value)
  if (value === null) return ''
  if (typeof value === 'boolean') return String(value)
  if (isNumeral(value)) return value.numeral
  if (isMembers(value))
    return value.members.map(([name, member]) => xmlElement('field', name, member)).join('')
  return value.map((item) => xmlElement('item', undefined, item)).join('')
}
