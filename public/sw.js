// The worker of the site: answers `?type=json` and `?type=xml` where the host cannot, and gives what was kept while there is no
// connection. It asks the network first. What it stores, it holds against the sums that the build writes at the head of this file.
importScripts('kept.js', 'copies.js')
const { Kept, Copies } = self

const root = Copies.ROOT
const DATA = /^api\/v1\/.+\/index\.(json|xml|csv)$/
const TYPES = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml',
  csv: 'text/csv; charset=utf-8; header=present',
}

// The worker before stays, with all it stored, until everything is there as this one needs it. The first one is of use without, too.
self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(Copies.fill().catch((error) => self.registration.active && Promise.reject(error)))
})

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([Copies.tidy(), self.clients.claim()])),
)

self.addEventListener('message', (event) => {
  const { keep, title, isAsked } = event.data ?? {}
  if (keep) event.waitUntil(Copies.keep(keep, title, isAsked).then((why) => event.ports[0].postMessage(why)))
})

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
  else event.respondWith(answerAsset(event, path))
})

async function answerData(request, path) {
  const { method, headers, signal } = request
  const answer = await ask(root + path, { method, headers, signal, cache: fresh(request) })
  if (answer?.ok) return asData(answer, path)
  if (answer && answer.status < 500) return asItIs(answer)
  const kept = await Copies.find(path)
  if (kept) return asData(kept, path)
  return answer ?? (request.mode === 'navigate' ? Copies.offlinePage() : Response.error())
}

// The type is the format's whatever the host takes it for, and nothing in the file is run.
function asData(answer, path) {
  return asItIs(answer, {
    'content-type': TYPES[path.split('.').pop()],
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
}

// An answer of our own has no address of its own: whoever asked sees the one that was asked for. Chromium takes the type of an answer
// from the headers it is made with, not from those that are set later.
function asItIs({ body, status, statusText, headers }, own = {}) {
  return new Response(body, { status, statusText, headers: { ...Object.fromEntries(headers), ...own } })
}

async function answerPage(event, path) {
  const { request } = event
  const answer = await ask(request, { cache: fresh(request) })
  if (answer?.ok) event.waitUntil(mendAll())
  if (answer && answer.status < 500) return answer
  const kept = await Copies.find(path)
  return kept ? marked(kept) : (answer ?? Copies.offlinePage())
}

// The browser's own cache answers first where the host lets it, and no script can write there. The index of the search is large, and
// kept only where somebody has searched.
async function answerAsset(event, path) {
  const answer = await ask(event.request, {})
  if (answer?.ok && path === Copies.SEARCH_INDEX) event.waitUntil(Copies.holdSearchIndex().catch(() => {}))
  return answer ?? (await Copies.find(path)) ?? Response.error()
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

// The note that stands hidden in every page is shown, with the time the copy was made.
async function marked(kept) {
  const html = await kept.text()
  const at = kept.headers.get('x-mirror-kept')
  return new Response(html.replace('data-kept-note hidden', `data-kept-note="${at}"`), {
    headers: kept.headers,
  })
}

// Once in its life, at the first page that came: what a script altered or removed is fetched again.
let mended
function mendAll() {
  mended ??= Copies.fill().catch(() => {
    mended = undefined
  })
  return mended
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
