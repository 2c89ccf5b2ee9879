import { createHash } from 'node:crypto'
import { type Client, openClient } from '../crawl/client.ts'
import { FetchFailure } from '../http/index.ts'
import { DATA_FORMATS, fileOf, type Representation, type Resource } from '../interface/index.ts'
import { eachAtOnce, type ManifestRecord } from '../snapshot/index.ts'
import type { CheckEvent, CheckOptions } from './check-client.ts'
import type { CheckedSite } from './site.ts'

/** How an answer of the origin differs from the published copy. */
export const DIFFERENCES = ['changed', 'gone', 'failed'] as const
type Difference = (typeof DIFFERENCES)[number]

export interface Against {
  readonly origin: string
  readonly same: number
  readonly changed: number
  readonly gone: number
  readonly failed: number
  /** Copies that are derived or withdrawn, which are not compared. */
  readonly skipped: number
  readonly examples: readonly Compared[]
}

interface Compared {
  readonly difference: Difference
  readonly address: string
  /** When the origin last confirmed the copy. */
  readonly fetchedAt?: string
  /** The answer of the origin for `gone` and `failed`, as a clause. */
  readonly message?: string
}

/** Maximum examples of each difference. */
const MOST_EXAMPLES = 20

/** Compares the published copies of these resources with the origin, by unconditional requests with the politeness of a crawl. */
export async function compareAgainst(
  options: CheckOptions,
  site: CheckedSite,
  resources: readonly Resource[],
  on: (event: CheckEvent) => void,
): Promise<Against> {
  const { base, connections, signal } = options
  const all = resources.flatMap((resource) => DATA_FORMATS.map((format) => ({ resource, format })))
  const planned = all.flatMap((representation) => {
    const record = site.records.get(fileOf(representation))
    return record && isOfOrigin(record) ? [{ representation, record }] : []
  })
  const mirrored = all.filter((representation) => site.records.has(fileOf(representation))).length
  const client = openClient({ ...options, bases: [base], retries: 1 })
  let [done, bytes] = [0, 0]
  on({ phase: 'origin', done, total: planned.length, bytes })
  try {
    const compared = await eachAtOnce(planned, connections, async (one) => {
      signal.throwIfAborted()
      const found = await compare(client, one, (count) => (bytes += count))
      on({ phase: 'origin', done: ++done, total: planned.length, bytes, address: one.record.path })
      return found
    })
    return summarize(base, compared, mirrored - planned.length)
  } finally {
    await client.close()
  }
}

// Derived copies have no counterpart at the origin, and withdrawn datasets are known to be gone.
function isOfOrigin({ sha256, state, derivedFrom }: ManifestRecord): boolean {
  return sha256 !== undefined && state !== 'withdrawn' && derivedFrom === undefined
}

async function compare(
  client: Client,
  { representation, record }: { representation: Representation; record: ManifestRecord },
  onBytes: (count: number) => void,
): Promise<Compared | undefined> {
  let hash = createHash('sha256')
  const { fetchedAt } = record
  const times = { ...(fetchedAt && { fetchedAt }) }
  try {
    const { address } = await client.get({
      representation,
      open() {
        hash = createHash('sha256')
        return {
          write(chunk) {
            onBytes(chunk.length)
            hash.update(chunk)
          },
          finish() {},
        }
      },
    })
    return hash.digest('hex') === record.sha256 ? undefined : { difference: 'changed', address, ...times }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    const { status, address, message } = error
    return { difference: status === 404 || status === 410 ? 'gone' : 'failed', address, message, ...times }
  }
}

function summarize(origin: string, compared: readonly (Compared | undefined)[], skipped: number): Against {
  const of = (difference: Difference) =>
    compared.filter((one) => one?.difference === difference) as Compared[]
  return {
    origin,
    same: compared.filter((one) => one === undefined).length,
    changed: of('changed').length,
    gone: of('gone').length,
    failed: of('failed').length,
    skipped,
    examples: DIFFERENCES.flatMap((difference) => of(difference).slice(0, MOST_EXAMPLES)),
  }
}
