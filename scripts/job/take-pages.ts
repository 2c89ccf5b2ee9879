import { setImmediate } from 'node:timers/promises'
import type { AstroPrerenderer } from 'astro'

/** What is done with a page. `path` is the flat file Astro would write: `api/v1/list.html`. */
type TakePage = (path: string, html: Uint8Array) => void

/**
 * Lets Astro render and takes each page from it directly. Astro gets an empty response, for which it writes no file: otherwise each
 * page would be written, moved, and read again for its checksum.
 * After a page fails, or when `signal` aborts, the remaining pages are skipped: Astro would render all of them before it reports the error.
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
        // Rendering never yields to the event loop, so signals would not be handled before the last page.
        await setImmediate()
      } catch (error) {
        failed = true
        throw error
      }
      return new Response(null)
    },
  })
}

// The page that lists documents that could not be read comes last: the pages of datasets find them.
function lateness({ route }: PathWithRoute): number {
  return route.component === 'src/pages/about.astro' ? 1 : 0
}

type PathWithRoute = Awaited<ReturnType<AstroPrerenderer['getStaticPaths']>>[number]
