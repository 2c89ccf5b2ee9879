// The copies that the worker stores. Any script of this host can write into the cache, but not into `sw.js`, which begins with the sha256
// of each list of checksums. So a copy is only used if its bytes match the checksum in its list. A copy is stored under its address and
// sha256, so that the copies of a new worker are next to those of the current one until the new one takes over.
{
  const { SUMS = [], Saved } = self
  const ROOT = new URL('.', self.location).href
  const TYPES = {
    html: 'text/html; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    css: 'text/css; charset=utf-8',
    svg: 'image/svg+xml',
  }
  /** The files of the search index: the head, and the parts, which are named `search-`, the part, a dot and a hash. */
  const SEARCH_FILE = /^(?:search-index|_astro\/search-\w+)(?=\.)/
  const SEARCH_HEAD = 'search-index.js'
  const WORDS_OF_RECORDS = /search-w/

  /** Thrown if the bytes of a file differ from those that were published with this worker. */
  class Altered extends Error {}

  const addressOf = (path, sum) => `${ROOT}${path}?sha256=${sum}`
  const pathOf = (url) => url.slice(ROOT.length).split('?')[0]
  const isPage = (path) => path === '' || path.endsWith('/')

  async function digest(bytes) {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  }
  async function matches(bytes, sum) {
    return (await digest(bytes)).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '') === sum
  }

  /** The stored copy with these bytes; undefined if there is none, or if its bytes were changed. */
  async function findBytes(path, sum) {
    const cache = await Saved.openCache(ROOT)
    const copy = await cache.match(addressOf(path, sum))
    const bytes = await copy?.arrayBuffer()
    return bytes && (await matches(bytes, sum)) ? { bytes, headers: copy.headers } : undefined
  }

  async function fetchBytes(path, sum) {
    // Names below _astro/ contain a hash of the content, so the browser's cache is never outdated.
    const answer = await fetch(ROOT + path, { cache: path.startsWith('_astro/') ? 'default' : 'no-cache' })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    const bytes = await answer.arrayBuffer()
    if (!(await matches(bytes, sum))) throw new Altered(path)
    return bytes
  }

  /**
   * Returns the bytes of a file, and stores them if they are not stored. With `isNew`, they are stored again, with new facts. Nothing is
   * stored unless `isWanted`.
   */
  async function storeFile(path, sum, { factsOf = () => ({}), isNew = false, isWanted = () => true } = {}) {
    const found = (await findBytes(path, sum))?.bytes
    const bytes = found ?? (await fetchBytes(path, sum))
    if (!found || isNew)
      await Saved.alone(ROOT, async () => {
        const cache = await Saved.openCache(ROOT)
        if (await isWanted())
          await Saved.replace(cache, addressOf(path, sum), Saved.copyOf(bytes, factsOf(bytes)))
      })
    return bytes
  }

  async function readList(number) {
    return new TextDecoder().decode(await storeFile(`sums/${number}.txt`, SUMS[number]))
  }

  /** The sha256 with which a file was published; undefined if it was not. */
  async function sumOf(path) {
    if (SUMS.length === 0) return undefined
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const [byte] = await digest(new TextEncoder().encode(folder))
    const list = await readList(path.startsWith('api/') ? 1 + (byte % (SUMS.length - 1)) : 0)
    const end = list.indexOf(` ${path}\n`)
    return end < 0 ? undefined : list.slice(end - 64, end)
  }

  /** The copy of a file as it was published; undefined if there is none. Of the facts stored with it, only the time is used. */
  async function find(path) {
    const sum = await sumOf(path).catch(() => undefined)
    const copy = sum && (await findBytes(path, sum))
    const at = new Date(copy?.headers.get('x-mirror-kept') ?? '')
    if (!copy || Number.isNaN(at.getTime())) return undefined
    const type = TYPES[isPage(path) ? 'html' : path.split('.').pop()] ?? 'application/octet-stream'
    return new Response(copy.bytes, { headers: { 'content-type': type, 'x-mirror-kept': at.toISOString() } })
  }

  /**
   * Stores a dataset. Its page is stored last, so if the page is stored, the dataset is complete. Returns its size in bytes; undefined if it was
   * not published.
   */
  async function storeDataset(folder, { title, isNew, isAsked }) {
    const page = await sumOf(folder)
    if (page === undefined) return undefined
    let bytes = 0
    for (const path of Saved.FILES.map((name) => folder + name)) {
      const sum = await sumOf(path)
      if (sum) bytes += (await storeFile(path, sum)).byteLength
    }
    const factsOf = ({ byteLength }) => ({ title, bytes: bytes + byteLength })
    const cache = await Saved.openCache(ROOT)
    // The reader may delete the dataset while it is being renewed.
    const isWanted = () => isAsked || cache.match(ROOT + folder, { ignoreSearch: true, ignoreVary: true })
    bytes += (await storeFile(folder, page, { factsOf, isNew, isWanted })).byteLength
    if (!(await isWanted())) await Saved.remove(ROOT, ROOT + folder)
    return bytes
  }

  /** The part of the search index that a file contains, without the hash; undefined for other files. */
  function searchPartOf(path) {
    return SEARCH_FILE.exec(path)?.[0]
  }

  // Stores the frame: the home page, the search, the offline page, styles and scripts. Of the search index, only the files that were used; if the
  // head was used and a dataset is saved, all files except the unused words of records.
  async function fillFrame() {
    const cache = await Saved.openCache(ROOT)
    const stored = new Set((await cache.keys()).map(({ url }) => searchPartOf(pathOf(url))))
    const isWhole = stored.has(searchPartOf(SEARCH_HEAD)) && (await Saved.list(ROOT)).length > 0
    const frame = [...(await readList(0)).matchAll(/^(\w+) (.*)$/gm)]
    const wanted = frame.filter(([, , path]) => {
      const part = searchPartOf(path)
      return part === undefined || stored.has(part) || (isWhole && !WORDS_OF_RECORDS.test(part))
    })
    return Promise.allSettled(wanted.map(([, sum, path]) => storeFile(path, sum)))
  }

  async function fillSaved() {
    const done = []
    let bytes = 0
    for (const { url, title } of await Saved.list(ROOT)) {
      if (bytes > Saved.MOST_BYTES) break
      const [result] = await Promise.allSettled([storeDataset(pathOf(url), { title })])
      bytes += result.value ?? 0
      done.push(result)
    }
    return done
  }

  /** Stores the frame and the saved datasets, as published with this worker. Rejects if a file could not be fetched. */
  async function fill() {
    if (SUMS.length === 0) return
    assertAll([...(await fillFrame()), ...(await fillSaved())])
  }

  function assertAll(done) {
    const failed = done.find(({ status }) => status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Removes outdated copies, unless their replacement is not stored yet. */
  async function tidy() {
    const cache = await Saved.openCache(ROOT)
    for (const { url } of await cache.keys()) {
      const path = pathOf(url)
      const list = /^sums\/(\d+)\.txt$/.exec(path)
      const sum = list ? SUMS[list[1]] : await sumOf(path)
      const right = sum && addressOf(path, sum)
      if (url !== right && (!right || (await cache.match(right))))
        await cache.delete(url, { ignoreVary: true })
    }
    for (const name of await caches.keys())
      if (name.startsWith('mirror ') && name.endsWith(` ${ROOT}`) && name !== Saved.nameOf(ROOT))
        await caches.delete(name)
  }

  /**
   * Saves a dataset because the reader asks for it (`isAsked`) or visits its page again. Resolves to undefined, or to the key of the message that
   * explains why it was not saved.
   */
  async function save(url, title, isAsked) {
    try {
      assertAll(await fillFrame())
      const bytes = await storeDataset(pathOf(url), { title, isNew: true, isAsked })
      if (bytes === undefined) return 'altered'
      const others = (await Saved.list(ROOT)).filter((other) => other.url !== url)
      if (others.reduce((sum, other) => sum + other.bytes, bytes) <= Saved.MOST_BYTES) return undefined
      await Saved.remove(ROOT, url)
      return 'full'
    } catch (error) {
      return error instanceof Altered ? 'altered' : 'failed'
    }
  }

  // The page is shown at addresses of any depth, so its relative links to the root are made absolute.
  async function offlinePage() {
    const page = await find('offline/')
    if (page === undefined) return Response.error()
    const html = (await page.text()).replaceAll('="../', `="${new URL(ROOT).pathname}`)
    return new Response(html, { status: 503, headers: page.headers })
  }

  /** Stores a file of the search index that a page has loaded; after the head, also the other files that `fillFrame` stores. */
  async function storeSearch(path) {
    const sum = await sumOf(path)
    if (sum) await storeFile(path, sum)
    if (path === SEARCH_HEAD) await fillFrame()
  }

  self.Copies = { ROOT, searchPartOf, find, fill, tidy, save, offlinePage, storeSearch }
}
