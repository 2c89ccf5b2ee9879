import { basename } from 'node:path'
import type { SiteFacts, Target } from '../types.ts'
import { renderHandler } from './handler/render.ts'
import { deployPath, quoteShell } from './text.ts'

/** Deno 2: the handler of Node, behind `Deno.serve`. */
export const deno: Target = {
  name: 'deno',
  title: 'Deno',
  query: 'host',
  compressed: ['br', 'gz', 'zst'],
  limits: {},
  render: (facts) => [
    { where: 'deploy', path: 'handler.mjs', content: renderHandler(facts) },
    { where: 'deploy', path: 'server.mjs', content: renderServer(facts) },
  ],
  deploy: (facts) => [
    `deno run --allow-net --allow-env=HOST,PORT,MIRROR_ROOT --allow-read=${quoteShell(basename(facts.folder))} ${deployPath(facts, 'deno/server.mjs')}`,
  ],
  deviations: [],
}

function renderServer({ folder }: SiteFacts): string {
  return `import { fileURLToPath } from 'node:url'
import { createHandler } from './handler.mjs'

const root =
  Deno.env.get('MIRROR_ROOT') ?? fileURLToPath(new URL(${JSON.stringify(`../../${encodeURIComponent(basename(folder))}/`)}, import.meta.url))
const handle = createHandler(root)
const hostname = Deno.env.get('HOST') ?? '0.0.0.0'
const port = Number(Deno.env.get('PORT') ?? '8080')
Deno.serve({ hostname, port }, (request) => handle(request))
`
}
