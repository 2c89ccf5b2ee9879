import { createHash } from 'node:crypto'

const LONGEST = 40
/** What is a folder of its own here, and what Windows takes for a device. */
const RESERVED = /^(?:none|con|prn|aux|nul|com\d|lpt\d)$/
const PLAIN = /^[a-z0-9][a-z0-9_-]*$/
/** What ends like this might be the slot of another key. */
const HASHED = /-[0-9a-f]{12}$/
/** Digits of a hash in a slot: so few are found twice by whoever searches, so many are not. A slot with the latter is longer than any other key. */
const SHORT_DIGITS = 12
const LONG_DIGITS = 40

/** The slot of what belongs to no entry of a list. */
export const NO_SLOT = 'none'

/**
 * The folders of the pages of categories or publishers, by key: the key, where that is a safe name on every disk and in every router, else what
 * can be read of it and a short hash of it. Keys whose folders would be the same, which takes a search for such keys, all get a long hash
 * instead. So a folder depends on the key alone and stays as long as the key does, and no page ever takes the address of another.
 */
export function slotsOfKeys(keys: Iterable<string>): ReadonlyMap<string, string> {
  const slots = new Map([...keys].map((key) => [key, shortSlot(key)]))
  for (const alike of Map.groupBy(slots, ([, slot]) => fold(slot)).values())
    if (alike.length > 1) for (const [key] of alike) slots.set(key, hashedSlot(key, LONG_DIGITS))
  return slots
}

function shortSlot(key: string): string {
  const isPlain = PLAIN.test(key) && key.length <= LONGEST && !RESERVED.test(key) && !HASHED.test(key)
  return isPlain ? key : hashedSlot(key, SHORT_DIGITS)
}

function hashedSlot(key: string, digits: number): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, digits)
  const readable = [
    ...key
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-'),
  ]
    .slice(0, LONGEST - (digits - SHORT_DIGITS))
    .join('')
    .replace(/^-+|-+$/g, '')
  return readable === '' ? `x-${hash}` : `${readable}-${hash}`
}

// What a disk that ignores case or Unicode normalisation takes for one name.
function fold(slot: string): string {
  return slot.normalize('NFD').toLowerCase()
}
