/** What a request gets, in plain JavaScript. Free names are the constants of `renderHandler` and the functions of {@link FILES}. */
export const ANSWER = String.raw`
export function createHandler(root) {
  // A backslash or colon in an address would lead out of the folder there.
  if (sep !== '/') throw new Error('Windows is not supported: serve the site on Linux or macOS.')
  const kindOf = (path) => {
    const stats = statOf(join(root, path))
    return stats === undefined ? undefined : stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : undefined
  }
  return async function handle(request, target = targetOf(request.url)) {
    if (request.method === 'OPTIONS') return plain(204, PREFLIGHT)
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, { allow: METHODS.join(', ') })
    const plan = planAnswer(target, kindOf)
    if (plan.location !== undefined) return plain(301, { location: plan.location })
    return plan.file === undefined ? sendMissing(root, request) : sendFile(root, plan.file, request)
  }
}

function planAnswer(target, kindOf) {
  const cut = target.indexOf('?')
  const raw = cut < 0 ? target : target.slice(0, cut)
  const query = cut < 0 ? '' : target.slice(cut)
  if (BASE !== '/' && raw === BASE.slice(0, -1)) return { location: BASE + query }
  const path = raw.startsWith(BASE) ? findPath(raw.slice(BASE.length)) : undefined
  if (path === undefined) return {}
  if (path === '' || path.endsWith('/')) {
    const format = path.startsWith(QUERY_FOLDER) ? formatOf(query) : 'html'
    return fileIfThere(path + 'index.' + format, kindOf)
  }
  // A folder first: a dataset may have the code of a file.
  if (kindOf(path) === 'folder' && kindOf(path + '/' + PAGE) === 'file') return { location: raw + '/' + query }
  if ((path === PAGE || path.endsWith('/' + PAGE)) && kindOf(path) === 'file')
    return { location: raw.slice(0, raw.lastIndexOf('/') + 1) + query }
  return fileIfThere(path, kindOf)
}

function fileIfThere(file, kindOf) {
  return kindOf(file) === 'file' ? { file } : {}
}

// The first "type" decides, exactly.
function formatOf(query) {
  const type = new URLSearchParams('?' + query.slice(1)).get('type')
  return type === 'json' || type === 'xml' ? type : 'html'
}

// The real names of a percent-encoded path; undefined for one no file can have.
function findPath(raw) {
  const segments = []
  for (const [index, segment] of raw.split('/').entries()) {
    let name
    try {
      name = decodeURIComponent(segment)
    } catch {
      return undefined
    }
    const last = index === raw.split('/').length - 1
    if (name === '.' || name === '..' || /[/\0]/.test(name) || (name === '' && !last)) return undefined
    segments.push(name)
  }
  return segments.join('/')
}

function targetOf(url) {
  return url.replace(/^[a-z]+:\/\/[^/]+/i, '')
}

function headersOf(path) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const headers = NAMES[name] ?? ENDINGS[/\.([a-z]+)$/.exec(name)?.[1] ?? ''] ?? OTHER
  return path.startsWith(HASHED_FOLDER) ? { ...headers, 'cache-control': HASHED_CACHING } : { ...headers }
}

function plain(status, headers) {
  return new Response(null, { status, headers: { ...EVERYWHERE, ...headers } })
}
`
