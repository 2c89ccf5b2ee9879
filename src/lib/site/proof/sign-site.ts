import { createHash } from 'node:crypto'
import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileSource, writeWhole } from '../../snapshot/index.ts'
import { renderSignature, SIGNED, signatureOf } from './signature.ts'
import type { SigningKey } from './signing-key.ts'

/** The request for a time stamp of `SHA256SUMS`, and the answer of the authority, which contains the time stamp (RFC 3161, 2.4). */
export const TIMESTAMP = { request: 'SHA256SUMS.tsq', reply: 'SHA256SUMS.tsr' } as const

/** The files beside `SHA256SUMS` that certify it. They change only if it does. */
export const PROOFS_OF_SUMS: readonly string[] = [signatureOf('SHA256SUMS'), ...Object.values(TIMESTAMP)]

/** All files that certify others and therefore have no checksum. */
export const PROOFS: readonly string[] = [...PROOFS_OF_SUMS, signatureOf('manifest.json')]

export function sha512Of(file: string): Buffer {
  const digest = createHash('sha512')
  for (const chunk of fileSource(file)()) digest.update(chunk)
  return digest.digest()
}

/** Signs a file; returns the name of its signature, which is beside it and has its time. */
export function writeSignature(folder: string, path: (typeof SIGNED)[number], key: SigningKey): string {
  const [file, signature] = [join(folder, path), join(folder, signatureOf(path))]
  writeWhole(signature, renderSignature(key, sha512Of(file)))
  const { mtime } = statSync(file)
  utimesSync(signature, mtime, mtime)
  return signatureOf(path)
}

/** Signs a new site whose files are all written. */
export function signSite(site: string, key: SigningKey): void {
  for (const path of SIGNED) writeSignature(site, path, key)
}

/** An answer with the certificates of the authority is a few thousand bytes. */
export const MOST_REPLY_BYTES = 65_536

/** DER: a sequence of the sha256 algorithm and an octet string of 32 bytes, whose content follows. */
const IMPRINT = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/**
 * The request for a time stamp of a file with this sha256, with the certificate of the authority in the answer. It has no nonce: an earlier
 * answer about the same bytes proves more, not less.
 */
export function renderTimestampRequest(sha256: Buffer): Buffer {
  const [begin, certificate] = ['3039020101', '0101ff'].map((hex) => Buffer.from(hex, 'hex'))
  return Buffer.concat([begin as Buffer, IMPRINT, sha256, certificate as Buffer])
}

/**
 * Why an answer has no time stamp of a file with this sha256, as a clause; undefined if it has one. Who signed it is not verified: that needs
 * the certificate of the authority, which the reader must have.
 */
export function findTimestampProblem(reply: Buffer, sha256: Buffer): string | undefined {
  const whole = findElement(reply)
  const info = whole && findElement(whole.content)
  const status = info && findElement(info.content, INTEGER)?.content
  if (whole === undefined || status?.length !== 1 || whole.rest.length > 0) return 'is no answer of RFC 3161'
  // Granted, or granted with modifications (2.4.2).
  const code = status.readUInt8()
  if (code > 1) return `is a refusal (status ${code})`
  return reply.includes(Buffer.concat([IMPRINT, sha256])) ? undefined : 'is about other bytes'
}

const SEQUENCE = 0x30
const INTEGER = 0x02

/** The first element of DER if it has this tag and is whole (X.690, 8.1), and what follows it. */
function findElement(bytes: Buffer, tag = SEQUENCE): { content: Buffer; rest: Buffer } | undefined {
  const [seen, short = 0] = bytes
  const lengthBytes = short < 0x80 ? 0 : short - 0x80
  const start = 2 + lengthBytes
  if (seen !== tag || lengthBytes > 4 || bytes.length < start) return undefined
  const length = lengthBytes === 0 ? short : bytes.readUIntBE(2, lengthBytes)
  if (bytes.length < start + length) return undefined
  return { content: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) }
}
