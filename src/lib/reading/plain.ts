import type { Format } from '../interface/index.ts'
import { isPlainXml } from './xml/plain.ts'

/**
 * Whether a text is certainly valid for its parser: a fast check that most small documents pass. Returns false for all others, valid or
 * not.
 */
export function isWellFormed(format: Format, text: string, maxDepth: number): boolean {
  if (format === 'html') return false
  return format === 'json' ? isPlainJson(text, maxDepth) : isPlainXml(text, maxDepth)
}

/** Whether a text is one json value (RFC 8259) with fewer brackets than the allowed depth. */
function isPlainJson(text: string, maxDepth: number): boolean {
  return !hasMore(text, maxDepth) && isJson(text)
}

// More brackets than the allowed depth prove nothing; then the tokenizer counts the depth. Brackets in strings are counted too.
function hasMore(text: string, most: number): boolean {
  let left = most
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (--left < 0) return true
  return false
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
