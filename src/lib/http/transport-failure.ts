import { findConnectionFault } from './connection-fault.ts'
import { FetchFailure } from './failure.ts'
import { PRIVATE_ADDRESS_CODE } from './guard-lookup.ts'

/** How far an exchange had proceeded when it failed. */
interface TransferProgress {
  /** Whether a connection was open. */
  readonly connected: boolean
  /** Whether the response head had arrived. */
  readonly answered: boolean
}

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** Turns an error of the HTTP client, of a connection or of a decompressor into a FetchFailure; returns other errors unchanged. */
export function toFailure(error: Error, address: string, { connected, answered }: TransferProgress): Error {
  if (error instanceof FetchFailure) return error
  const code = codeOf(error)
  const fault = answered ? undefined : findConnectionFault(error)
  // After the connection is open, only TLS alerts, which come late, explain an error.
  const explained = fault !== undefined && (!connected || fault.lasting)
  const why = explained ? `: ${fault.why}` : ''
  const details = { cause: error, unconnected: !connected, lasting: explained && fault.lasting }
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
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !answered)
    return new FetchFailure('cut', address, 'sent a body whose length differs from its headers', details)
  if (!isNetworkError(error, code)) return error
  const kind = answered ? 'cut' : 'network'
  // Codes of the system and of certificates are well documented; those of undici are less clear than its messages.
  const words = /^(UND_ERR|HPE_|$)/.test(code) ? error.message : code
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
  if (/^HPE_/.test(code) || error.name === 'HTTPParserError') return 'answered with invalid HTTP'
  return connected ? 'was cut off before it answered' : 'could not be reached'
}

// The code of a DOMException, such as an AbortError, is a number.
function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
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
