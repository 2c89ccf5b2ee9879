import type { Format } from '../interface/index.ts'
import { isPlainJson } from './json/plain.ts'
import { isPlainXml } from './xml/plain.ts'

/**
 * Whether a text is certainly valid for its parser: a fast check that most small documents pass. Returns false for all others, valid or
 * not.
 */
export function isWellFormed(format: Format, text: string, maxDepth: number): boolean {
  if (format === 'html') return false
  return format === 'json' ? isPlainJson(text, maxDepth) : isPlainXml(text, maxDepth)
}
