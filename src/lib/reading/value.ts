import type { Members, Numeral, Value } from './types.ts'

/** Whether a value is a number, kept as text. */
export function isNumeral(value: Value): value is Numeral {
  return typeof value === 'object' && value !== null && 'numeral' in value
}

/** Whether a value is an object. */
export function isMembers(value: Value): value is Members {
  return typeof value === 'object' && value !== null && 'members' in value
}

/** Whether a value is an array or an object. */
export function isNested(value: Value): value is readonly Value[] | Members {
  return Array.isArray(value) || isMembers(value)
}

/** The members as columns. A repeated name becomes one column with an array of its values, so nothing is lost. */
export function recordOfMembers(members: Members['members']): Map<string, Value> {
  const record = new Map<string, Value>()
  const repeated = new Map<string, Value[]>()
  for (const [name, value] of members) {
    const list = repeated.get(name)
    if (list) list.push(value)
    else if (record.has(name)) {
      const first = [record.get(name) ?? null, value]
      repeated.set(name, first)
      record.set(name, first)
    } else record.set(name, value)
  }
  return record
}
