/** How a file is sent, in plain JavaScript: conditions, ranges, pre-compressed siblings (RFC 9110, 12.5.3, 13.2.2, 14.2). */
export const FILES = String.raw`
const CODINGS = [['zstd', 'zst'], ['br', 'br'], ['gzip', 'gz']]

function sendFile(root, path, request) {
  const asked = request.headers
  const original = openFound(join(root, path))
  if (original === undefined) return sendMissing(root, request)
  const coded = asked.has('range') ? undefined : findCoded(root, path, asked.get('accept-encoding') ?? '', original)
  const { file, stats, coding } = coded ?? original
  if (coded) closeSync(original.file)
  const size = stats.size
  const etag = '"' + size.toString(16) + '-' + Math.floor(original.stats.mtimeMs).toString(16) + (coding ? '-' + coding : '') + '"'
  const modified = original.stats.mtime.toUTCString()
  const headers = { ...headersOf(path), etag, 'last-modified': modified, 'accept-ranges': 'bytes', vary: 'accept-encoding' }
  if (coding) headers['content-encoding'] = coding
  if (isCurrent(asked, etag, original.stats.mtime)) return withoutBody(file, 304, headers)
  const ifRange = asked.get('if-range')
  const range = request.method === 'GET' && (ifRange === null || ifRange === etag || ifRange === modified)
    ? parseRange(asked.get('range'), size)
    : undefined
  if (range === 'unsatisfiable')
    return withoutBody(file, 416, { ...headers, 'content-range': 'bytes */' + size })
  if (range === undefined) return send(file, 200, headers, 0, size - 1, request.method)
  headers['content-range'] = 'bytes ' + range.first + '-' + range.last + '/' + size
  return send(file, 206, headers, range.first, range.last, request.method)
}

function sendMissing(root, request) {
  const opened = openFound(join(root, NOT_FOUND))
  if (opened === undefined) return new Response(null, { status: 404, headers: MISSING })
  return send(opened.file, 404, MISSING, 0, opened.stats.size - 1, request.method)
}

function send(file, status, headers, first, last, method) {
  const told = { ...headers, 'content-length': String(last - first + 1) }
  if (method === 'HEAD' || last < first) return withoutBody(file, status, told)
  const stream = createReadStream('', { fd: file, start: first, end: last })
  return new Response(Readable.toWeb(stream), { status, headers: told })
}

function withoutBody(file, status, headers) {
  closeSync(file)
  return new Response(null, { status, headers })
}

// A sibling counts while it is as old as what it was made from.
function findCoded(root, path, accepted, original) {
  for (const [coding, ending] of CODINGS) {
    if (!accepts(accepted, coding)) continue
    const opened = openFound(join(root, path + '.' + ending))
    if (opened === undefined) continue
    if (opened.stats.isFile() && Math.floor(opened.stats.mtimeMs / 1000) === Math.floor(original.stats.mtimeMs / 1000))
      return { ...opened, coding }
    closeSync(opened.file)
  }
  return undefined
}

function accepts(header, coding) {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.toLowerCase().split(';').map((text) => text.trim())
    return name === coding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

function isCurrent(asked, etag, mtime) {
  const tags = asked.get('if-none-match')
  if (tags !== null) return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  const since = Date.parse(asked.get('if-modified-since') ?? '')
  return !Number.isNaN(since) && Math.floor(mtime.getTime() / 1000) * 1000 <= since
}

function parseRange(header, size) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec((header ?? '').trim()) ?? []
  if (from === undefined || (from === '' && to === '')) return undefined
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return undefined
  if (Number(from) >= size) return 'unsatisfiable'
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

function openFound(path) {
  try {
    if (!statSync(path).isFile()) return undefined
    const file = openSync(path, 'r')
    return { file, stats: fstatSync(file) }
  } catch {
    return undefined
  }
}

function statOf(path) {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
`
