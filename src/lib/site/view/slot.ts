import { createHash } from 'node:crypto'

const LONGEST = 40
/** `none` has a meaning here; the others are devices on Windows. */
const RESERVED = /^(?:none|con|prn|aux|nul|com\d|lpt\d)$/
const PLAIN = /^[a-z0-9][a-z0-9_-]*$/
/** A name that ends like this could be the slot of another key. */
const HASHED = /-[0-9a-f]{12}$/
/**
 * Digits of a hash in a slot. Two keys with the same short hash can be found by a deliberate search; with the long hash, they cannot. A
 * slot with the long hash is longer than any other.
 */
const SHORT_DIGITS = 12
const LONG_DIGITS = 40

/** The slot of the datasets that belong to no entry of a list. */
export const NO_SLOT = 'none'

/**
 * The folders of the pages of categories or publishers, by key: the key itself if it is a safe name on every disk and in every router, else
 * its readable part and a short hash. If several keys have the same folder, which somebody must have planned, all of them get a long hash
 * instead. So a folder stays as long as its key does, and no page takes the address of another.
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

// Disks that ignore case or Unicode normalization treat slots as the same if this is equal.
function fold(slot: string): string {
  return slot.normalize('NFD').toLowerCase()
}
