import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FetchRequest } from '../cases/case.ts'
import { answerOf, decodePath, findFile } from './deployed.ts'

interface Match {
  readonly to: string
  readonly status: number
  readonly force: boolean
}
interface Redirector {
  parsePlain(rules: string, options: object): Promise<{ match(request: object): Match | null }>
}
const { parsePlain }: Redirector = createRequire(import.meta.url)('netlify-redirector')

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=UTF-8',
  json: 'application/json',
  xml: 'application/xml',
  css: 'text/css; charset=UTF-8',
  js: 'application/javascript; charset=UTF-8',
  svg: 'image/svg+xml',
}

/**
 * Netlify's own rule engine before an imitation of its file server: a folder gives its page with or without a last slash
 * (Pretty URLs off), and headers are those of the requested path, as its docs say.
 */
export async function imitateNetlify(site: string): Promise<FetchRequest> {
  const rules = await parsePlain(readFileSync(join(site, '_redirects'), 'utf8'), {})
  const headers = parseHeaders(readFileSync(join(site, '_headers'), 'utf8'))
  return async (target, { method = 'GET' } = {}) => {
    const [path = '', query = ''] = `/${target}`.split(/\?(.*)/s)
    const match = rules.match({
      scheme: 'https',
      host: 'mirror.example.org',
      path,
      query,
      headers: {},
      cookieValues: {},
      getHeader: () => '',
      getCookie: () => '',
    })
    if (match !== null && !(match.force && match.status === 200)) throw new Error(JSON.stringify(match))
    const name = decodePath((match?.to ?? path).slice(1)) ?? '\0'
    const folder = name === '' || name.endsWith('/') ? name : `${name}/`
    const found = [name, `${folder}index.html`].find((file) => findFile(site, file) !== undefined)
    const file = found ?? '404.html'
    const defaults = {
      'content-type': TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    }
    const body = method === 'HEAD' ? undefined : findFile(site, file)
    return answerOf(
      found ? 200 : 404,
      { 'cache-control': 'no-cache', etag: '"x"', ...defaults, ...headers(path) },
      body,
    )
  }
}

// Rules of `_headers`: `*` at the end, `:name` for a segment; what two rules say of one header is joined.
function parseHeaders(text: string): (path: string) => Record<string, string> {
  const rules = text.split(/^(?=\/)/m).map((block) => {
    const [path = '', ...lines] = block.trimEnd().split('\n')
    const pattern = path
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\*$/, '.*')
      .replace(/:\w+/g, '[^/]+')
    const named = lines.map((line) => /^ {2}([^:]+): (.*)$/.exec(line)?.slice(1) as [string, string])
    return { pattern: new RegExp(`^${pattern}$`), named }
  })
  return (path) => {
    const headers: Record<string, string> = {}
    for (const { pattern, named } of rules)
      for (const [name, value] of pattern.test(path) ? named : [])
        headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
    return headers
  }
}
