// @ts-check
// The server for Deno 2.
import process from 'node:process'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import config from './config.mjs'
import { openFolder, warnOfAbsence } from './folder.mjs'
import { createHandler } from './handler.mjs'

/** @typedef {{ hostname: string, port: number, onError: (error: unknown) => Response }} Options */
/** @typedef {{ env: { get(name: string): string | undefined }, serve(options: Options, handle: (request: Request) => Promise<Response>): void }} Deno */
const { Deno } = /** @type {{ Deno: Deno }} */ (/** @type {unknown} */ (globalThis))

const hostname = Deno.env.get('HOST') || '0.0.0.0'
const port = Deno.env.get('PORT') || '8080'
const root = Deno.env.get('MIRROR_ROOT') || fileURLToPath(new URL(config.site, import.meta.url))

try {
  warnOfAbsence(root)
  const handle = createHandler(config.rules, openFolder(root))
  Deno.serve({ hostname, port: Number(port), onError }, async ({ method, url, headers }) => {
    const answer = await handle({ method, target: url, header: (name) => headers.get(name) })
    const body = answer.body ? /** @type {ReadableStream} */ (Readable.toWeb(answer.body)) : null
    return new Response(body, { status: answer.status, headers: answer.headers })
  })
} catch (error) {
  const { message } = /** @type {Error} */ (error)
  console.error(
    `The server cannot start at ${hostname}, port ${port}: ${message}. HOST and PORT set where it listens.`,
  )
  process.exitCode = 1
}

/**
 * A file could not be opened, although it may be there.
 *
 * @param {unknown} error
 */
function onError(error) {
  console.error(error)
  return new Response(null, { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '10' } })
}
