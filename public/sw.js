// The service worker of the site: answers `?type=json` and `?type=xml` if the host cannot, and serves saved copies while offline. It tries
// the network first. What it stores must match the checksums that the build writes at the beginning of this file.
importScripts('saved.js', 'copies.js')
const { Saved, Copies } = self

const root = Copies.ROOT
const DATA = /^api\/v1\/.+\/index\.(json|xml|csv)$/
const TYPES = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8; header=present',
}

// The previous worker stays active until all copies for this one are stored. The first worker is useful even without them.
self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(Copies.fill().catch((error) => self.registration.active && Promise.reject(error)))
})

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([Copies.tidy(), self.clients.claim()])),
)

self.addEventListener('message', (event) => {
  const { url, title, isAsked } = event.data ?? {}
  if (url) event.waitUntil(Copies.save(url, title, isAsked).then((why) => event.ports[0].postMessage(why)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' && request.method !== 'HEAD') return
  const path = Saved.pathOf(request.url, root)
  if (path === undefined) return
  const isPage = request.mode === 'navigate'
  if (isPage) event.waitUntil(checkAlive())
  // Queries for a format are answered here. All other range and HEAD requests are left to the host.
  const isRouted = DATA.test(path) && !new URL(request.url).pathname.endsWith(path)
  if (!isRouted && (request.method === 'HEAD' || request.headers.has('range'))) return
  if (DATA.test(path)) event.respondWith(answerData(request, path))
  else if (isPage) event.respondWith(answerPage(event, path))
  else event.respondWith(answerAsset(event, path))
})

async function answerData(request, path) {
  const { method, headers, signal } = request
  const answer = await ask(root + path, { method, headers, signal, cache: fresh(request) })
  if (answer?.ok) return asData(answer, path)
  if (answer && answer.status < 500) return asItIs(answer)
  const copy = await Copies.find(path)
  if (copy) return asData(copy, path)
  return answer ?? (request.mode === 'navigate' ? Copies.offlinePage() : Response.error())
}

// The media type is that of the format, whatever the host sends, and scripts in the file must not run.
function asData(answer, path) {
  return asItIs(answer, {
    'content-type': TYPES[path.split('.').pop()],
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
}

// A new Response has no address, so the page sees the one it requested. Chromium takes the media type from the headers in the constructor,
// not from those that are set later.
function asItIs({ body, status, statusText, headers }, own = {}) {
  return new Response(body, { status, statusText, headers: { ...Object.fromEntries(headers), ...own } })
}

async function answerPage(event, path) {
  const { request } = event
  const answer = await ask(request, { cache: fresh(request) })
  if (answer?.ok) event.waitUntil(repairAll())
  if (answer && answer.status < 500) return answer
  const copy = await Copies.find(path)
  return copy ? marked(copy) : (answer ?? Copies.offlinePage())
}

// The browser's HTTP cache, which no script can write, answers first if the host allows it. The search index is large, so a file of it is only
// stored when a search has loaded it.
async function answerAsset(event, path) {
  const answer = await ask(event.request, {})
  if (answer?.ok && Copies.searchPartOf(path)) event.waitUntil(Copies.storeSearch(path).catch(() => {}))
  return answer ?? (await Copies.find(path)) ?? Response.error()
}

function ask(request, options) {
  return fetch(request, options).catch(() => undefined)
}

// Ordinary requests are always revalidated, because a host may allow caching for minutes. A range is never taken from a cached file, which
// may be compressed: it would be a range of the compressed bytes.
function fresh({ cache, headers }) {
  if (headers.has('range')) return 'no-store'
  return cache === 'default' ? 'no-cache' : cache
}

// Shows the hidden note of the page, with the time of the copy.
async function marked(copy) {
  const html = await copy.text()
  const at = copy.headers.get('x-mirror-kept')
  return new Response(html.replace('data-saved-note hidden', `data-saved-note="${at}"`), {
    headers: copy.headers,
  })
}

// Fetches copies again that a script has changed or removed: once per start of the worker, after the first page.
let repaired
function repairAll() {
  repaired ??= Copies.fill().catch(() => {
    repaired = undefined
  })
  return repaired
}

// If the site no longer has this file, the worker unregisters itself. Saved copies remain.
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
