import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { CrawlOptions } from '../../../src/lib/crawl/index.ts'
import type { DataFormat } from '../../../src/lib/interface/index.ts'

/** One request that a fault answers, with the answer of a correct origin. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
  readonly format: DataFormat
  /** The body and media type of a correct origin. */
  readonly good: Buffer
  readonly type: string
  /** The answer of a correct origin in this format. */
  own(format: DataFormat): Buffer
  /** The answer of a correct origin for another dataset. */
  of(code: string): Buffer
  /** The list of datasets of a correct origin. */
  list(format: DataFormat): Buffer
  /** Resolves when the client has closed the connection. */
  readonly gone: Promise<void>
}

/** One way to misbehave in the answer to a request for a dataset. */
export interface Fault {
  readonly name: string
  /** After "the origin": `answers 204 without a body`. */
  readonly describe: string
  apply(exchange: Exchange): unknown
  /** The result if there is a good copy: `stale` if the answer is rejected, or `believed` if it is unusual but valid. Default: `stale`. */
  readonly outcome?: 'stale' | 'believed'
  /** A significant part of the reason. */
  readonly says?: RegExp
  /** Whether bytes of a body arrive that can be shown as evidence. */
  readonly evidence?: boolean
  /** True if the fault affects the requests for other datasets. */
  readonly alone?: true
  /** Limits that are lowered for this fault. */
  readonly options?: Partial<CrawlOptions>
  /** False if a new dataset has the fault in no test: it needs a stored copy, or is too much for the run in two datasets. */
  readonly onNew?: false
}

/** Answers with status, headers and body, with a Content-Length. */
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

/** Writes bytes to the connection that are not HTTP, and ends it. */
export function raw(...parts: (string | Uint8Array)[]) {
  return ({ socket }: Exchange) => {
    for (const part of parts) socket.write(part)
    socket.end()
  }
}

/** The head of a response as on the wire. */
export function head(status: string, ...lines: string[]): string {
  return `${[`HTTP/1.1 ${status}`, ...lines].join('\r\n')}\r\n\r\n`
}
