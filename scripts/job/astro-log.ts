import type { AstroLoggerDestination } from 'astro'
import node from 'astro/logger/node'

// Astro gets empty responses (see astro.ts) and would log this for every page.
const UNWRITTEN = '(file not created, response body was empty)'

/** Astro's log without that remark. */
export default function astroLog(): AstroLoggerDestination {
  const log = node()
  return { write: (event) => log.write({ ...event, message: event.message.replace(UNWRITTEN, '') }) }
}
