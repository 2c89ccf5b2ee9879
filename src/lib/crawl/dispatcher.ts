import type { LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { guardLookup } from './guard-lookup.ts'

/** Bytes of headers an answer may have. */
const MOST_HEADERS = 64 * 1024

/** The proxies to ask by, as addresses. */
export interface Proxies {
  /** For http addresses, and for https ones. None: asked directly. */
  readonly http?: string | undefined
  readonly https?: string | undefined
  /** Hosts that are asked directly, in the notation of `NO_PROXY`. */
  readonly except: string
}

/** How this machine reaches the network. */
export interface Network {
  readonly proxies?: Proxies | undefined
  /** Certificates of authorities that are trusted besides those of Node, in PEM. */
  readonly authorities?: readonly string[] | undefined
}

export interface DispatcherOptions {
  /** Most connections to one host. */
  readonly connections: number
  /** Seconds. */
  readonly deadlines: { readonly connect: number; readonly idle: number }
  /** The connector's options where no proxy is asked, e.g. a `lookup` of its own. */
  readonly connect?: buildConnector.BuildOptions | undefined
  readonly network?: Network | undefined
}

/**
 * Opens what every HTTP client of this program asks by. Names are looked up through {@link guardLookup}; where a proxy is asked, it is
 * the one who looks them up.
 *
 * HTTP/1.1 alone: undici would take HTTP/2 when a server prefers it, whose bodies it does not hold to their Content-Length, and whose
 * requests would share one connection instead of being spread over as many as are allowed.
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
    // What is forwarded without a tunnel would otherwise have none of these limits.
    factory: (origin, options) => new Pool(origin, { ...limits, ...options }),
    // A tunnel that does not open is a connection that does not.
    clientFactory: (proxy, options) =>
      new Pool(proxy, { ...limits, ...options, headersTimeout: connector.timeout }),
  })
}

// One context for all connections: the authorities of Node are many to read. Those of NODE_EXTRA_CA_CERTS are among them.
function trusting(authorities: readonly string[]) {
  return createSecureContext({ ca: [...getCACertificates('default'), ...authorities] })
}

// A server that wants a certificate of ours says so after the handshake (RFC 8446, 4.4.2.4) and closes; undici would report the close.
function keepingFirstError(connect: buildConnector.connector): buildConnector.connector {
  return (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error) return done(error, null)
      socket.on('error', () => socket.destroy())
      done(null, socket)
    })
}
