import { createHash } from 'node:crypto'

const PLAIN = /^[A-Za-z0-9_-]{1,64}$/

/** An id that HTML, CSS and addresses take as it is, the same for the same key everywhere: `category-roads`. */
export function anchorOf(prefix: string, key: string): string {
  if (PLAIN.test(key)) return `${prefix}-${key}`
  return `${prefix}-x${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
}

/** The ids of entries on their own page, in order. Repeated keys get a number, so that links lead to the first. */
export function anchorsOf(prefix: string, keys: readonly string[]): string[] {
  const taken = new Set<string>()
  const wanted = keys.map((key) => anchorOf(prefix, key))
  const reserved = new Set(wanted)
  const numbers = new Map<string, number>()
  return wanted.map((id) => {
    let free = id
    for (let number = numbers.get(id) ?? 2; taken.has(free); number += 1) {
      const candidate = `${id}--${number}`
      free = reserved.has(candidate) ? id : candidate
      numbers.set(id, number + 1)
    }
    taken.add(free)
    return free
  })
}
