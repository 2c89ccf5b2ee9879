import type { IncomingHttpHeaders } from 'node:http'

/** What a host answered. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** What a request has besides its target. */
export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks a host for what lies below the base of the site: `api/v1/list/?type=json`. The target is sent as it stands. */
export type FetchRequest = (target: string, options?: RequestOptions) => Promise<Answer>

/** A host that serves a site of the awkward package. */
export interface Host {
  readonly ask: FetchRequest
  /** The folder of the site as it was deployed. */
  readonly folder: string
  /** The path the site is served under, with a slash at both ends. */
  readonly base: string
}

/** One property of every host. `run` throws an AssertionError if it does not hold. */
export interface Case {
  /** Unique, and a sentence about the host: `gives xml for ?x=1&type=xml`. */
  readonly name: string
  run(host: Host): Promise<void>
}
