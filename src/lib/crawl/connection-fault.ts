import { isIPv6 } from 'node:net'

/** Why there was no connection, or no answer over it. */
export interface ConnectionFault {
  /** What it is known by, such as `ENOTFOUND`. */
  readonly code: string
  /** A clause that says what is wrong and what to do. */
  readonly why: string
  /** Whether it stays so until somebody mends it, so that asking again is no use. */
  readonly lasting: boolean
}

/** Stands for the host or address of an error. */
const WHERE = '%s'
const NETWORK = "check the address and this machine's network; behind a proxy, set HTTPS_PROXY"
const UNTRUSTED =
  'its certificate is signed by no authority that this machine knows; if you trust it, name the certificate of the authority with the config key ca or with NODE_EXTRA_CA_CERTS'
const NO_ANSWER = `nothing answers there; ${NETWORK}`

const LASTING: Readonly<Record<string, string>> = {
  ENOTFOUND: `there is no host ${WHERE}; ${NETWORK}`,
  ECONNREFUSED: `nothing takes connections at ${WHERE}; check the address and its port, and whether the service is up`,
  CERT_HAS_EXPIRED:
    "its certificate has expired; its operator has to renew it, or this machine's clock is wrong",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; this machine's clock may be wrong",
  CERT_REVOKED: 'its certificate was revoked; its operator has to replace it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another host; check the address',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
}

const PASSING: Readonly<Record<string, string>> = {
  EAI_AGAIN: `the name server of this machine gives no answer; ${NETWORK}`,
  ECONNRESET: 'the connection was closed; the service, a firewall or a proxy may refuse this machine',
  ETIMEDOUT: NO_ANSWER,
  UND_ERR_CONNECT_TIMEOUT: NO_ANSWER,
  EHOSTUNREACH: `there is no route to it; ${NETWORK}`,
  ENETUNREACH: `there is no route to it; ${NETWORK}`,
  UND_ERR_PRX_CONN: 'the proxy closed the connection; check the proxy that the environment names',
}

/** Finds what the error of a connection means; undefined where its own words have to do. */
export function findConnectionFault(error: Error): ConnectionFault | undefined {
  const code = codeOf(error)
  const status = findProxyStatus(error)
  if (status !== undefined) return { code: `proxy: ${status}`, why: explainProxy(status), lasting: true }
  const lasting = LASTING[code] ?? findTlsFault(code)
  const why = lasting ?? PASSING[code]
  if (why !== undefined)
    return { code, why: why.replace(WHERE, whereOf(error)), lasting: lasting !== undefined }
  return error.cause instanceof Error ? findConnectionFault(error.cause) : undefined
}

// The name that was looked up, or the address that was tried: those of the proxy where one is asked.
function whereOf(error: Error): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { hostname, address, port } = first as { hostname?: string; address?: string; port?: number }
  if (hostname !== undefined) return hostname
  return address === undefined ? 'this address' : `${isIPv6(address) ? `[${address}]` : address}:${port}`
}

// OpenSSL gives the alert of the other side in the code, spelled in several ways (RFC 8446, 6).
function findTlsFault(code: string): string | undefined {
  if (!code.startsWith('ERR_SSL_')) return undefined
  if (/CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE|ALERT_NO_CERTIFICATE/.test(code))
    return 'it wants a certificate of whoever asks, which a mirror does not have; ask its operator for an address that is open to all'
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|HTTP_REQUEST/.test(code))
    return 'what listens there does not speak TLS; try http:// in the place of https://, or another port'
  if (/HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_SHARED_CIPHER/.test(code))
    return 'its TLS and that of Node have nothing in common, or it wants a certificate of whoever asks; its operator has to mend it'
  return undefined
}

// undici gives it in words only, where a tunnel was asked for and where not.
function findProxyStatus({ message }: Error): string | undefined {
  return (/^Proxy response \((\d+)\)/.exec(message) ??
    /^Proxy Authentication .*\((407)\)$/.exec(message))?.[1]
}

function explainProxy(status: string): string {
  return status === '407'
    ? 'the proxy wants a user name and a password; name them in HTTPS_PROXY, as http://user:password@host:port'
    : 'the proxy opened no connection; check its rules, or name the host in NO_PROXY'
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
