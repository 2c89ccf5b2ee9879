import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request and its answer. */
export interface OriginExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Bytes of body handed to the connection so far, as sent: compressed or not. */
  bodyBytes: number
}

/** Sends a whole body with its exact length; only the length to HEAD. */
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

/** Counts what passes on its way to the client. */
export async function* countBody(
  exchange: OriginExchange,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    exchange.bodyBytes += chunk.length
    yield chunk
  }
}
