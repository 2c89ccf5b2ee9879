import { readMeasure } from './unit.ts'
import { isUnit } from './unit-word.ts'

/** What a name has: `12.5 %`, `2 кг` and `10:00–18:00` have none. */
const WORD = /\p{L}{3}|\p{Lo}/u

/** Whether a text may name something: it has a word, and is no number with a unit, as `884 717 руб.` is. */
export function isNameLike(text: string): boolean {
  if (!WORD.test(text)) return false
  const measure = readMeasure(text.trim())
  return measure === undefined || !isUnit(measure.unit)
}
