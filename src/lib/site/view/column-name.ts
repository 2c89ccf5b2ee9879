import { unpadded } from './cell-text.ts'
import { shorten } from './text.ts'
import { words } from './words.ts'

const NAME_LIMIT = 120

/** The name of a column, cut where it is long. */
export function showName(name: string): string {
  return name.trim() === '' ? words.unnamed : shorten(unpadded(name.trim()), NAME_LIMIT)
}
