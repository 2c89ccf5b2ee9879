import { createHash } from 'node:crypto'

const LONGEST = 40
/** What is a folder of its own here, and what Windows takes for a device. */
const RESERVED = /^(?:none|con|prn|aux|nul|com\d|lpt\d)$/
const PLAIN = /^[a-z0-9][a-z0-9_-]*$/
/** What ends like this might be the slot of another key. */
const HASHED = /-[0-9a-f]{12}$/

/** The slot of what belongs to no entry of a list. */
export const NO_SLOT = 'none'

/**
 * The folder of the page of a category or an OIV: its key, where that is a safe name on every disk and in every router, else what can
 * be read of it and a hash of it. It depends on the key alone, so it stays as long as the key does, whatever else is listed.
 */
export function slotOfKey(key: string): string {
  const plain = PLAIN.test(key) && key.length <= LONGEST && !RESERVED.test(key) && !HASHED.test(key)
  if (plain) return key
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12)
  const readable = [
    ...key
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-'),
  ]
    .slice(0, LONGEST)
    .join('')
    .replace(/^-+|-+$/g, '')
  return readable === '' ? `x-${hash}` : `${readable}-${hash}`
}
