import {
  EVERYWHERE,
  HASHED_FOLDER,
  headersOf,
  METHODS,
  NAMED_TYPES,
  NOT_FOUND,
  PAGE,
  PREFLIGHT,
  QUERY_FOLDER,
  TYPES,
} from '../../rules.ts'
import { WORKER_SOURCE } from './worker-source.ts'

/** What lies in the folder for Cloudflare alone. */
const OWN_FILES = ['_worker.js', '_routes.json', '_headers', '.assetsignore']

/**
 * The worker, a module that runs on Cloudflare Pages (`_worker.js`) and on Workers with static assets bound as `ASSETS`.
 * It answers every path it is given as the rules say, for a site whose root is the root of the assets.
 */
export function renderWorker(base: string): string {
  const constants = {
    BASE: base,
    OWN_FILES,
    QUERY_FOLDER,
    PAGE,
    HASHED_FOLDER,
    HASHED_CACHING: headersOf(`${HASHED_FOLDER}a`)['cache-control'],
    METHODS,
    PREFLIGHT,
    EVERYWHERE,
    ENDINGS: Object.fromEntries(Object.keys(TYPES).map((ending) => [ending, headersOf(`a.${ending}`)])),
    NAMES: Object.fromEntries(Object.keys(NAMED_TYPES).map((name) => [name, headersOf(name)])),
    OTHER: headersOf('a'),
    MISSING: headersOf(NOT_FOUND),
  }
  const lines = Object.entries(constants).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value, null, 2)}`,
  )
  return `${lines.join('\n')}\n${WORKER_SOURCE}`
}
