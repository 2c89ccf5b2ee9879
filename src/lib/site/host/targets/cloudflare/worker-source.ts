/** The worker below its constants, which `renderWorker` declares: the rules, and the files of the site as `ASSETS`. */
export const WORKER_SOURCE = String.raw`
export default {
  async fetch(request, { ASSETS }) {
    const { method } = request
    if (!METHODS.includes(method)) return empty(405, { allow: PREFLIGHT.allow })
    if (method === 'OPTIONS') return empty(204, PREFLIGHT)
    const { origin, pathname, search, searchParams } = new URL(request.url)
    const ask = (path) => ASSETS.fetch(new Request(origin + '/' + path, { method, redirect: 'manual' }))
    const missing = async () => {
      const page = await ask('404')
      return new Response(method === 'HEAD' ? null : page.body, { status: 404, headers: MISSING })
    }
    if (BASE !== '/' && pathname === BASE.slice(0, -1)) return lead(BASE + search)
    const path = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : '/'
    const names = findNames(path)
    if (names === undefined || OWN_FILES.includes(path)) return missing()
    const name = names.at(-1)
    // The assets lead from any other spelling of an address to this one.
    const asset = names.map(encodeURIComponent).join('/')
    if (name === '') {
      const type = path.startsWith(QUERY_FOLDER) ? searchParams.get('type') : null
      const format = type === 'json' || type === 'xml' ? type : 'html'
      const answer = await ask(format === 'html' ? asset : asset + 'index.' + format)
      return answer.ok ? send(answer, request, ENDINGS[format]) : missing()
    }
    // A folder first: a dataset may have the code index.html.
    if ((await ask(asset + '/')).ok) return lead(pathname + '/' + search)
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    if (name === PAGE && (await ask(asset.slice(0, -PAGE.length))).ok) return lead(BASE + folder + search)
    const answer = await ask(asset)
    return answer.ok ? send(answer, request, headersFor(path, name)) : missing()
  },
}

// The real names of a path; undefined for one no file of the site can have.
function findNames(path) {
  const segments = path.split('/')
  try {
    const names = segments.map(decodeURIComponent)
    const legal = names.every(
      (name, at) =>
        !/^\.\.?$|[\/\0]/.test(name) &&
        new TextEncoder().encode(name).length <= 255 &&
        (name !== '' || at === names.length - 1),
    )
    return legal ? names : undefined
  } catch {
    return undefined
  }
}

function headersFor(path, name) {
  const kind = NAMES[name] ?? ENDINGS[name.slice(name.lastIndexOf('.') + 1)] ?? OTHER
  return path.startsWith(HASHED_FOLDER) ? { ...kind, 'cache-control': HASHED_CACHING } : kind
}

// Conditions, then ranges, which only a GET may ask for (RFC 9110, 13.2.2 and 14.2).
async function send(answer, request, kind) {
  const etag = answer.headers.get('etag')
  const headers = { ...kind, ...(etag && { etag }), vary: 'accept-encoding', 'accept-ranges': 'bytes' }
  const tags = request.headers.get('if-none-match')
  const plain = (tag) => tag.trim().replace(/^W\//, '')
  if (tags && etag && tags.split(',').some((tag) => plain(tag) === '*' || plain(tag) === plain(etag)))
    return new Response(null, { status: 304, headers })
  if (request.method === 'HEAD') return new Response(null, { headers })
  const condition = request.headers.get('if-range')
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range')?.trim() ?? '') ?? []
  const applies = from !== undefined && (from !== '' || to !== '') && (!condition || condition === etag)
  if (!applies || (from !== '' && to !== '' && Number(to) < Number(from)))
    return new Response(answer.body, { headers })
  const bytes = await answer.arrayBuffer()
  const size = bytes.byteLength
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first >= size)
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': 'bytes */' + size } })
  const range = { 'content-range': 'bytes ' + first + '-' + last + '/' + size }
  return new Response(bytes.slice(first, last + 1), { status: 206, headers: { ...headers, ...range } })
}

function lead(location) {
  return empty(301, { location })
}

function empty(status, headers) {
  return new Response(null, { status, headers: { ...EVERYWHERE, ...headers } })
}
`
