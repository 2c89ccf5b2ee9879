import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { CrawlOptions } from '../../../src/lib/crawl/index.ts'
import type { DataFormat } from '../../../src/lib/interface/index.ts'

/** One request that a fault answers, and what an honest origin would have answered. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
  readonly format: DataFormat
  /** The body an honest origin gives, and its media type. */
  readonly good: Buffer
  readonly type: string
  /** What an honest origin gives for another dataset, or in the other format. */
  of(code: string, format?: DataFormat): Buffer
  /** What an honest origin gives as the list of datasets. */
  list(format: DataFormat): Buffer
  /** Resolves when the client has let go of the connection. */
  readonly gone: Promise<void>
}

/** One way to misbehave in the answer to a request for a dataset. */
export interface Fault {
  readonly name: string
  /** After "the origin": `answers 204 without a body`. */
  readonly describe: string
  apply(exchange: Exchange): unknown
  /**
   * What becomes of the representation where a good copy is held: `kept` because the answer is not believed, or `believed` because
   * it is odd and yet whole. Default: `kept`.
   */
  readonly outcome?: 'stale' | 'believed'
  /** A telling part of the reason that is given. */
  readonly says?: RegExp
  /** Whether bytes of a body arrive that a person can be shown. */
  readonly evidence?: boolean
  /** Limits to make small for this fault. */
  readonly options?: Partial<CrawlOptions>
  /** False where the fault takes a held copy, and has no meaning on a first crawl. */
  readonly first?: false
}

/** Answers with status, headers and body, the length of the body being told. */
export function reply(status: number, body: string | Uint8Array = '', headers: Record<string, string> = {}) {
  return ({ response, type }: Exchange) => {
    const bytes = Buffer.from(body)
    response
      .writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers })
      .end(bytes)
  }
}

/** Answers 200 with a body made from the good one. */
export function body(
  make: (exchange: Exchange) => string | Uint8Array,
  headers: Record<string, string> = {},
) {
  return (exchange: Exchange) => reply(200, make(exchange), headers)(exchange)
}

/** Writes bytes to the connection, without a word of HTTP, and ends it. */
export function raw(...parts: (string | Uint8Array)[]) {
  return ({ socket }: Exchange) => {
    for (const part of parts) socket.write(part)
    socket.end()
  }
}

/** A head of lines, as it goes over the wire. */
export function head(status: string, ...lines: string[]): string {
  return `${[`HTTP/1.1 ${status}`, ...lines].join('\r\n')}\r\n\r\n`
}
