import { setImmediate } from 'node:timers/promises'
import type { AstroPrerenderer } from 'astro'
import type { PlannedPage } from './second-renderer.ts'
import type { SharedPages } from './share-pages.ts'

/** What is done with a page. `path` is the flat file Astro would write: `api/v1/list.html`. */
export type TakePage = (path: string, html: Uint8Array) => void

/**
 * Lets Astro render, and takes each page from it at once. Astro gets an empty answer, for which it writes no file: its own way
 * of writing takes four turns of the thread pool a page, after which the page would be moved, and read again for its checksum.
 * What another thread makes, if `begin` starts one, Astro is not asked for. When one page fails the build does, and Astro, which
 * goes through all the others before it says so, gets nothing more to do; nor when `signal` aborts.
 */
export function takePages(
  take: TakePage,
  begin: () => Promise<SharedPages | undefined>,
  signal: AbortSignal,
): (astro: AstroPrerenderer) => AstroPrerenderer {
  let shared: SharedPages | undefined
  let failed = false
  return (astro) => ({
    ...astro,
    async setup() {
      shared = await begin()
      await astro.setup?.()
    },
    async getStaticPaths() {
      const paths = (await astro.getStaticPaths()).toSorted((a, b) => lateness(a) - lateness(b))
      shared?.plan(paths.flatMap(planPage))
      return paths
    },
    async render(request, options) {
      const path = fileOf(request.url)
      if (failed || signal.aborted || (await shared?.makes(path))) return new Response(null)
      try {
        const rendered = await astro.render(request, options)
        const response = rendered instanceof Response ? rendered : rendered.response
        const html = new Uint8Array(await response.arrayBuffer())
        take(path, html)
        // Nothing on the way from page to page waits for anything, so no signal would be heard until the last.
        await setImmediate()
      } catch (error) {
        failed = true
        throw error
      }
      return new Response(null)
    },
    async teardown() {
      shared?.close()
      await astro.teardown?.()
    },
  })
}

// The page that lists what is not read: by then the pages of datasets have found out.
function lateness({ route }: PathWithRoute): number {
  return route.component === 'src/pages/about.astro' ? 1 : 0
}

// What is no page, such as a feed, keeps its own name, and is not worth another thread.
function planPage({ pathname, route }: PathWithRoute): PlannedPage | [] {
  const { type, component } = route
  return type === 'page'
    ? { path: fileOf(new URL(`${pathname}.html`, 'http://localhost').href), component }
    : []
}

function fileOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

type PathWithRoute = Awaited<ReturnType<AstroPrerenderer['getStaticPaths']>>[number]
