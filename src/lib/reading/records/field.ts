import { TEXT } from '../events.ts'
import type { NamedFieldCounts } from '../find/named-fields.ts'
import { isJsonNumber, literalOf } from '../json/scalar.ts'
import type { Members, ReadRecord, Value } from '../types.ts'
import { isMembers, recordOfMembers } from '../value.ts'

const TYPE = '@type'
/** Maximum depth to which types are decoded; deeper contents stay as in the document. */
const MAX_TYPED = 500

/** Turns elements with `<field name="…">` into columns. `rename` gives the names of its other contents: attributes and text. */
export function fieldsReader(fields: NamedFieldCounts, rename: (name: string) => string) {
  return (value: Value): ReadRecord => {
    const members = isMembers(value) ? value.members : []
    return recordOfMembers(
      members.map(([name, member]) =>
        name === fields.element ? readField(member, fields, 0) : [rename(name), member],
      ),
    )
  }
}

/**
 * The name and the value of `<field name="…" type="…">`. The types are those written by `deriveDocument`; values with other types are
 * unchanged.
 */
function readField(field: Value, fields: NamedFieldCounts, depth: number): [string, Value] {
  if (!isMembers(field)) return ['', field]
  const name = field.members.find(([member]) => member === fields.attribute)?.[1]
  const rest = field.members.filter(([member]) => member !== fields.attribute)
  return [typeof name === 'string' ? name : '', readTyped(rest, fields, depth + 1)]
}

function readTyped(members: Members['members'], fields: NamedFieldCounts, depth: number): Value {
  if (depth > MAX_TYPED) return { members }
  const type = members.find(([name]) => name === TYPE)?.[1]
  const rest = members.filter(([name]) => name !== TYPE)
  const text = rest.every(([name]) => name === TEXT) ? rest.map(([, part]) => part).join('') : undefined
  if (type === undefined) return text ?? { members: rest }
  if (type === 'null' && text === '') return null
  if (type === 'object')
    return { members: rest.filter(isNot(TEXT)).map(([, field]) => readField(field, fields, depth)) }
  if (type === 'array') return rest.filter(isNot(TEXT)).map(([, item]) => readItem(item, fields, depth))
  if (text === undefined) return { members }
  if (type === 'number') return isJsonNumber(text) ? { numeral: text } : text
  if (type === 'boolean') return literalOf(text) ?? text
  return type === 'string' || type === 'text' ? text : { members }
}

function readItem(item: Value, fields: NamedFieldCounts, depth: number): Value {
  return isMembers(item) ? readTyped(item.members, fields, depth + 1) : item
}

function isNot(name: string) {
  return ([other]: readonly [string, Value]): boolean => other !== name
}
