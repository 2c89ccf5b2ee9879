import type { Value } from '../types.ts'
import { isMembers, isNested, isNumeral } from '../value.ts'
import { walkValue } from '../walk.ts'
import { xmlAttribute, xmlText } from './xml-text.ts'

/**
 * One value as an element. The attribute `type` names any type but string: number, boolean, null, object (with `<field>`s), array (with
 * `<item>`s). Names are in the attribute `name`, not in element names, so any name is possible.
 */
export function xmlElement(element: string, name: string | undefined, value: Value): string {
  if (!isNested(value)) return leaf(element, name, value)
  let xml = ''
  let isOutermost = true
  const elementOf = (member: string | undefined) => (member === undefined ? 'item' : 'field')
  const open: string[] = []
  walkValue(value, name, {
    open(container, member) {
      open.push(isOutermost ? element : elementOf(member))
      isOutermost = false
      xml += `${start(open.at(-1) as string, member, container)}>`
    },
    close() {
      xml += `</${open.pop()}>`
    },
    leaf(inner, member) {
      xml += leaf(isOutermost ? element : elementOf(member), member, inner)
    },
  })
  return xml
}

function leaf(element: string, name: string | undefined, value: Value): string {
  const content = textOf(value)
  const begin = start(element, name, value)
  return content === '' ? `${begin}/>` : `${begin}>${content}</${element}>`
}

function start(element: string, name: string | undefined, value: Value): string {
  return `<${element}${name === undefined ? '' : ` name="${xmlAttribute(name)}"`}${typeAttribute(value)}`
}

/** The `type` attribute of a value; nothing for strings. */
function typeAttribute(value: Value): string {
  if (typeof value === 'string') return ''
  if (value === null) return ' type="null"'
  if (typeof value === 'boolean') return ' type="boolean"'
  if (isNumeral(value)) return ' type="number"'
  return isMembers(value) ? ' type="object"' : ' type="array"'
}

function textOf(value: Value): string {
  if (typeof value === 'string') return xmlText(value)
  if (typeof value === 'boolean') return String(value)
  return value !== null && isNumeral(value) ? value.numeral : ''
}
