import { hash } from 'node:crypto'
import { NAMESPACE } from './signature.ts'
import { KEY_TYPE } from './signing-key.ts'
import { openWire } from './wire.ts'

/** The public key of a signed site, as `ssh-keygen -Y verify -f` reads it (ssh-keygen(1), ALLOWED SIGNERS). */
export const ALLOWED_SIGNERS = 'allowed_signers'

/** Who signs, for `ssh-keygen -I`. */
const SIGNER = 'mirror'

/** The text of {@link ALLOWED_SIGNERS}. */
export function renderAllowedSigners(publicKey: Buffer): string {
  return `${SIGNER} namespaces="${NAMESPACE}" ${KEY_TYPE} ${publicKey.toString('base64')}\n`
}

/** The public key in such a text. Throws an error if it is another text. */
export function parseAllowedSigners(text: string): Buffer {
  const publicKey = Buffer.from(/ ([A-Za-z0-9+/=]+)\n$/.exec(text)?.[1] ?? '', 'base64')
  if (text !== renderAllowedSigners(publicKey) || !isEd25519(publicKey))
    throw new Error('It is not the public key of a mirror.')
  return publicKey
}

function isEd25519(publicKey: Buffer): boolean {
  try {
    const wire = openWire(publicKey)
    return wire.string().toString() === KEY_TYPE && wire.string().length === 32 && wire.rest().length === 0
  } catch {
    return false
  }
}

/** The files that are signed: the checksums of all others, and the manifest, which contains the time of the run and has no checksum. */
export const SIGNED = ['SHA256SUMS', 'manifest.json'] as const

/** The signature of a file. */
export function signatureOf(path: string): string {
  return `${path}.sig`
}

/** The command that verifies the signature of a file of a site, in its folder. */
export function verifyCommandOf(path: string): string {
  return `ssh-keygen -Y verify -f ${ALLOWED_SIGNERS} -I ${SIGNER} -n ${NAMESPACE} -s ${signatureOf(path)} < ${path}`
}

/** The fingerprint of a public key, as `ssh-keygen -l` prints it: `SHA256:…`. */
export function fingerprintOf(publicKey: Buffer): string {
  return `SHA256:${hash('sha256', publicKey, 'base64').replace(/=+$/, '')}`
}
