import { basename } from 'node:path'
import type { Target } from '../types.ts'
import { copyServer } from './handler.ts'
import { deployPath, quoteShell } from './text.ts'

/** Deno 2: the handler of Node, behind `Deno.serve`. */
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
