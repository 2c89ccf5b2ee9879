import { setImmediate } from 'node:timers/promises'
import type { AstroPrerenderer } from 'astro'
import type { SecondRenderer } from './second-renderer.ts'

/** What is done with a page. `path` is the flat file Astro would write: `api/v1/list.html`. */
export type TakePage = (path: string, html: Uint8Array) => void

/**
 * Lets Astro render, and takes each page from it at once. Astro gets an empty answer, for which it writes no file: its own way
 * of writing takes four turns of the thread pool a page, after which the page would be moved, and read again for its checksum.
 * A page without a byte is none. What a second renderer makes, if `begin` starts one, Astro is not asked for. When one page fails
 * the build does, and Astro, which goes through all the others before it says so, gets nothing more to do; nor when `signal` aborts.
 */
export function takePages(
  take: TakePage,
  begin: () => Promise<SecondRenderer | undefined>,
  signal: AbortSignal,
): (astro: AstroPrerenderer) => AstroPrerenderer {
  let second: SecondRenderer | undefined
  let failed = false
  return (astro) => ({
    ...astro,
    async setup() {
      second = await begin()
      await astro.setup?.()
    },
    async render(request, options) {
      const path = new URL(request.url).pathname.slice(1)
      if (failed || signal.aborted || (await second?.makes(path))) return new Response(null)
      try {
        const rendered = await astro.render(request, options)
        const response = rendered instanceof Response ? rendered : rendered.response
        const html = new Uint8Array(await response.arrayBuffer())
        if (html.length > 0) take(path, html)
        // Nothing on the way from page to page waits for anything, so no signal would be heard until the last.
        await setImmediate()
      } catch (error) {
        failed = true
        throw error
      }
      return new Response(null)
    },
    async teardown() {
      second?.close()
      await astro.teardown?.()
    },
  })
}
