import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const CLIENT = fileURLToPath(new URL('../../src/client/', import.meta.url))

/**
 * Bundles the scripts of the pages into the root of a site: `src/client/<name>/main.ts` becomes `<name>.js`, and `worker.ts` next to it
 * `<name>-worker.js`. Each is a classic script, since a page opened from disk cannot load modules.
 */
export async function placeClient(site: string): Promise<void> {
  const entryPoints = globSync('*/{main,worker}.ts', { cwd: CLIENT })
    .sort()
    .map((path) => ({ in: join(CLIENT, path), out: nameOf(path) }))
  if (entryPoints.length === 0) return
  await build({
    entryPoints,
    outdir: site,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  })
}

function nameOf(path: string): string {
  const name = dirname(path)
  return basename(path) === 'main.ts' ? name : `${name}-worker`
}
