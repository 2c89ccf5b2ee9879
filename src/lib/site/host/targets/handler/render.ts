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
import type { SiteFacts } from '../../types.ts'
import { ANSWER } from './answer.ts'
import { FILES } from './files.ts'

/**
 * A module without dependencies, for Node 20 and Deno 2: `createHandler(root)` gives a function from a web-standard Request to
 * a Response that answers as the rules say, from the files below `root`. Where a `target` stands beside the request, it is taken
 * as it was sent, which a URL does not tell.
 */
export function renderHandler({ base }: SiteFacts): string {
  const constants = {
    BASE: base,
    QUERY_FOLDER,
    PAGE,
    NOT_FOUND,
    METHODS,
    PREFLIGHT,
    EVERYWHERE,
    HASHED_FOLDER,
    HASHED_CACHING: headersOf(`${HASHED_FOLDER}a`)['cache-control'],
    ENDINGS: Object.fromEntries(Object.keys(TYPES).map((ending) => [ending, headersOf(`a.${ending}`)])),
    NAMES: Object.fromEntries(Object.keys(NAMED_TYPES).map((name) => [name, headersOf(name)])),
    OTHER: headersOf('a'),
    MISSING: headersOf(NOT_FOUND),
  }
  const lines = Object.entries(constants).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value, null, 2)}`,
  )
  return `import { createReadStream, openSync, fstatSync, closeSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'

${lines.join('\n')}
${ANSWER}${FILES}`
}
