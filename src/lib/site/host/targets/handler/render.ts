import { NOT_FOUND } from '../../rules.ts'
import type { SiteFacts } from '../../types.ts'
import { renderConstants } from '../rule-constants.ts'
import { ANSWER } from './answer.ts'
import { FILES } from './files.ts'

/**
 * A module without dependencies, for Node 20 and Deno 2: `createHandler(root)` gives a function from a web-standard Request to
 * a Response that answers as the rules say, from the files below `root`. Where a `target` stands beside the request, it is taken
 * as it was sent, which a URL does not tell.
 */
export function renderHandler({ base }: SiteFacts): string {
  return `import { createReadStream, openSync, fstatSync, closeSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'

${renderConstants(base, { NOT_FOUND })}
${ANSWER}${FILES}`
}
