import { FetchFailure, type Sink } from '../http/index.ts'
import type { Representation } from '../interface/index.ts'

/** Bytes of bodies after decompression. */
export interface ByteLimits {
  readonly maxBodyBytes?: number | undefined
  /** For one of the four lists. */
  readonly maxListBytes?: number | undefined
  /** For all bodies of the run together. */
  readonly maxTotalBytes?: number | undefined
}

/** Counts the received bytes of a run and enforces its limits. */
export interface ByteMeter {
  /** Throws a FetchFailure when the run has reached its limit. */
  check(address: string): void
  /** Wraps a sink; the result throws a FetchFailure as soon as a limit is exceeded. */
  limit(sink: Sink, representation: Representation, address: string): Sink
}

export function openByteMeter({
  maxBodyBytes = Number.POSITIVE_INFINITY,
  maxListBytes = Number.POSITIVE_INFINITY,
  maxTotalBytes = Number.POSITIVE_INFINITY,
}: ByteLimits): ByteMeter {
  let total = 0
  return {
    check(address) {
      if (total >= maxTotalBytes)
        throw new FetchFailure(
          'large',
          address,
          `was not requested: the run has received ${maxTotalBytes} bytes (the config key maxTotalBytes)`,
          { facts: { setting: 'maxTotalBytes' } },
        )
    },
    limit(sink, { resource }, address) {
      const listed = resource.operation !== 'get_dataset' && maxListBytes < maxBodyBytes
      const [most, key] = listed ? [maxListBytes, 'maxListBytes'] : [maxBodyBytes, 'maxBodyBytes']
      const refuse = (what: string, setting: string) =>
        new FetchFailure('large', address, what, { status: 200, facts: { setting } })
      let bytes = 0
      return {
        write(chunk) {
          bytes += chunk.length
          total += chunk.length
          sink.write(chunk)
          if (bytes > most) throw refuse(`sent more than ${most} bytes (the config key ${key})`, key)
          if (total > maxTotalBytes)
            throw refuse(
              `sent more than remains of the ${maxTotalBytes} bytes of a run (the config key maxTotalBytes)`,
              'maxTotalBytes',
            )
        },
      }
    },
  }
}
