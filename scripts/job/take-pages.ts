import { setImmediate } from 'node:timers/promises'
import type { AstroPrerenderer } from 'astro'

/** What is done with a page. `path` is the flat file Astro would write: `api/v1/list.html`. */
export type TakePage = (path: string, html: Uint8Array) => void

/**
 * Lets Astro render, and takes each page from it at once. Astro gets an empty answer, for which it writes no file: its own way
 * of writing takes four turns of the thread pool a page, after which the page would be moved, and read again for its checksum.
 * When one page fails the build does, and Astro, which goes through all the others before it reports that, gets nothing more to do; nor
 * when `signal` aborts.
 */
export function takePages(
  take: TakePage,
  signal: AbortSignal,
): (astro: AstroPrerenderer) => AstroPrerenderer {
  let failed = false
  return (astro) => ({
    ...astro,
    getStaticPaths: async () => (await astro.getStaticPaths()).toSorted((a, b) => lateness(a) - lateness(b)),
    async render(request, options) {
      if (failed || signal.aborted) return new Response(null)
      try {
        const rendered = await astro.render(request, options)
        const response = rendered instanceof Response ? rendered : rendered.response
        const html = new Uint8Array(await response.arrayBuffer())
        take(new URL(request.url).pathname.slice(1), html)
        // Nothing on the way from page to page waits for anything, so no signal would be heard until the last.
        await setImmediate()
      } catch (error) {
        failed = true
        throw error
      }
      return new Response(null)
    },
  })
}

// The page that lists what is not read: by then the pages of datasets have found out.
function lateness({ route }: PathWithRoute): number {
  return route.component === 'src/pages/about.astro' ? 1 : 0
}

type PathWithRoute = Awaited<ReturnType<AstroPrerenderer['getStaticPaths']>>[number]
