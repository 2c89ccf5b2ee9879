import * as v from 'valibot'
import { parseBaseAddress } from '../interface/index.ts'

/** In hex. */
export const sha256Field = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** ISO 8601 in UTC. */
export const timeField = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'expected a time'),
  v.metadata({ format: 'date-time' }),
)
/** How far clocks may differ, in ms. */
const DAY = 24 * 3_600_000

/** Whether a time is later than clocks that differ can explain. The clock that stated it, or that of this machine, was wrong. */
export function isInFuture(time: string, now: Date): boolean {
  return Date.parse(time) > now.getTime() + DAY
}

/** Shown as a link, so only http and https. */
export const addressField = v.pipe(v.string(), v.regex(/^https?:\/\//))
export const baseField = v.pipe(v.string(), v.check(isBase, 'expected a base address'))
/** The values in a message, so it can be worded in any language: `status` 404, `to` an address. */
export const factsField = v.record(v.string(), v.union([v.string(), v.number()]))

function isBase(text: string): boolean {
  try {
    return parseBaseAddress(text) === text
  } catch {
    return false
  }
}
