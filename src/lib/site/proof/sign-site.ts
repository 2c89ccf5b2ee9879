import { createHash } from 'node:crypto'
import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileSource, writeWhole } from '../../snapshot/index.ts'
import { SIGNED, signatureOf } from './allowed-signers.ts'
import { renderSignature } from './signature.ts'
import type { SigningKey } from './signing-key.ts'
import { TIMESTAMP } from './timestamp.ts'

/** The files beside `SHA256SUMS` that vouch for it. They change only if it does. */
export const PROOFS_OF_SUMS: readonly string[] = [signatureOf('SHA256SUMS'), ...Object.values(TIMESTAMP)]

/** All files that vouch for others and therefore have no checksum. */
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
