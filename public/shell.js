// What kept pages need beside themselves, for the worker: the frame's scripts and style, the start of the site and its search, and
// a page for what is not kept.
{
  const MOST_ASSETS = 12
  const SCRIPTS = ['kept.js', 'keep.js', 'use-from.js', 'explorer.js', 'explorer-worker.js']
  const PAGES = ['', 'search/']
  const root = self.registration.scope
  const { openShell, copyOf } = self.Kept

  async function fill() {
    const shell = await openShell(root)
    const pages = await Promise.all([...PAGES, 'offline/'].map((path) => fetchWhole(root + path)))
    const html = await Promise.all(pages.map((page) => page.clone().text()))
    const parts = html.join().matchAll(/(?:src|href)="(?:\.\.\/)?(_astro\/[^"]+|[\w-]+\.(?:js|svg))"/g)
    for (const path of new Set([...SCRIPTS, ...[...parts].map(([, path]) => path)]))
      await shell.put(root + path, await fetchWhole(root + path))
    for (const page of pages) await shell.put(page.url, copyOf(await page.blob(), page.headers))
  }

  async function fetchWhole(address) {
    const answer = await fetch(address, { cache: 'no-cache' })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    return answer
  }

  async function keepPage(path, answer) {
    const shell = await openShell(root)
    await shell.put(root + path, copyOf(await answer.blob(), answer.headers))
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

  self.Shell = { PAGES, fill, keepPage, offlinePage }
}
