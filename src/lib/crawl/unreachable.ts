import type { FetchFailure } from './failure.ts'

/** No list of the origin could be had. The message says what its addresses did, alike ones together. */
export class OriginUnreachable extends Error {
  override name = 'OriginUnreachable'

  constructor(bases: readonly string[], failures: readonly FetchFailure[]) {
    const alike = Map.groupBy(failures, ({ message }) => message)
    const seen = [...alike].map(([message, group]) => {
      const [first = '', ...others] = [...new Set(group.map(({ address }) => address))].sort()
      return `  ${first}${others.length > 0 ? ` and ${others.length} more` : ''}: it ${message}`
    })
    super(`None of the lists of ${bases.join(' or ')} could be had:\n${seen.join('\n')}`, {
      cause: failures[0],
    })
  }
}
