import { isIPv6 } from 'node:net'
import { type Evidence, type Facts, findRemedy, type ManifestRecord } from '../snapshot/index.ts'
import { EXHAUSTED, PRIVATE_ADDRESS_CODE } from './guard-lookup.ts'

/**
 * Why a representation could not be fetched: `network` no response · `timeout` a deadline passed · `status` a status other than 200 or 304
 * · `redirect` a redirect that is not followed · `cut` the body ended early · `malformed` the body violates its format · `foreign` the body
 * has another format · `large` a limit was exceeded · `encoding` a content coding that was not requested or not stated · `error` an error
 * report in place of data · `mismatch` the data of another dataset · `loss` too little of the stored copy · `robots` robots.txt disallows the
 * request, or cannot be read.
 */
export const FAILURE_KINDS = [
  'network',
  'timeout',
  'status',
  'redirect',
  'cut',
  'malformed',
  'foreign',
  'large',
  'encoding',
  'error',
  'mismatch',
  'loss',
  'robots',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

interface FailureDetails {
  readonly status?: number | undefined
  readonly mediaType?: string | undefined
  /** How long the origin asks us to wait, in ms. */
  readonly retryAfter?: number | undefined
  /** The rejected body. */
  readonly evidence?: Evidence | undefined
  /** For doubtful answers: since when, and in how many runs, they came. */
  readonly doubted?: ManifestRecord['doubted']
  /** Whether no connection could be opened: unknown host, connection refused, or no TLS. */
  readonly unconnected?: boolean | undefined
  /** Whether it lasts until somebody fixes it, such as an unknown host or an untrusted certificate. */
  readonly lasting?: boolean | undefined
  /** Whether a connection was opened but not trusted: TLS failed, or the certificate was refused. */
  readonly untrusted?: boolean | undefined
  /** Whether no request was sent, because of backoff or a limit. */
  readonly unsent?: boolean | undefined
  /** Whether it concerns one address only, so its host is not paused. */
  readonly single?: boolean | undefined
  /** The numbers, names and addresses in the message, except the status. */
  readonly facts?: Facts | undefined
  readonly cause?: unknown
}

/** A request without an acceptable response. The message is a clause: `answered 410 Gone`. */
export class FetchFailure extends Error {
  override name = 'FetchFailure'
  readonly kind: FailureKind
  readonly address: string
  readonly status: number | undefined
  readonly mediaType: string | undefined
  readonly retryAfter: number | undefined
  readonly evidence: Evidence | undefined
  readonly doubted: ManifestRecord['doubted']
  readonly unconnected: boolean
  readonly lasting: boolean
  readonly untrusted: boolean
  readonly unsent: boolean
  readonly single: boolean
  readonly facts: Facts

  constructor(kind: FailureKind, address: string, message: string, details: FailureDetails = {}) {
    // Messages quote the origin, so they may contain anything of any length.
    super(quoteForeign(message, 500), { cause: details.cause })
    this.kind = kind
    this.address = address
    this.status = details.status
    this.mediaType = details.mediaType && quoteForeign(details.mediaType, 100)
    this.retryAfter = details.retryAfter
    this.evidence = details.evidence
    this.doubted = details.doubted
    this.unconnected = details.unconnected === true
    this.lasting = details.lasting === true
    this.untrusted = details.untrusted === true
    this.unsent = details.unsent === true
    this.single = details.single === true
    const { facts = {}, status } = details
    this.facts = { ...facts, ...(status !== undefined && { status }) }
  }
}

/** The same failure with more details. */
export function amendFailure(
  failure: FetchFailure,
  {
    address = failure.address,
    message = failure.message,
    evidence = failure.evidence,
    single = failure.single,
    doubted = failure.doubted,
  }: Pick<FailureDetails, 'evidence' | 'single' | 'doubted'> & { address?: string; message?: string },
): FetchFailure {
  return new FetchFailure(failure.kind, address, message, {
    ...{ ...failure, evidence, single, doubted },
    cause: failure,
  })
}

const TRANSIENT_STATUSES = new Set([408, 425, 429])

/** Whether a retry may help: network errors, deadlines, cut bodies, and statuses of temporary conditions, also for robots.txt. */
export function isTransient({ kind, status = 0 }: FetchFailure): boolean {
  if (kind === 'status' || kind === 'robots')
    return TRANSIENT_STATUSES.has(status) || (status >= 500 && status !== 501 && status !== 505)
  return kind === 'network' || kind === 'timeout' || kind === 'cut'
}

/** Whether the host needs a pause: it asks for one (RFC 6585, 4; RFC 9110, 15.6.4 and 10.2.3), or temporarily accepts no connections. A pause does not change a certificate. */
export function isPushback(failure: FetchFailure): boolean {
  const { status, retryAfter, unconnected, untrusted, single } = failure
  if (single || untrusted) return false
  return (
    status === 429 || status === 503 || ((retryAfter !== undefined || unconnected) && isTransient(failure))
  )
}

/**
 * A text of the origin for use in messages: control characters and those that change the writing direction are shown as numbers, so it can
 * neither break a log line nor change the colours of a terminal; cut to `most` characters.
 */
export function quoteForeign(text: string, most = 200): string {
  const shown = text.length > most ? `${text.slice(0, most - 1)}…` : text
  return shown
    .toWellFormed()
    .replace(
      /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replaceAll('\n', ' ')
}

/** How far an exchange had proceeded when it failed. */
interface TransferProgress {
  /** Whether a connection was open. */
  readonly connected: boolean
  /** Whether the response head had arrived. */
  readonly answered: boolean
}

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

// Too many open files are a fault of this machine: an error of the system without a path, which ends a command with this message.
function toLocalFault(cause: Error, address: string): Error {
  const code = codeOf(cause)
  const message = `No connection to ${new URL(address).origin} could be opened (${code}). ${findRemedy(cause, '')}, then run again.`
  return Object.assign(new Error(message, { cause }), { code, syscall: 'connect' })
}

/** Turns an error of the HTTP client, of a connection or of a decompressor into a FetchFailure. A fault of this machine stays an error of the system; other errors are returned unchanged. */
export function toFailure(error: Error, address: string, { connected, answered }: TransferProgress): Error {
  if (error instanceof FetchFailure) return error
  if (!connected && EXHAUSTED.has(codeOf(error))) return toLocalFault(error, address)
  const code = codeOf(error)
  const fault = answered ? undefined : findConnectionFault(error)
  // After the connection is open, only TLS alerts, which come late, explain an error.
  const explained = fault !== undefined && (!connected || fault.lasting)
  const why = explained ? `: ${fault.why}` : ''
  const details = {
    cause: error,
    unconnected: !connected,
    lasting: explained && fault.lasting,
    untrusted: explained && fault.untrusted === true,
  }
  if (TIMEOUTS.has(code))
    return new FetchFailure('timeout', address, `did not answer in time (${error.message})${why}`, details)
  if (isCodingError(code))
    return new FetchFailure(
      'cut',
      address,
      `sent a compressed body that cannot be decompressed (${error.message})`,
      details,
    )
  if (code === PRIVATE_ADDRESS_CODE) return new FetchFailure('redirect', address, error.message, details)
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new FetchFailure('malformed', address, 'answered with headers that are too large', details)
  if (!isNetworkError(error, code) && fault === undefined) return error
  const kind = answered ? 'cut' : 'network'
  // Codes of the system and of certificates are well documented; those of undici are less clear than its messages.
  const own = /^(UND_ERR|HPE_|$)/.test(code) ? error.message : code
  const words = isFaultInHead(code, answered) ? FAULT_IN_HEAD : own
  const detail = explained ? fault.code : words
  return new FetchFailure(
    kind,
    address,
    `${describe(error, code, { connected, answered })} (${detail})${why}`,
    details,
  )
}

function describe(error: Error, code: string, { connected, answered }: TransferProgress): string {
  if (answered) return 'was cut off in the middle of its body'
  if (/^HPE_/.test(code) || error.name === 'HTTPParserError' || isFaultInHead(code, answered))
    return 'answered with invalid HTTP'
  return connected ? 'was cut off before it answered' : 'could not be reached'
}

const FAULT_IN_HEAD =
  'a header after Content-Length is invalid, as a second length or a Transfer-Encoding beside it is'

// undici compares the stated length with that of a body that never began.
function isFaultInHead(code: string, answered: boolean): boolean {
  return !answered && code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
}

// zlib: Z_DATA_ERROR, brotli: ERR__ERROR_FORMAT_PADDING_1, zstd: ZSTD_error_prefix_unknown.
function isCodingError(code: string): boolean {
  return /^(Z_|ERR__|ERR_BROTLI|ERR_ZSTD|ZSTD_)/.test(code)
}

// Besides system errors and undici's own codes, OpenSSL has many codes for certificates (CERT_HAS_EXPIRED, SELF_SIGNED_CERT_IN_CHAIN).
function isNetworkError(error: Error, code: string): boolean {
  return (
    /^(UND_ERR|HPE_|E[A-Z]+$|EAI_|ERR_SSL_|ERR_TLS_|ERR_OSSL_|ERR_SOCKET_)/.test(code) ||
    /CERT|SIGNATURE|CRL|CHAIN/.test(code) ||
    error.name === 'SocketError' ||
    error.name === 'HTTPParserError'
  )
}

/** Why a connection failed or gave no answer. */
interface ConnectionFault {
  /** The error code, such as `ENOTFOUND`. */
  readonly code: string
  /** A clause that states what is wrong and what to do. */
  readonly why: string
  /** Whether it lasts until somebody fixes it, so a retry is useless. */
  readonly lasting: boolean
  /** Whether it is about TLS or the certificate. */
  readonly untrusted?: boolean
}

/** Stands for the host or address of an error. */
const WHERE = '%s'
const NETWORK = "check the address and this machine's network; behind a proxy, set HTTPS_PROXY"
const UNTRUSTED =
  'its certificate is not signed by an authority that this machine trusts; if you trust it, add the certificate of the authority with the config key ca or with NODE_EXTRA_CA_CERTS'
const REPLACE = 'its operator must replace it'
const NO_ANSWER = `there was no response; ${NETWORK}`

const PROXY_GONE = `the proxy at ${WHERE} cannot be reached; check HTTPS_PROXY and HTTP_PROXY, and whether the proxy is running`

const LASTING: Readonly<Record<string, string>> = {
  ENOTFOUND: `the host ${WHERE} was not found; ${NETWORK}`,
  ECONNREFUSED: `${WHERE} refuses connections; check the address and its port, and whether the service is running`,
}

const UNTRUSTED_CODES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED:
    "its certificate has expired; its operator must renew it, or this machine's clock is wrong",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; this machine's clock may be wrong",
  CERT_REVOKED: `its certificate was revoked; ${REPLACE}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host; check the address',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
}

const TRANSIENT: Readonly<Record<string, string>> = {
  EAI_AGAIN: `the name server of this machine does not respond; ${NETWORK}`,
  ECONNRESET: 'the connection was closed; the service, a firewall or a proxy may block this machine',
  ETIMEDOUT: NO_ANSWER,
  UND_ERR_CONNECT_TIMEOUT: NO_ANSWER,
  EHOSTUNREACH: `there is no route to it; ${NETWORK}`,
  ENETUNREACH: `there is no route to it; ${NETWORK}`,
  UND_ERR_PRX_CONN: 'the proxy closed the connection; check the proxy settings of the environment',
}

/** Explains a connection error; undefined if its own message is all there is. */
function findConnectionFault(error: Error): ConnectionFault | undefined {
  const code = codeOf(error)
  const status = findProxyStatus(error)
  if (status !== undefined)
    return { code: `proxy: ${status}`, why: explainProxy(status), lasting: !isTransientStatus(status) }
  const distrust = UNTRUSTED_CODES[code] ?? findTlsFault(code)
  if (distrust !== undefined) return { code, why: distrust, lasting: true, untrusted: true }
  const lasting = LASTING[code]
  const why = isOfProxy(error) ? PROXY_GONE : (lasting ?? TRANSIENT[code])
  if (why !== undefined)
    return { code, why: why.replace(WHERE, whereOf(error)), lasting: lasting !== undefined }
  if (isCertificateError(error, code))
    return {
      code,
      why: `its certificate is not accepted (${error.message}); ${REPLACE}`,
      lasting: true,
      untrusted: true,
    }
  return error.cause instanceof Error ? findConnectionFault(error.cause) : undefined
}

// The errors of the verification have no class and no prefix of their own: INVALID_PURPOSE, PATH_LENGTH_EXCEEDED, UNSPECIFIED (a weak key).
// All other codes before an answer begin with E, HPE_ or UND_ERR_.
function isCertificateError({ name }: Error, code: string): boolean {
  return name === 'Error' && /^(?!E|HPE_|UND_)[A-Z][A-Z\d_]+$/.test(code)
}

// The name that was looked up, or the address that was tried. Behind a proxy, these are the proxy's.
function whereOf(error: Error): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { hostname, address, port } = first as { hostname?: string; address?: string; port?: number }
  if (hostname !== undefined) return hostname
  return address === undefined ? 'this address' : `${isIPv6(address) ? `[${address}]` : address}:${port}`
}

// OpenSSL includes the alert of the other side in the error code, with several spellings (RFC 8446, 6).
function findTlsFault(code: string): string | undefined {
  if (!code.startsWith('ERR_SSL_')) return undefined
  if (/CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE|ALERT_NO_CERTIFICATE/.test(code))
    return 'it requires a client certificate, which is not supported; ask its operator for a public address'
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|HTTP_REQUEST/.test(code))
    return 'the port does not speak TLS; try http:// instead of https://, or another port'
  if (/HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_SHARED_CIPHER/.test(code))
    return 'it shares no TLS version or cipher with Node.js, or it requires a client certificate; its operator must fix it'
  return undefined
}

const PROXY = Symbol('proxy')

/** Marks an error of the connection to a proxy itself, so it is not taken for one of the service. */
export function markOfProxy(error: Error): Error {
  return Object.assign(error, { [PROXY]: true })
}

function isOfProxy(error: Error): boolean {
  return PROXY in error
}

const USED = Symbol('used')

/** Marks an error of a connection on which an answer had arrived before. */
export function markOfUse(error: Error): void {
  Object.assign(error, { [USED]: true })
}

/**
 * Whether the server closed a connection that was used before instead of answering, as it may at any time. A client may then repeat the request
 * without asking anyone (RFC 9112, 9.3.1).
 */
export function isOfUsedConnection(failure: unknown): boolean {
  if (!(failure instanceof FetchFailure) || failure.kind !== 'network') return false
  return failure.cause instanceof Error && USED in failure.cause
}

// undici reports the status only in the message, in different forms with and without a tunnel.
function findProxyStatus({ message }: Error): string | undefined {
  return (/^Proxy response \((\d+)\)/.exec(message) ??
    /^Proxy Authentication .*\((407)\)$/.exec(message))?.[1]
}

function explainProxy(status: string): string {
  if (status === '407')
    return 'the proxy requires a user name and a password; set HTTPS_PROXY to http://user:password@host:port'
  return isTransientStatus(status)
    ? 'the proxy could not connect to it; check the address, and whether the service and the proxy are running'
    : 'the proxy refused the connection; check its rules, or add the host to NO_PROXY'
}

// The proxy is busy, or has no connection to the host (RFC 9110, 15.6).
function isTransientStatus(status: string): boolean {
  return /^(429|5\d\d)$/.test(status)
}

// The code of a DOMException, such as an AbortError, is a number.
function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
