// @ts-check
// The server for Node.js 20 or later.
import { fileURLToPath } from 'node:url'
import config from './config.mjs'
import { openFolder, warnOfAbsence } from './folder.mjs'
import { createHandler } from './handler.mjs'
import { createHandlerServer } from './listener.mjs'

const { HOST, PORT, MIRROR_ROOT } = process.env
const host = HOST || '0.0.0.0'
const port = PORT || '8080'
const root = MIRROR_ROOT || fileURLToPath(new URL(config.site, import.meta.url))

/** @param {unknown} error */
function fail(error) {
  const { message } = /** @type {Error} */ (error)
  console.error(
    `The server cannot start at ${host}, port ${port}: ${message}. HOST and PORT set where it listens.`,
  )
  process.exitCode = 1
}

try {
  const server = createHandlerServer(createHandler(config.rules, openFolder(root)))
  server.on('error', fail)
  server.listen(Number(port), host, () => {
    warnOfAbsence(root)
    const address = server.address()
    const listening = typeof address === 'object' ? address?.port : port
    const name = host.includes(':') ? `[${host}]` : host
    console.log(`Serving ${root} at http://${name}:${listening}${config.rules.base}`)
  })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      server.close()
      server.closeAllConnections()
    })
} catch (error) {
  fail(error)
}
