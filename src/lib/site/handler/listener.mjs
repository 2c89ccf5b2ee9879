// @ts-check
// Connects a handler to an HTTP server of Node.js.
import { pipeline } from 'node:stream/promises'

/**
 * Creates a request listener for `createServer` of `node:http`.
 *
 * @param {ReturnType<typeof import('./handler.mjs').createHandler<import('node:stream').Readable>>} handle
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<void>}
 */
export function createListener(handle) {
  return async (request, response) => {
    const { method = '', url: target = '', headers } = request
    try {
      const {
        status,
        headers: fields,
        body,
      } = await handle({
        method,
        target,
        header: (name) => headers[name]?.toString(),
      })
      response.writeHead(status, fields)
      if (body) await pipeline(body, response)
      else response.end()
    } catch {
      // The client left, or the disk failed, perhaps after the headers were sent.
      if (response.headersSent) response.destroy()
      else response.writeHead(503, { 'cache-control': 'no-store', 'retry-after': '10' }).end()
    }
  }
}
