import type { Format } from '../interface/index.ts'
import { isPlainJson } from './json/plain.ts'
import { isPlainXml } from './xml/plain.ts'

/**
 * Whether a whole text is, beyond doubt, what its parser takes without an error: most small documents are, and it is told in a
 * fraction of the time. Of all others, good or broken, it says false.
 */
export function isWellFormed(format: Format, text: string, maxDepth: number): boolean {
  if (format === 'html') return false
  return format === 'json' ? isPlainJson(text, maxDepth) : isPlainXml(text, maxDepth)
}
