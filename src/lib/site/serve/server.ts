import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { openFolder } from '../handler/folder.mjs'
import { createHandler } from '../handler/handler.mjs'
import { createHandlerServer } from '../handler/listener.mjs'
import { isWorthCompressing } from '../host/compress.ts'
import { rulesOf } from '../host/rules.ts'
import { openPublished } from '../published.ts'

interface ServeOptions {
  /** The published folder, see {@link openPublished}. */
  readonly folder: string
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  /** The path under which the site is served, with a slash at both ends. */
  readonly base: string
}

export interface RunningServer {
  readonly url: string
  close(): Promise<void>
}

/** Serves a published site by the rules of the interface. Rejects if the port is taken. */
export async function serveSite(options: ServeOptions): Promise<RunningServer> {
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
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
