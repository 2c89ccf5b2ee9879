import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTextFile } from '../../../snapshot/index.ts'
import { rulesOf } from '../rules.ts'
import type { HostFile, SiteFacts, Target } from '../types.ts'
import { deployNameOf, deployPath, quoteShell } from './text.ts'

/** The source of a file of the handler. */
export function readPart(name: string): string {
  return readTextFile(fileURLToPath(new URL(`../../handler/${name}`, import.meta.url)))
}

/** Copies of the handler and a server, with the rules and the location of the site. */
function copyServer({ base, folder }: SiteFacts, server: string, parts: readonly string[]): HostFile[] {
  // Relative to deploy/<target>, which is next to the site.
  const site = `../../${encodeURIComponent(basename(folder))}/`
  const config = `export default ${JSON.stringify({ site, rules: rulesOf(base) }, null, 2)}\n`
  return [
    { where: 'deploy', path: 'server.mjs', content: readPart(server) },
    { where: 'deploy', path: 'config.mjs', content: config },
    ...parts.map((name): HostFile => ({ where: 'deploy', path: name, content: readPart(name) })),
  ]
}

const PARTS = ['handler.mjs', 'folder.mjs', 'listener.mjs']

/** A standalone server for Node 20 or later, without dependencies, on a machine or in a container. */
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

/** Deno 2: the same handler, behind `Deno.serve`. */
export const deno: Target = {
  name: 'deno',
  title: 'Deno',
  query: 'host',
  compressed: ['br', 'gz', 'zst'],
  limits: {},
  render: (facts) => copyServer(facts, 'deno.mjs', ['handler.mjs', 'folder.mjs']),
  deploy: (facts) => [
    `deno run --allow-net --allow-env=HOST,PORT,MIRROR_ROOT --allow-read=${quoteShell(basename(facts.folder))} ${deployPath(facts, 'deno/server.mjs')}`,
  ],
  deviations: [],
}
