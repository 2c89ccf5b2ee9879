// The datasets that a reader has saved for offline reading, in one cache. `root` is the address of the site's root, with a trailing slash;
// other sites on the same host have their own caches.
{
  const LAYOUT = 2
  /** The limit for all saved datasets together, in bytes. */
  const MOST_BYTES = 250e6

  // The worker uses this file too, and has no document.
  const language = self.document?.documentElement.lang ?? 'en'
  const locale = language === 'en' ? 'en-GB' : language

  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

  /** The data files of a dataset, next to its page. */
  const FILES = ['index.json', 'index.xml', 'index.csv']

  const nameOf = (root) => `mirror ${LAYOUT} ${root}`
  const openCache = (root) => caches.open(nameOf(root))

  /**
   * The path of a file or folder below the root, in its normal percent-encoding: `api/v1/list/`, or `api/v1/list/index.json` for this folder with
   * `?type=json`. Undefined for an address outside the site.
   */
  function pathOf(address, root) {
    const { origin, pathname, searchParams } = new URL(address)
    const base = new URL(root)
    if (origin !== base.origin || !pathname.startsWith(base.pathname)) return undefined
    const path = findWritten(pathname.slice(base.pathname.length))
    const type = searchParams.get('type')
    if (/^api\/v1\/.*\/$/.test(path) && (type === 'json' || type === 'xml')) return `${path}index.${type}`
    return path?.replace(/(^|\/)index\.html$/, '$1')
  }

  function findWritten(path) {
    try {
      return path
        .split('/')
        .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
        .join('/')
    } catch {
      return undefined
    }
  }

  /** A response to store, with the time and other `facts` about it. */
  function copyOf(body, facts) {
    const headers = new Headers({ 'x-mirror-kept': new Date().toISOString() })
    for (const [name, fact] of Object.entries(facts))
      headers.set(`x-mirror-${name}`, encodeURIComponent(fact))
    return new Response(body, { headers })
  }

  /** A fact stored with a copy; empty if the copy was not stored by this script. */
  function factOf(headers, name) {
    try {
      return decodeURIComponent(headers.get(`x-mirror-${name}`) ?? '')
    } catch {
      return ''
    }
  }

  /** Replaces all copies of an address. Because of `Vary`, a cache can have several. */
  async function replace(cache, address, copy) {
    await cache.delete(address, { ignoreVary: true })
    await cache.put(address, copy)
  }

  /** The saved datasets, latest last: address of the page, title, bytes of all files, time. Any script of this host may have written them. */
  async function list(root) {
    const cache = await openCache(root)
    const saved = new Map()
    for (const request of await cache.keys()) {
      const url = request.url.split('?')[0]
      if (!url.startsWith(`${root}api/`) || !url.endsWith('/')) continue
      const { headers } = await cache.match(request, { ignoreVary: true })
      const [title, bytes] = ['title', 'bytes'].map((name) => factOf(headers, name))
      saved.set(url, { url, title, bytes: Number(bytes), at: headers.get('x-mirror-kept') })
    }
    return [...saved.values()]
  }

  /** Runs `work` while no other page or worker of the site stores or removes copies, and resolves to its result. */
  const alone = (root, work) => navigator.locks.request(nameOf(root), work)

  const remove = (root, url) =>
    alone(root, async () => {
      const cache = await openCache(root)
      for (const name of ['', ...FILES])
        await cache.delete(url + name, { ignoreSearch: true, ignoreVary: true })
    })

  /** Whether this browser can save this page. */
  const isPossible = () =>
    /^https?:$/.test(location.protocol) && 'serviceWorker' in navigator && 'caches' in self

  function sizeOf(bytes) {
    const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
    const format = { style: 'unit', unit: units[power], maximumSignificantDigits: 3 }
    return new Intl.NumberFormat(locale, format).format(bytes / 1000 ** power)
  }

  const dayOf = (iso) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso))
  /** Inserts facts into a sentence of the page. */
  const fill = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name])

  self.Saved = {
    MOST_BYTES,
    FILES,
    locale,
    nameOf,
    openCache,
    pathOf,
    copyOf,
    replace,
    alone,
    list,
    remove,
    isPossible,
    sizeOf,
    dayOf,
    fill,
  }
}
