import type { AstroLoggerDestination } from 'astro'
import node from 'astro/logger/node'

// Astro is given no page to write, see take-pages.ts, and would say so of every one.
const UNWRITTEN = '(file not created, response body was empty)'

/** Astro's own log without that remark. */
export default function astroLog(): AstroLoggerDestination {
  const log = node()
  return { write: (event) => log.write({ ...event, message: event.message.replace(UNWRITTEN, '') }) }
}
