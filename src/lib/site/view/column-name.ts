import { unpadded } from './cell-text.ts'
import type { Locale } from './locale.ts'
import { shorten } from './text.ts'

const NAME_LIMIT = 120

/** The name of a column, cut where it is long. */
export function showName(locale: Locale, name: string): string {
  return name.trim() === '' ? locale.words.unnamed : shorten(unpadded(name.trim()), NAME_LIMIT)
}
