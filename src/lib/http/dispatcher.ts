import type { LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { guardLookup } from './guard-lookup.ts'

/** Maximum size of response headers, in bytes. */
const MOST_HEADERS = 64 * 1024

/** The addresses of the proxies. */
export interface Proxies {
  /** For http and for https addresses. Undefined: direct connection. */
  readonly http?: string | undefined
  readonly https?: string | undefined
  /** Hosts with direct connections, in the notation of `NO_PROXY`. */
  readonly except: string
}

/** The network settings of this machine. */
export interface Network {
  readonly proxies?: Proxies | undefined
  /** Additional trusted certificate authorities, in PEM. */
  readonly authorities?: readonly string[] | undefined
}

export interface DispatcherOptions {
  /** Maximum connections to one host. */
  readonly connections: number
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number }
  /** Options of the connector for direct connections, e.g. a `lookup` function. */
  readonly connect?: buildConnector.BuildOptions | undefined
  readonly network?: Network | undefined
}

/**
 * Opens the dispatcher of every HTTP client of this program. Names are resolved through {@link guardLookup}; behind a proxy, the proxy
 * resolves them.
 *
 * HTTP/1.1 only: with HTTP/2, undici does not compare bodies with their Content-Length, and all requests would share one connection instead
 * of using as many as are allowed.
 */
export function openDispatcher({
  connections,
  deadlines,
  connect,
  network = {},
}: DispatcherOptions): Dispatcher {
  const { proxies, authorities = [] } = network
  const connector = {
    timeout: deadlines.connect * 1000,
    allowH2: false,
    ...(authorities.length > 0 && { secureContext: trusting(authorities) }),
  }
  const limits = {
    allowH2: false,
    connections,
    maxHeaderSize: MOST_HEADERS,
    headersTimeout: deadlines.idle * 1000,
    bodyTimeout: deadlines.idle * 1000,
  }
  const lookup = connect && 'lookup' in connect ? (connect.lookup as LookupFunction) : undefined
  const direct = {
    ...limits,
    connect: keepingFirstError(buildConnector({ ...connector, ...connect, lookup: guardLookup(lookup) })),
  }
  if (proxies === undefined) return new Agent(direct)
  return new EnvHttpProxyAgent({
    ...direct,
    httpProxy: proxies.http ?? '',
    httpsProxy: proxies.https ?? proxies.http ?? '',
    noProxy: proxies.except,
    requestTls: connector,
    proxyTls: connector,
    // Without this, requests forwarded without a tunnel would have none of these limits.
    factory: (origin, options) => new Pool(origin, { ...limits, ...options }),
    // A tunnel that cannot be opened is reported like a failed connection.
    clientFactory: (proxy, options) =>
      new Pool(proxy, { ...limits, ...options, headersTimeout: connector.timeout }),
  })
}

// One context for all connections, because parsing the default authorities is slow. They include those of NODE_EXTRA_CA_CERTS.
function trusting(authorities: readonly string[]) {
  return createSecureContext({ ca: [...getCACertificates('default'), ...authorities] })
}

// A server that requires a client certificate says so after the handshake (RFC 8446, 4.4.2.4) and closes the connection; undici would
// report only the close.
function keepingFirstError(connect: buildConnector.connector): buildConnector.connector {
  return (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error) return done(error, null)
      socket.on('error', () => socket.destroy())
      done(null, socket)
    })
}
