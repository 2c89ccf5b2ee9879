import type { AstroPrerenderer } from 'astro'

/** What is done with a page. `path` is the flat file Astro would write: `api/v1/list.html`. */
export type TakePage = (path: string, html: Uint8Array) => void

/**
 * Lets Astro render, and takes each page from it at once. Astro gets an empty answer, for which it writes no file: its own way
 * of writing takes four turns of the thread pool a page, after which the page would be moved, and read again for its checksum.
 * A page without a byte is none.
 */
export function takePages(take: TakePage): (astro: AstroPrerenderer) => AstroPrerenderer {
  return (astro) => ({
    ...astro,
    async render(request, options) {
      const rendered = await astro.render(request, options)
      const response = rendered instanceof Response ? rendered : rendered.response
      const html = new Uint8Array(await response.arrayBuffer())
      if (html.length > 0) take(new URL(request.url).pathname.slice(1), html)
      return new Response(null)
    },
  })
}
