// @ts-check
// Serves a site from the static assets of Cloudflare Pages and Workers. Imports nothing: `_worker.js` consists of handler.mjs, this file
// and the rules.

/** @typedef {{ fetch(request: Request): Promise<Response> }} Assets */
/** @typedef {import('./handler.mjs').Site<BodyInit>} Site */

/**
 * Creates the worker of a site. The root of the assets is the root of the site.
 *
 * @param {typeof import('./handler.mjs').createHandler<BodyInit>} createHandler
 * @param {import('./handler.mjs').Rules} rules
 * @param {readonly string[]} own Files in the folder that only Cloudflare reads; they are not served.
 */
export function createWorker(createHandler, rules, own) {
  return {
    /**
     * @param {Request} request
     * @param {{ ASSETS: Assets }} environment
     */
    async fetch({ method, url, headers }, { ASSETS }) {
      const handle = createHandler(rules, openAssets(ASSETS, new URL(url).origin, rules, own))
      const answer = await handle({ method, target: url, header: (name) => headers.get(name) })
      return new Response(answer.body ?? null, { status: answer.status, headers: answer.headers })
    },
  }
}

/**
 * @param {Assets} assets
 * @param {string} origin
 * @param {import('./handler.mjs').Rules} rules
 * @param {readonly string[]} own
 * @returns {Site}
 */
function openAssets(assets, origin, { page, notFound }, own) {
  /** @type {(path: string, method: string) => Promise<Response | undefined>} */
  const find = async (path, method) => {
    const names = path.split('/')
    // `404` is the address of the page for missing files, and no name of a file.
    if (
      own.includes(path) ||
      path === '404' ||
      names.some((name) => new TextEncoder().encode(name).length > 255)
    )
      return undefined
    // Assets redirect every other spelling of an address to this one, and the file name of a page to its folder.
    const address = names.map(encodeURIComponent).join('/')
    const hasPage = address === page || address.endsWith(`/${page}`)
    const asset = hasPage ? address.slice(0, -page.length) : address === notFound ? '404' : address
    const answer = await assets.fetch(new Request(`${origin}/${asset}`, { method, redirect: 'manual' }))
    return answer.ok ? answer : undefined
  }
  return {
    has: async (path) => (await find(path, 'HEAD')) !== undefined,
    async open(path, { method, header }) {
      const answer = await find(path, method)
      if (answer === undefined) return undefined
      const bytes = method === 'GET' && header('range') ? await answer.arrayBuffer() : undefined
      return {
        etag: answer.headers.get('etag') ?? undefined,
        modified: undefined,
        size: bytes?.byteLength,
        coding: undefined,
        varies: true,
        close: () => {},
        read: (range) =>
          (range === undefined ? bytes : bytes?.slice(range.first, range.last + 1)) ??
          answer.body ??
          undefined,
      }
    },
  }
}
