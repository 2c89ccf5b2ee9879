import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Case, Host, RequestOptions } from './case.ts'

/** A case: the target gives this file of the site, byte for byte, with status 200. */
export function gives(target: string, file: string, why = ''): Case {
  return {
    name: `gives ${file} for ${target}${why}`,
    async run(host) {
      const answer = await host.ask(target)
      assert.equal(answer.status, 200, `status of ${target}`)
      assertFile(host, answer, file)
    },
  }
}

/** A case: the target redirects to another one, below the base too. The query must be the same, the path may be encoded differently. */
export function redirects(target: string, to: string, options: RequestOptions = {}): Case {
  return {
    name: `redirects ${target} to ${to}${options.method ? ` (${options.method})` : ''}`,
    async run(host) {
      const { status, headers } = await host.ask(target, options)
      assert.equal(status, 301, `status of ${target}`)
      assert.deepEqual(
        comparable(locationOf(headers.location ?? '')),
        comparable(`${host.base}${to}`),
        headers.location,
      )
    },
  }
}

/** A case: the path does not exist, and the mirror's own 404 page is shown. */
export function misses(target: string, options: RequestOptions = {}): Case {
  return {
    name: `has nothing at ${shorten(target)}${options.method ? ` (${options.method})` : ''}`,
    async run(host) {
      const answer = await host.ask(target, options)
      assert.equal(answer.status, 404, `status of ${shorten(target)}`)
      if (options.method !== 'HEAD') assertFile(host, answer, '404.html')
      assert.match(String(answer.headers['content-type']), /^text\/html; ?charset=utf-8$/i)
    },
  }
}

/** Asserts that a body is a file of the site, byte for byte. */
export function assertFile({ folder }: Host, { body }: Answer, file: string): void {
  const wanted = readFileSync(join(folder, file))
  if (!body.equals(wanted))
    assert.fail(
      `expected the ${wanted.length} bytes of ${file}, saw ${body.length}: ${body.toString('utf8', 0, 80)}`,
    )
}

function shorten(target: string): string {
  return target.length > 80 ? `${target.slice(0, 77)}…` : target
}

// A Location may name the host of the request.
function locationOf(location: string): string {
  return location.replace(/^https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?(?=\/)/, '')
}

function comparable(address: string): { path: string[]; query: string | undefined } {
  const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/s.exec(address) ?? []
  return { path: path.split('/').map((segment) => decodeURIComponent(segment)), query }
}
