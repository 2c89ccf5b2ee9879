// @ts-check
// The server for Node.js 20 or later.
import { fileURLToPath } from 'node:url'
import config from './config.mjs'
import { openFolder } from './folder.mjs'
import { createHandler } from './handler.mjs'
import { createHandlerServer } from './listener.mjs'

const { HOST: host = '0.0.0.0', PORT: port = '8080', MIRROR_ROOT } = process.env
const root = MIRROR_ROOT ?? fileURLToPath(new URL(config.site, import.meta.url))
const server = createHandlerServer(createHandler(config.rules, openFolder(root)))
server.listen(Number(port), host, () => {
  const address = server.address()
  const listening = typeof address === 'object' ? address?.port : port
  console.log(`Serving ${root} at http://${host}:${listening}/`)
})
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
  })
