import type { FetchFailure } from '../http/index.ts'
import { API_PATH, DATASET_OPERATION, LIST_OPERATIONS } from '../interface/index.ts'

/** Statuses of addresses without such an operation. */
const NO_OPERATION = new Set([400, 404, 405, 406, 410, 501])
const INTERFACE = [...LIST_OPERATIONS, `${DATASET_OPERATION}/<dataset_code>`]
  .map((operation) => `/${API_PATH}/${operation}/`)
  .join(', ')
const ANOTHER_SERVICE = `This does not look like a service that can be mirrored. It must answer at five addresses below the given one: ${INTERFACE} (README.md, "Mirror a real service"). Check the address; it may have a path.`

/**
 * Thrown when no list could be fetched. The message states what each address answered, grouped by failure. If the answers look like another
 * service and there is no snapshot, it also describes the expected interface.
 */
export class OriginUnreachable extends Error {
  override name = 'OriginUnreachable'

  constructor(bases: readonly string[], failures: readonly FetchFailure[], isKnown: boolean) {
    const alike = Map.groupBy(failures, ({ message }) => message)
    const seen = [...alike].map(([message, group]) => {
      const [first = '', ...others] = [...new Set(group.map(({ address }) => address))].sort()
      return `  ${first}${others.length > 0 ? ` and ${others.length} more` : ''}: it ${message}`
    })
    const hint = !isKnown && failures.every(isOfOtherService) ? `\n${ANOTHER_SERVICE}` : ''
    super(`Could not fetch any list from ${bases.join(' or ')}:\n${seen.join('\n')}${hint}`, {
      cause: failures[0],
    })
  }
}

function isOfOtherService({ kind, status = 0 }: FetchFailure): boolean {
  return kind === 'foreign' || kind === 'malformed' || (kind === 'status' && NO_OPERATION.has(status))
}
