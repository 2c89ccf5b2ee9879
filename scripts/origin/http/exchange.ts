import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request and its response. */
export interface OriginExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Bytes of the body written to the connection so far, after compression. */
  bodyBytes: number
}

/** Sends a complete body with its exact length; for HEAD only the headers. */
export function sendWhole(exchange: OriginExchange, body: Buffer): void {
  const { request, response } = exchange
  response.setHeader('Content-Length', body.length)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  exchange.bodyBytes = body.length
  response.end(body)
}

/** Counts bytes sent to the client. */
export async function* countBody(
  exchange: OriginExchange,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    exchange.bodyBytes += chunk.length
    yield chunk
  }
}
