import type { Format } from '../../../src/lib/interface/index.ts'
import { homePage } from '../html/home-page.ts'
import { planOriginAnswer } from './answer.ts'
import type { BodyCache } from './cache.ts'
import { type OriginExchange, sendWhole } from './exchange.ts'
import { type Failure, failureBody } from './failure.ts'
import type { Origin } from './origin.ts'
import { placeOf } from './place.ts'
import { parseTarget, type Route } from './route.ts'
import { sendAnswer } from './send.ts'

/** What is needed to answer any request. */
export interface Context {
  readonly origin: Origin
  readonly cache: BodyCache
  /** The base path, with slashes at both ends. */
  readonly base: string
  /** The host and port of the server, once it listens. */
  host: string
}

/** Answers one request; errors become an error response, or close the connection. */
export async function respond(exchange: OriginExchange, context: Context): Promise<void> {
  const { request, response } = exchange
  const route = parseTarget(request.url ?? '/', context.base)
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseMethod(exchange, route)
    else await answer(exchange, route, context)
  } catch (error) {
    if (response.headersSent) response.destroy()
    else fail(exchange, formatOf(route), serverFailure(error))
  }
}

async function answer(exchange: OriginExchange, route: Route, context: Context): Promise<void> {
  const { request, response } = exchange
  const { origin, cache, base, host } = context
  switch (route.to) {
    case 'home':
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      return sendWhole(exchange, Buffer.from(homePage(origin.data, origin.shape)))
    case 'moved':
      response.statusCode = 301
      response.setHeader('Location', route.location)
      return sendWhole(exchange, Buffer.alloc(0))
    case 'nothing':
      return fail(exchange, route.format, notFound('This address is not part of the interface.'))
    case 'resource': {
      const planned = planOriginAnswer(origin, route, placeOf(request.headers.host, host, base))
      if (planned) return sendAnswer(exchange, planned, cache)
      return fail(exchange, route.format, notFound('There is no such dataset in this format.'))
    }
  }
}

function refuseMethod(exchange: OriginExchange, route: Route): void {
  const { request, response } = exchange
  response.setHeader('Allow', 'GET, HEAD')
  const message = `The interface is read-only: ${request.method} is not answered.`
  fail(exchange, formatOf(route), { status: 405, title: 'Method not allowed', message })
}

function fail(exchange: OriginExchange, format: Format, failure: Failure): void {
  const { response } = exchange
  const { mediaType, text } = failureBody(failure, format)
  for (const name of ['ETag', 'Last-Modified', 'Content-Encoding']) response.removeHeader(name)
  response.statusCode = failure.status
  response.setHeader('Content-Type', mediaType)
  sendWhole(exchange, Buffer.from(text))
}

function notFound(message: string): Failure {
  return { status: 404, title: 'Not found', message }
}

function serverFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return { status: 500, title: 'Internal server error', message }
}

function formatOf(route: Route): Format {
  return 'format' in route ? route.format : 'html'
}
