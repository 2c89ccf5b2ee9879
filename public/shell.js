// What kept pages need beside themselves, for the worker: the frame's scripts and style, the start of the site and its search, and
// a page for what is not kept.
{
  const MOST_ASSETS = 12
  const SCRIPTS = ['kept.js', 'keep.js', 'use-from.js', 'explorer.js', 'explorer-worker.js']
  const PAGES = ['', 'search/']
  const root = self.registration.scope
  const { openShell, copyOf, replace } = self.Kept

  /** Fetches all of it, then puts it in the place of what there was. */
  async function fill() {
    const shell = await openShell(root)
    const pages = await Promise.all([...PAGES, 'offline/'].map((path) => fetchWhole(root + path)))
    const html = await Promise.all(pages.map((page) => page.clone().text()))
    const parts = html.join().matchAll(/(?:src|href)="(?:\.\.\/)?(_astro\/[^"]+|[\w-]+\.(?:js|svg))"/g)
    const filled = new Set([...SCRIPTS, ...[...parts].map(([, path]) => path)].map((path) => root + path))
    for (const address of filled) await replace(shell, address, await fetchWhole(address))
    for (const page of pages) {
      filled.add(page.url)
      await replace(shell, page.url, copyOf(await page.blob(), page.headers))
    }
    return filled
  }

  /** Fills it again, and leaves nothing else in it: the index of the search is fetched again, what else there was is gone. */
  async function renew() {
    const shell = await openShell(root)
    const index = `${root}search-index.js`
    const hasIndex = (await shell.match(index)) !== undefined
    const filled = await fill()
    if (hasIndex) await replace(shell, index, await fetchWhole(index))
    for (const { url } of await shell.keys())
      if (!filled.has(url) && url !== index) await shell.delete(url, { ignoreVary: true })
  }

  // A name below _astro/ carries a hash of its content, so that what the browser holds of it is never old.
  async function fetchWhole(address) {
    const isHashed = address.startsWith(`${root}_astro/`)
    const answer = await fetch(address, { cache: isHashed ? 'default' : 'no-cache' })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    return answer
  }

  async function keepPage(path, answer) {
    const shell = await openShell(root)
    await replace(shell, root + path, copyOf(await answer.blob(), answer.headers))
    const assets = (await shell.keys()).filter(({ url }) => url.startsWith(`${root}_astro/`))
    for (const old of assets.slice(0, -MOST_ASSETS)) await shell.delete(old)
  }

  // It is shown at any depth, so its way up to the root is written out.
  async function offlinePage() {
    const page = await (await openShell(root)).match(`${root}offline/`)
    if (page === undefined) return Response.error()
    const html = (await page.text()).replaceAll('="../', `="${new URL(root).pathname}`)
    return new Response(html, { status: 503, headers: page.headers })
  }

  self.Shell = { PAGES, fill, renew, keepPage, offlinePage }
}
