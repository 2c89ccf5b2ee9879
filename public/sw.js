// The worker of the site: answers `?type=json` and `?type=xml` where the host cannot, and gives what was kept while there is no
// connection. It asks the network first and stores nothing by itself but the frame that kept pages need. Any script of this host can
// write into its stores, so that nothing in them goes before the network, and a visit replaces all of it.
importScripts('kept.js', 'shell.js')
const { Kept, Shell } = self

const root = self.registration.scope
const DATA = /^api\/v1\/.+\/index\.(json|xml|csv)$/
const TYPES = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8; header=present',
}

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(Shell.fill())
})

self.addEventListener('activate', (event) => event.waitUntil(Promise.all([dropOld(), self.clients.claim()])))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' && request.method !== 'HEAD') return
  const path = Kept.pathOf(request.url, root)
  if (path === undefined) return
  const isPage = request.mode === 'navigate'
  if (isPage) event.waitUntil(checkAlive())
  // A query that names a format is answered here; every other request for a part, or for headers alone, is the host's affair.
  const isRouted = DATA.test(path) && !new URL(request.url).pathname.endsWith(path)
  if (!isRouted && (request.method === 'HEAD' || request.headers.has('range'))) return
  if (DATA.test(path)) event.respondWith(answerData(request, path))
  else if (isPage) event.respondWith(answerPage(event, path))
  else event.respondWith(answerAsset(request, path))
})

async function answerData(request, path) {
  const { method, headers, signal } = request
  const answer = await ask(root + path, { method, headers, signal, cache: fresh(request) })
  if (answer?.ok) return asData(answer, path)
  if (answer && answer.status < 500) return asItIs(answer)
  const kept = await findKept(path)
  if (kept) return asData(kept, path)
  return answer ?? (request.mode === 'navigate' ? Shell.offlinePage() : Response.error())
}

// The type is the format's whatever the host takes it for, and nothing in the file is run.
function asData(answer, path) {
  const own = asItIs(answer)
  own.headers.set('content-type', TYPES[path.split('.').pop()])
  own.headers.set('content-security-policy', "sandbox; default-src 'none'")
  own.headers.set('x-content-type-options', 'nosniff')
  return own
}

// An answer of our own has no address of its own: whoever asked sees the one that was asked for.
function asItIs({ body, status, statusText, headers }) {
  return new Response(body, { status, statusText, headers: new Headers(headers) })
}

async function answerPage(event, path) {
  const { request } = event
  const answer = await ask(request, { cache: fresh(request) })
  if (answer?.ok) {
    if (Shell.PAGES.includes(path)) event.waitUntil(Shell.keepPage(path, answer.clone()))
    event.waitUntil(renewAll())
  }
  if (answer && answer.status < 500) return answer
  const kept = await findKept(path)
  return kept ? marked(kept) : (answer ?? Shell.offlinePage())
}

// The browser's own cache answers first where the host lets it, and no script can write there. The index of the search is large, and
// kept only where somebody has searched.
async function answerAsset(request, path) {
  const shell = await Kept.openShell(root)
  const held = await shell.match(root + path)
  const answer = await ask(request, {})
  if (answer?.ok && (held || path.startsWith('_astro/') || path === 'search-index.js'))
    await Kept.replace(shell, root + path, answer.clone())
  return answer ?? held ?? (await findKept(path)) ?? Response.error()
}

function ask(request, options) {
  return fetch(request, options).catch(() => undefined)
}

// What is asked for plainly is asked about every time: a host may let copies live for minutes.
// A part is never taken from what the browser holds of a whole: of packed bytes it would be a part of those.
function fresh({ cache, headers }) {
  if (headers.has('range')) return 'no-store'
  return cache === 'default' ? 'no-cache' : cache
}

async function findKept(path) {
  return (
    (await (await Kept.openKept(root)).match(root + path)) ?? (await Kept.openShell(root)).match(root + path)
  )
}

// The note that stands hidden in every page is shown, with the time the copy was made.
async function marked(kept) {
  const html = await kept.text()
  const at = kept.headers.get('x-mirror-kept')
  return new Response(html.replace('data-kept-note hidden', `data-kept-note="${at}"`), {
    headers: kept.headers,
  })
}

async function dropOld() {
  for (const name of await caches.keys())
    if (name.endsWith(` ${root}`) && !name.startsWith(`mirror ${Kept.LAYOUT} `)) await caches.delete(name)
}

// Once in its life, at the first page that came: what was kept and the frame are fetched again, whatever is in the stores. A copy of
// what is gone goes; what cannot be fetched stays.
let renewed
function renewAll() {
  renewed ??= Promise.all([renewKept(), Shell.renew()]).catch(() => {
    renewed = undefined
  })
  return renewed
}

// The page of a dataset comes last, with the bytes of all its files.
async function renewKept() {
  const store = await Kept.openKept(root)
  const urls = (await store.keys()).map(({ url }) => url)
  const sizes = new Map()
  let bytes = 0
  for (const url of [...new Set(urls)].sort((a, b) => a.endsWith('/') - b.endsWith('/'))) {
    const path = Kept.pathOf(url, root)
    const isOurs = path !== undefined && root + path === url && bytes < Kept.MOST_KEPT
    const answer = isOurs ? await fetch(url) : undefined
    if (answer?.ok) {
      const { headers } = (await store.match(url, { ignoreVary: true })) ?? answer
      const body = await answer.blob()
      const folder = url.slice(0, url.lastIndexOf('/') + 1)
      const size = (sizes.get(folder) ?? 0) + body.size
      const facts = url === folder ? { title: Kept.factOf(headers, 'title'), bytes: size } : {}
      sizes.set(folder, size)
      bytes += body.size
      await Kept.replace(store, url, Kept.copyOf(body, answer.headers, facts))
    } else if (answer === undefined || answer.status === 404 || answer.status === 410)
      await store.delete(url, { ignoreVary: true })
  }
}

// A site that no longer has this file no longer wants this worker. What a reader kept stays.
let alive
function checkAlive() {
  alive ??= ask(self.location.href, { method: 'HEAD', cache: 'no-store' }).then((answer) => {
    const gone = answer && (answer.status === 404 || answer.status === 410)
    const replaced = answer?.ok && !/javascript/.test(answer.headers.get('content-type') ?? '')
    if (gone || replaced) return self.registration.unregister()
    if (!answer) alive = undefined
  })
  return alive
}
