import type { TestContext } from 'node:test'
import { type Client, type ClientOptions, type FetchRequest, openClient } from '../../src/lib/crawl/client.ts'
import { FetchFailure } from '../../src/lib/http/index.ts'
import { type BaseAddress, datasetResource, parseDatasetCode } from '../../src/lib/interface/index.ts'

/** A client whose clock advances only in pauses. */
export interface TestClient {
  /** The client under test. */
  readonly tested: Client
  /** ms that passed on its clock. */
  readonly passed: () => number
  /** The pauses it made, in ms. */
  readonly pauses: readonly number[]
  /** Requests the json of a dataset. Resolves to its text, or to the failure. */
  ask(code: string, more?: Partial<FetchRequest>): Promise<string | FetchFailure>
  askAll(codes: readonly string[]): Promise<(string | FetchFailure)[]>
  /** Requests the json of the first list. */
  askList(): Promise<string | FetchFailure>
}

/** A client for these bases, without retries and ignoring robots.txt, unless a test changes that. */
export function openTestClient(
  t: TestContext,
  bases: readonly BaseAddress[],
  changes: Partial<ClientOptions> = {},
): TestClient {
  let now = 0
  const pauses: number[] = []
  const client = openClient({
    bases,
    userAgent: 'open-data-mirror/1.0 (+mailto:someone@example.org)',
    connections: 16,
    deadlines: { connect: 5, idle: 20, total: 60 },
    retries: 0,
    robots: 'ignore',
    signal: new AbortController().signal,
    clock: () => now,
    async pause(ms) {
      pauses.push(ms)
      now += ms
    },
    ...changes,
  })
  t.after(() => client.close())

  async function get(
    ask: Omit<FetchRequest, 'open'> & Partial<FetchRequest>,
  ): Promise<string | FetchFailure> {
    const chunks: Uint8Array[] = []
    const open = () => {
      chunks.length = 0
      return { write: (chunk: Uint8Array) => void chunks.push(chunk), finish() {} }
    }
    try {
      await client.get({ open, ...ask })
      return Buffer.concat(chunks).toString()
    } catch (error) {
      if (error instanceof FetchFailure) return error
      throw error
    }
  }
  const ask: TestClient['ask'] = (code, more = {}) =>
    get({ representation: { resource: datasetResource(parseDatasetCode(code)), format: 'json' }, ...more })
  return {
    tested: client,
    passed: () => now,
    pauses,
    ask,
    askAll: (codes) => Promise.all(codes.map((code) => ask(code))),
    askList: () => get({ representation: { resource: { operation: 'list' }, format: 'json' } }),
  }
}

/** An answer as text: its body, or the message of the failure. */
export const messageOf = (answer: string | FetchFailure | undefined): string =>
  answer instanceof FetchFailure ? answer.message : (answer ?? '')

/** This many codes, and the address of each below the base. */
export const codesTo = (count: number): string[] => Array.from({ length: count }, (_, n) => `d${n}`)
export const pathOf = (code: string): string => `api/v1/get_dataset/${code}/?type=json`
