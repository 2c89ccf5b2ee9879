import type { ColumnKind } from '../../../lib/reading/types.ts'
import { orderOf } from './kind.ts'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A cell as json: numbers with all digits as written, nested values unchanged, everything else a string. */
export function jsonCell(text: string | null, kind: ColumnKind): string {
  if (text === null) return 'null'
  if (orderOf(kind) === 'number' && NUMBER.test(text)) return text
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text
  if (kind === 'nested' && isJson(text)) return text
  return JSON.stringify(text)
}

/** Unique member names: repeated names get a number, `name (2)`. */
export function memberNames(names: readonly string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let time = 2; seen.has(own) || (own !== name && taken.has(own)); time++) own = `${name} (${time})`
    seen.add(own)
    return own
  })
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
