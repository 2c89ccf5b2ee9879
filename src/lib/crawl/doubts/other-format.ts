import { fileOf } from '../../interface/index.ts'
import type { Crawl } from '../context.ts'
import { type Fresh, ownCopyOf } from '../mismatches/fresh.ts'
import { hasSameValues, haveSameWords, judge, LEAST_WORDS } from './judge.ts'
import { outlineOf } from './outline.ts'

/**
 * Whether a body has the values or the words of the stored copy of its other format, and is no loss compared with that copy: it is data of the
 * dataset, whatever its own copy is, as when one format is repaired.
 */
export function isOfOtherFormat(
  { current, draft, options }: Crawl,
  { record, representation }: Fresh,
): boolean {
  const format = options.formats.find((one) => one !== representation.format)
  const other = format && ownCopyOf(current?.find(fileOf({ ...representation, format })))
  if (current === undefined || other === undefined) return false
  const known = outlineOf(other, current.source)
  const now = outlineOf(record, draft.source)
  if (known === undefined || now === undefined || judge(known, now) !== undefined) return false
  return hasSameValues(known, now) || (now.words.size >= LEAST_WORDS && haveSameWords(now.words, known.words))
}
