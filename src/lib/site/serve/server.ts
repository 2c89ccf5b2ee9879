import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { openFolder } from '../handler/folder.mjs'
import { createHandler } from '../handler/handler.mjs'
import { createHandlerServer } from '../handler/listener.mjs'
import { isWorthCompressing } from '../host/compress.ts'
import { rulesOf } from '../host/rules.ts'
import { openPublished } from '../published.ts'

export type RunningServer = Awaited<ReturnType<typeof serveSite>>

/**
 * Serves a published folder, see {@link openPublished}, by the rules of the interface. Port 0 takes a free one. `base`: the path under which the site is
 * served, with a slash at both ends. Rejects if the port is taken.
 */
export async function serveSite(options: { folder: string; host: string; port: number; base: string }) {
  // A build may replace the site at any time.
  const site = () => openFolder(openPublished(options.folder), isWorthCompressing)
  const handler = createHandler<Readable>(rulesOf(options.base), {
    has: (path) => site().has(path),
    open: (path, request) => site().open(path, request),
  })
  const server = createHandlerServer(handler)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}${options.base}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
