import { renderConstants } from '../rule-constants.ts'
import { WORKER_SOURCE } from './worker-source.ts'

/** What lies in the folder for Cloudflare alone. */
const OWN_FILES = ['_worker.js', '_routes.json', '_headers', '.assetsignore']

/**
 * The worker, a module that runs on Cloudflare Pages (`_worker.js`) and on Workers with static assets bound as `ASSETS`.
 * It answers every path it is given as the rules say, for a site whose root is the root of the assets.
 */
export function renderWorker(base: string): string {
  return `${renderConstants(base, { OWN_FILES })}\n${WORKER_SOURCE}`
}
