import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileSource, writeWhole } from '../../snapshot/index.ts'
import { renderSignature } from './signature.ts'
import type { SigningKey } from './signing-key.ts'
import { TIMESTAMP } from './timestamp.ts'

/** The files that are signed: the checksums of all others, and the manifest, which contains the time of the run and has no checksum. */
export const SIGNED = ['SHA256SUMS', 'manifest.json'] as const

/** The signature of a file. */
export function signatureOf(path: string): string {
  return `${path}.sig`
}

/** The files beside `SHA256SUMS` that vouch for it. They change only if it does. */
export const PROOFS_OF_SUMS: readonly string[] = [signatureOf('SHA256SUMS'), ...Object.values(TIMESTAMP)]

/** All files that vouch for others and therefore have no checksum. */
export const PROOFS: readonly string[] = [...PROOFS_OF_SUMS, signatureOf('manifest.json')]

/** The sha512 of a file. */
export function sha512Of(file: string): Buffer {
  const digest = createHash('sha512')
  for (const chunk of fileSource(file)()) digest.update(chunk)
  return digest.digest()
}

/** Signs a file; returns the name of its signature, which is beside it. */
export function writeSignature(folder: string, path: (typeof SIGNED)[number], key: SigningKey): string {
  writeWhole(join(folder, signatureOf(path)), renderSignature(key, sha512Of(join(folder, path))))
  return signatureOf(path)
}

/** Signs a new site whose files are all written. */
export function signSite(site: string, key: SigningKey): void {
  for (const path of SIGNED) writeSignature(site, path, key)
}
