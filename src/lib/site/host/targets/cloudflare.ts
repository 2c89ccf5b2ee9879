import { basename } from 'node:path'
import { headersOf, RULES, rulesOf } from '../rules.ts'
import type { HostFile, SiteFacts, Target } from '../types.ts'
import { readPart } from './handler.ts'
import { accountNameOf, deployPath, quoteShell } from './text.ts'

/** Files in the folder of the site that only Cloudflare reads. */
const OWN_FILES = ['_worker.js', '_routes.json', '_headers', '.assetsignore']
const DATE = '2026-01-01'

/** Cloudflare Pages (advanced mode) and Workers with static assets; both run the same worker. */
export const cloudflare: Target = {
  name: 'cloudflare',
  title: 'Cloudflare Pages and Workers',
  query: 'host',
  compressed: [],
  limits: {
    files: 20_000,
    fileBytes: 25 * 1024 * 1024,
    rules: { _headers: { most: 100, rule: /^\// } },
  },
  render: (facts) => [
    site('_worker.js', renderWorker(facts.base)),
    site('_routes.json', json({ version: 1, include: ['/*'], exclude: untouched(facts) })),
    site('_headers', renderHeaders(facts)),
    // Without this, Workers would publish these files.
    site('.assetsignore', '_worker.js\n_routes.json\n.assetsignore\n'),
    { where: 'deploy', path: 'wrangler.jsonc', content: json(workerConfig(facts)) },
  ],
  deploy: (facts) => [
    `npx wrangler pages deploy ${quoteShell(basename(facts.folder))} --project-name ${accountNameOf(facts)}`,
    `npx wrangler deploy --config ${deployPath(facts, 'cloudflare/wrangler.jsonc')}`,
  ],
  deviations: [
    'No Last-Modified is sent, so 304 is the answer to If-None-Match only, never to If-Modified-Since.',
    'An answer has the same ETag whether or not it is compressed.',
  ],
}

// Pages requires a single file. Neither part imports anything, and a worker may export nothing but itself.
function renderWorker(base: string): string {
  const parts = ['handler.mjs', 'assets.mjs'].map((name) =>
    readPart(name).replace(/^export (?=function )/gm, ''),
  )
  const [rules, own] = [rulesOf(base), OWN_FILES].map((value) => JSON.stringify(value, null, 2))
  return `${parts.join('\n')}\nexport default createWorker(createHandler, ${rules}, ${own})\n`
}

// Paths that are served without the worker: names with a hash.
function untouched({ base }: SiteFacts): string[] {
  return base === '/' ? [`/${RULES.hashedFolder}*`] : []
}

function renderHeaders(facts: SiteFacts): string {
  const lines = Object.entries(headersOf(`${RULES.hashedFolder}a`))
    .filter(([name]) => name !== 'content-type')
    .map(([name, value]) => `  ${name}: ${value}\n`)
  return untouched(facts)
    .map((path) => `${path}\n${lines.join('')}`)
    .join('')
}

function workerConfig(facts: SiteFacts): object {
  // Relative to deploy/cloudflare, which is next to the site.
  const directory = `../../${basename(facts.folder)}`
  return {
    name: accountNameOf(facts),
    main: `${directory}/_worker.js`,
    compatibility_date: DATE,
    send_metrics: false,
    assets: {
      directory,
      binding: 'ASSETS',
      run_worker_first: ['/*', ...untouched(facts).map((path) => `!${path}`)],
    },
  }
}

function site(path: string, content: string): HostFile {
  return { where: 'site', path, content }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
