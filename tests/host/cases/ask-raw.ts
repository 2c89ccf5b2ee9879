import { request } from 'node:http'
import type { Answer, FetchRequest } from './case.ts'

/** Asks a server, by its address with the base (`http://127.0.0.1:8080/data/`). Targets are sent verbatim: fetch would tidy them. */
export function askRaw(url: string): FetchRequest {
  const { hostname, port, pathname } = new URL(url)
  return (target, { method = 'GET', headers = {} } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const path = `${pathname}${target}`
      const outgoing = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        )
      })
      outgoing.setTimeout(10_000, () => outgoing.destroy(new Error(`${method} ${path} took more than 10 s`)))
      outgoing.on('error', reject).end()
    })
}
