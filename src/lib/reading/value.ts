import type { Members, Numeral, Value } from './types.ts'

/** Whether a value is a number, kept as text. */
export function isNumeral(value: Value): value is Numeral {
  return typeof value === 'object' && value !== null && 'numeral' in value
}

export function isMembers(value: Value): value is Members {
  return typeof value === 'object' && value !== null && 'members' in value
}

/** A parsed json as a value. */
export function valueOfJson(json: unknown): Value {
  if (typeof json === 'number') return { numeral: String(json) }
  if (Array.isArray(json)) return json.map(valueOfJson)
  if (typeof json !== 'object' || json === null) return json as Value
  return { members: Object.entries(json).map(([name, value]) => [name, valueOfJson(value)] as const) }
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

/** Callbacks for walking through a value. `name` is that of a member; items have none. */
interface Walk {
  /** The start and the end of a non-empty object or array. */
  open(value: Value, name: string | undefined): void
  close(value: Value, name: string | undefined): void
  /** Any other value, including empty objects and arrays. */
  leaf(value: Value, name: string | undefined): void
}

interface Frame {
  readonly value: readonly Value[] | Members
  readonly name: string | undefined
  at: number
}

/**
 * Walks through a value in order, without recursion, so any depth is possible. In objects, too, a repeated name becomes one member with an
 * array of its values: programs that read json keep only the last of several members with one name.
 */
export function walkValue(value: Value, name: string | undefined, walk: Walk): void {
  const frames: Frame[] = []
  const visit = (nested: Value, as: string | undefined) => {
    if (!isNested(nested) || sizeOf(nested) === 0) return walk.leaf(nested, as)
    const next = isMembers(nested) ? withoutRepeats(nested) : nested
    walk.open(next, as)
    frames.push({ value: next, name: as, at: 0 })
  }
  visit(value, name)
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const at = frame.at++
    if (at === sizeOf(frame.value)) {
      frames.pop()
      walk.close(frame.value, frame.name)
    } else if (isMembers(frame.value)) {
      const [member, inner] = frame.value.members[at] as readonly [string, Value]
      visit(inner, member)
    } else visit(frame.value[at] as Value, undefined)
  }
}

function withoutRepeats(value: Members): Members {
  const record = recordOfMembers(value.members)
  return record.size === value.members.length ? value : { members: [...record] }
}

/** Whether a list or an object has no items or members. */
export function isEmpty(value: readonly Value[] | Members): boolean {
  return sizeOf(value) === 0
}

function sizeOf(value: readonly Value[] | Members): number {
  return isMembers(value) ? value.members.length : value.length
}

/** Serialises a value as json without loss: numerals keep their text, members their order, repeated ones as by {@link walkValue}. */
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

/**
 * A copy of a string without shared memory. A slice keeps the whole original string in memory, so use this for strings that outlive their
 * document.
 */
export function detachString(text: string): string {
  if (text.length < 13) return text
  // With one byte for each character where that is enough.
  const encoding = /[\u0100-\uffff]/.test(text) ? 'utf16le' : 'latin1'
  return Buffer.from(text, encoding).toString(encoding)
}
