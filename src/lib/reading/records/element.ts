import { TEXT } from '../events.ts'
import { findNamedFields } from '../find/named-fields.ts'
import { isTextElement, type SkeletonNode } from '../survey/skeleton.ts'
import type { Members, ReadRecord, Value } from '../types.ts'
import { isMembers, recordOfMembers } from '../value.ts'
import { fieldsReader } from './field.ts'

/**
 * Turns elements into columns: each child element and each attribute is one, the attribute without its `@` unless a child has the same
 * name. The text of the element itself gets the name of the element. `<field name="…">` is a column with the name in its attribute.
 */
export function elementReader(node: SkeletonNode): (value: Value) => ReadRecord {
  const fields = findNamedFields(node)
  if (fields) return fieldsReader(fields, (name) => columnOf(name, node))
  const isList = isTextElement(node)
  const columns = new Map([...node.children.keys()].map((name) => [name, columnOf(name, node)]))
  const rename = (members: Members['members']) =>
    members.map(([name, value]) => [columns.get(name) ?? columnOf(name, node), value] as const)
  return (value) => {
    if (isMembers(value)) return recordOfMembers(rename(value.members))
    const isBlank = typeof value === 'string' && value.trim() === ''
    return isBlank && !isList ? new Map() : new Map([[columnOf(TEXT, node), value]])
  }
}

function columnOf(name: string, { step, children }: SkeletonNode): string {
  if (name === TEXT) return children.has(step) || children.has(`@${step}`) ? TEXT : step
  const bare = name.slice(1)
  return name.startsWith('@') && !children.has(bare) ? bare : name
}
