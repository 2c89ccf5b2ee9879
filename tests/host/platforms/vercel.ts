import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTransformedRoutes, isHandler, type RouteWithSrc } from '@vercel/routing-utils'
import type { FetchRequest } from '../cases/case.ts'
import { answerOf, decodePath, findFile } from './deployed.ts'

/**
 * An evaluation of `vercel.json`, whose routes Vercel's own library has checked and normalised: in order, `continue` goes
 * on with its headers, a destination goes to the files, `check` to the routes after them. Of several values
 * of a parameter the last is taken. A folder gives its page.
 */
export function imitateVercel(site: string): FetchRequest {
  const { routes, error } = getTransformedRoutes(JSON.parse(readFileSync(join(site, 'vercel.json'), 'utf8')))
  if (error !== null || routes === null) throw new Error(error?.message)
  const phases = routes.findIndex(isHandler)
  const before = routes.slice(0, phases) as RouteWithSrc[]
  const after = routes.slice(phases + 1) as RouteWithSrc[]
  return async (target, { method = 'GET' } = {}) => {
    const [path = '', query = ''] = `/${target}`.split(/\?(.*)/s)
    const parameters = new URLSearchParams(`?${query}`)
    const headers: Record<string, string> = { etag: '"x"' }
    let file = path
    for (const route of before) {
      const match = new RegExp(route.src).exec(path)
      if (match === null || !(route.methods ?? [method]).includes(method) || !matchesQuery(route, parameters))
        continue
      const fill = (text: string) => text.replace(/\$(\d)/g, (_, at) => match[Number(at)] ?? '')
      for (const [name, value] of Object.entries(route.headers ?? {}))
        headers[name.toLowerCase()] = fill(value)
      if (route.status === 204 || route.status === 405) return answerOf(route.status, headers)
      if (route.status === 301)
        return answerOf(301, { ...headers, location: `${headers.location}${query && `?${query}`}` })
      if (route.status === 404)
        return answerOf(
          404,
          headers,
          method === 'HEAD' ? undefined : findFile(site, route.dest?.slice(1) ?? ''),
        )
      if (route.dest !== undefined) file = fill(route.dest)
      if (!route.continue) break
    }
    const name = decodePath(file.slice(1)) ?? '\0'
    const body =
      findFile(site, name) ??
      findFile(site, `${name}${name === '' || name.endsWith('/') ? '' : '/'}index.html`)
    if (body !== undefined) return answerOf(200, headers, method === 'HEAD' ? undefined : body)
    const last = after.find(({ src }) => new RegExp(src).test(path))
    const page = findFile(site, last?.dest?.slice(1) ?? '')
    return answerOf(
      last?.status ?? 404,
      { ...headers, ...last?.headers },
      method === 'HEAD' ? undefined : page,
    )
  }
}

function matchesQuery({ has = [] }: RouteWithSrc, parameters: URLSearchParams): boolean {
  return has.every((one) => {
    if (one.type !== 'query') throw new Error(`a condition on ${one.type}`)
    return new RegExp(`^${one.value}$`).test(parameters.getAll(one.key).at(-1) ?? '')
  })
}
