import { TEXT } from '../events.ts'
import type { Members, Value } from '../types.ts'
import { isMembers, isNumeral } from '../value.ts'
import { bare, isEnvelopeName, isErrorName, isErrorText, isRelated } from './words.ts'

const LISTS = /^(items?|results?|data|records?|rows?|list|features|entries|docs|objects|values?|datasets?)$/i

/** All named values of a document except those about the error or the request, the outermost first. */
function* contents(value: Value): Iterable<readonly [name: string, value: Value]> {
  const waiting: Value[] = [value]
  for (let at = 0; at < waiting.length; at++) {
    const next = waiting[at] as Value
    if (isMembers(next)) {
      for (const [name, member] of next.members) {
        if (isErrorName(name) || isEnvelopeName(name)) continue
        yield [name, member]
        waiting.push(member)
      }
    } else if (Array.isArray(next)) for (const item of next) waiting.push(item)
  }
}

/** Whether there is a non-empty list: objects, arrays, repeated elements, or values under a plural name such as items. */
export function hasRecords(document: Value): boolean {
  for (const [name, value] of [['', document] as const, ...contents(document)]) {
    if (Array.isArray(value)) {
      const isList = LISTS.test(name) || value.some((item) => isMembers(item) || Array.isArray(item))
      if (isList && value.length > 0) return true
    } else if (isMembers(value) && hasRepeats(value.members)) return true
  }
  return false
}

/** Whether there are repeated elements of one name that have children. */
function hasRepeats(members: Members['members']): boolean {
  const seen = new Set<string>()
  for (const [name, member] of members) {
    if (!isMembers(member) || isErrorName(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}

/** Number of plain values that belong neither to an error nor to the request. */
export function countUnrelated(document: Value): number {
  let count = 0
  for (const [name, value] of contents(document))
    if (!isRelated(name) && name !== TEXT && isFilledScalar(value)) count++
  return count
}

function isFilledScalar(value: Value): boolean {
  return typeof value === 'string'
    ? value.trim() !== ''
    : value !== null && (typeof value === 'boolean' || isNumeral(value))
}

/** The first text in a value, in document order, that may be an error message; the value `true` counts too. */
export function findErrorText(value: Value): string | undefined {
  const waiting: Value[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' && isErrorText(next)) return next
    if (next === true) return 'true'
    // One at a time, since there may be more than the maximum number of arguments.
    for (const inner of partsOf(next).toReversed()) waiting.push(inner)
  }
  return undefined
}

function partsOf(value: Value): readonly Value[] {
  if (isMembers(value)) return value.members.filter(isData).map(([, member]) => member)
  return Array.isArray(value) ? value : []
}

// Excludes xml attributes about the document itself, and its language.
function isData([name]: readonly [string, Value]): boolean {
  return !/^(lang|version|schemaLocation|space)$/.test(bare(name)) || !name.startsWith('@')
}
