import { basename } from 'node:path'
import type { SiteFacts, Target } from '../types.ts'
import { renderHandler } from './handler/render.ts'
import { deployNameOf, deployPath } from './text.ts'

/** A server of its own for Node 20 or later, without dependencies, on a machine or in a container. */
export const node: Target = {
  name: 'node',
  title: 'Node.js',
  query: 'host',
  compressed: ['br', 'gz', 'zst'],
  limits: { dockerfile: true },
  render: (facts) => [
    { where: 'deploy', path: 'handler.mjs', content: renderHandler(facts) },
    { where: 'deploy', path: 'server.mjs', content: renderServer(facts) },
    { where: 'deploy', path: 'Dockerfile', content: renderDockerfile(facts) },
  ],
  deploy: (facts) => [`PORT=8080 node ${deployPath(facts, 'node/server.mjs')}`],
  deviations: [],
}

function renderServer({ folder }: SiteFacts): string {
  return `import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createHandler } from './handler.mjs'

const { HOST = '0.0.0.0', PORT = '8080', MIRROR_ROOT } = process.env
const root = MIRROR_ROOT ?? fileURLToPath(new URL(${JSON.stringify(`../../${encodeURIComponent(basename(folder))}/`)}, import.meta.url))
const handle = createHandler(root)

const server = createServer(async (asked, answer) => {
  try {
    const headers = new Headers(Object.entries(asked.headers).map(([name, value]) => [name, String(value)]))
    const response = await handle({ method: asked.method, headers }, asked.url)
    answer.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body) await pipeline(Readable.fromWeb(response.body), answer)
    else answer.end()
  } catch {
    answer.destroy()
  }
})
server.listen(Number(PORT), HOST, () => console.log(\`Serving \${root} at http://\${HOST}:\${server.address().port}/\`))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
  })
`
}

function renderDockerfile({ folder }: SiteFacts): string {
  return `FROM node:24-alpine
ENV MIRROR_ROOT=/srv/site
COPY ${JSON.stringify([...['handler.mjs', 'server.mjs'].map((file) => `${deployNameOf(folder)}/node/${file}`), '/srv/'])}
COPY ${JSON.stringify([`${basename(folder)}/`, '/srv/site/'])}
USER node
EXPOSE 8080
CMD ["node", "/srv/server.mjs"]
`
}
