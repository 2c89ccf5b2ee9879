import { createPublicKey, hash, verify } from 'node:crypto'
import { KEY_TYPE, openWire, type SigningKey, wireString } from './signing-key.ts'

/** What the signatures are for: those that the same key makes for other purposes are not valid for a mirror. */
export const NAMESPACE = 'open-data-mirror'

const MAGIC = 'SSHSIG'
const HASH = 'sha512'

/** What is signed (OpenSSH, PROTOCOL.sshsig, 2). */
function signedBytes(sha512: Buffer): Buffer {
  return Buffer.concat([Buffer.from(MAGIC), ...[NAMESPACE, '', HASH].map(wireString), wireString(sha512)])
}

/** The signature of a file with this sha512, as `ssh-keygen -Y sign -n open-data-mirror` writes it (OpenSSH, PROTOCOL.sshsig, 1). */
export function renderSignature({ publicKey, sign }: SigningKey, sha512: Buffer): string {
  const version = Buffer.from([0, 0, 0, 1])
  const signature = Buffer.concat([wireString(KEY_TYPE), wireString(sign(signedBytes(sha512)))])
  const blob = Buffer.concat([
    ...[Buffer.from(MAGIC), version, wireString(publicKey)],
    ...[NAMESPACE, '', HASH].map(wireString),
    wireString(signature),
  ])
  const lines = blob.toString('base64').match(/.{1,70}/g) ?? []
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n')
}

const ARMOR = /^-----BEGIN SSH SIGNATURE-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END SSH SIGNATURE-----\s*$/

/** Why a text is no signature of this public key for a file with this sha512, as a clause; undefined if it is. */
export function findSignatureProblem(text: string, publicKey: Buffer, sha512: Buffer): string | undefined {
  const [, base64] = ARMOR.exec(text) ?? []
  if (base64 === undefined) return 'is not a signature of SSH'
  try {
    return findBlobProblem(Buffer.from(base64, 'base64'), publicKey, sha512)
  } catch {
    return 'is damaged'
  }
}

/** The public key that a signature names, whatever it signs; undefined for a text that is no signature. */
export function findSigner(text: string): Buffer | undefined {
  try {
    const wire = openWire(Buffer.from(ARMOR.exec(text)?.[1] ?? '', 'base64'))
    wire.take(MAGIC.length + 4)
    return wire.string()
  } catch {
    return undefined
  }
}

function findBlobProblem(blob: Buffer, publicKey: Buffer, sha512: Buffer): string | undefined {
  const wire = openWire(blob)
  if (wire.take(MAGIC.length).toString('latin1') !== MAGIC || wire.uint32() !== 1) return 'is damaged'
  if (!wire.string().equals(publicKey)) return 'is by another key'
  const [namespace, , hash] = [wire.string(), wire.string(), wire.string()].map(String)
  if (namespace !== NAMESPACE || hash !== HASH) return 'is for another purpose'
  const signature = openWire(wire.string())
  if (signature.string().toString('latin1') !== KEY_TYPE) return 'is damaged'
  const point = openWire(publicKey)
  point.string()
  const key = { kty: 'OKP', crv: 'Ed25519', x: point.string().toString('base64url') }
  const isValid = verify(
    null,
    signedBytes(sha512),
    createPublicKey({ key, format: 'jwk' }),
    signature.string(),
  )
  return isValid ? undefined : 'is not of these bytes'
}

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
