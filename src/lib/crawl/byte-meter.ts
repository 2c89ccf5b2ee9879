import type { Representation } from '../interface/index.ts'
import type { Sink } from './decode.ts'
import { FetchFailure } from './failure.ts'

/** Bytes of bodies after decompression. */
export interface ByteLimits {
  readonly maxBodyBytes?: number | undefined
  /** Of one of the four lists. */
  readonly maxListBytes?: number | undefined
  /** Of all bodies of the run together. */
  readonly maxTotalBytes?: number | undefined
}

/** Counts the bytes of a run, and refuses those over a limit. */
export interface ByteMeter {
  /** Throws a FetchFailure when the run has all the bytes it may have. */
  check(address: string): void
  /** The same sink, which throws a FetchFailure as soon as a limit is passed. */
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
