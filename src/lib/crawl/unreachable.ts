import type { FetchFailure } from './failure.ts'

/** No list of the origin could be had. The message names every address asked and what it did. */
export class OriginUnreachable extends Error {
  override name = 'OriginUnreachable'

  constructor(bases: readonly string[], failures: readonly FetchFailure[]) {
    const seen = [...new Set(failures.map(({ address, message }) => `  ${address} ${message}`))]
    super(`None of the lists of ${bases.join(' or ')} could be had:\n${seen.join('\n')}`, {
      cause: failures[0],
    })
  }
}
