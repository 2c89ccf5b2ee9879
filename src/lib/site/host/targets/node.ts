import { basename } from 'node:path'
import type { SiteFacts, Target } from '../types.ts'
import { copyServer } from './handler.ts'
import { deployNameOf, deployPath } from './text.ts'

const PARTS = ['handler.mjs', 'folder.mjs', 'listener.mjs']

/** A server of its own for Node 20 or later, without dependencies, on a machine or in a container. */
export const node: Target = {
  name: 'node',
  title: 'Node.js',
  query: 'host',
  compressed: ['br', 'gz', 'zst'],
  limits: { dockerfile: true },
  render: (facts) => [
    ...copyServer(facts, 'node.mjs', PARTS),
    { where: 'deploy', path: 'Dockerfile', content: renderDockerfile(facts) },
  ],
  deploy: (facts) => [`PORT=8080 node ${deployPath(facts, 'node/server.mjs')}`],
  deviations: [],
}

function renderDockerfile({ folder }: SiteFacts): string {
  return `FROM node:24-alpine
ENV MIRROR_ROOT=/srv/site
COPY ${JSON.stringify([...['server.mjs', 'config.mjs', ...PARTS].map((file) => `${deployNameOf(folder)}/node/${file}`), '/srv/'])}
COPY ${JSON.stringify([`${basename(folder)}/`, '/srv/site/'])}
USER node
EXPOSE 8080
CMD ["node", "/srv/server.mjs"]
`
}
