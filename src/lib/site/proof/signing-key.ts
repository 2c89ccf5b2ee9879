import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** The only type of key that is used: its signatures of the same bytes are the same bytes (RFC 8032). */
export const KEY_TYPE = 'ssh-ed25519'

/** A key that signs; its secret part cannot be read from it. */
export interface SigningKey {
  /** The public key as SSH writes it: its type, and the key (RFC 8709, 4). */
  readonly publicKey: Buffer
  /** The Ed25519 signature of these bytes: 64 bytes. */
  sign(bytes: Uint8Array): Buffer
}

const MAGIC = 'openssh-key-v1\0'
const ARMOR =
  /^\s*-----BEGIN OPENSSH PRIVATE KEY-----\s([A-Za-z0-9+/=\s]+)-----END OPENSSH PRIVATE KEY-----\s*$/

/**
 * Reads a private key as `ssh-keygen -t ed25519` writes it without a passphrase (OpenSSH, PROTOCOL.key). Throws an error whose message is a
 * clause that states what is wrong, without any part of the text: `is encrypted …`.
 */
export function parseSigningKey(text: string): SigningKey {
  const [, base64] = ARMOR.exec(text) ?? []
  if (base64 === undefined) throw new Error(describeOther(text))
  try {
    return openKey(Buffer.from(base64, 'base64'))
  } catch (error) {
    if (error instanceof RangeError) throw new Error('is damaged: it ends too early')
    throw error
  }
}

function describeOther(text: string): string {
  if (/^\s*(?:ssh-|ecdsa-|sk-)/.test(text)) return 'is a public key; name the file of the private key'
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text) && !text.includes('OPENSSH'))
    return `is not in the format of OpenSSH; ${HINT}`
  return `is not a private key of OpenSSH; ${HINT}`
}

const HINT = "make one with ssh-keygen -t ed25519 -N '' -f FILE"

function openKey(bytes: Buffer): SigningKey {
  const wire = openWire(bytes)
  if (wire.take(MAGIC.length).toString('latin1') !== MAGIC)
    throw new Error('is damaged: it does not begin like a key of OpenSSH')
  const [cipher] = [wire.string(), wire.string(), wire.string()]
  const count = wire.uint32()
  const publicKey = wire.string()
  const type = openWire(publicKey).string().toString('latin1')
  if (type !== KEY_TYPE)
    throw new Error(
      `has a key of the type ${/^[\w@.-]+$/.test(type) ? type : 'unknown'}, not ${KEY_TYPE}; ${HINT}`,
    )
  if (cipher?.toString('latin1') !== 'none')
    throw new Error(`is encrypted, and a run cannot enter a passphrase; ${HINT}`)
  if (count !== 1) throw new Error(`has ${count} keys, not one; ${HINT}`)
  return openSecret(openWire(wire.string()), publicKey)
}

// Two equal numbers, the type, the public key, the seed with the public key, a comment, and the numbers 1, 2, … as padding.
function openSecret(wire: ReturnType<typeof openWire>, publicKey: Buffer): SigningKey {
  const [check, again] = [wire.uint32(), wire.uint32()]
  const isWhole = check === again && wire.string().toString('latin1') === KEY_TYPE
  const point = wire.string()
  const seed = wire.string().subarray(0, 32)
  wire.string()
  if (!isWhole || seed.length !== 32 || wire.rest().some((byte, at) => byte !== at + 1))
    throw new Error('is damaged: its private part is not valid')
  const secret = openSeed(seed, point)
  const own = pointOf(createPublicKey(secret))
  if (!own.equals(point) || !publicKeyOf(own).equals(publicKey))
    throw new Error('is damaged: its private and its public part do not belong together')
  return { publicKey, sign: (message) => sign(null, message, secret) }
}

function openSeed(seed: Buffer, point: Buffer): KeyObject {
  const key = { kty: 'OKP', crv: 'Ed25519', d: seed.toString('base64url'), x: point.toString('base64url') }
  try {
    return createPrivateKey({ key, format: 'jwk' })
  } catch {
    // The message of Node.js might quote the key.
    throw new Error('is damaged: its private part is not valid')
  }
}

function pointOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
}

function publicKeyOf(point: Buffer): Buffer {
  return Buffer.concat([wireString(KEY_TYPE), wireString(point)])
}

/** Bytes with their length before them: a `string` of SSH (RFC 4251, 5). */
export function wireString(bytes: Uint8Array | string): Buffer {
  const content = Buffer.from(bytes)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

/** Reads the fields of SSH one after the other (RFC 4251, 5). Every method but `rest` throws a RangeError at the end of the bytes. */
export function openWire(bytes: Buffer) {
  let at = 0
  // Without a length before them.
  const take = (count: number) => {
    if (at + count > bytes.length) throw new RangeError('The bytes end too early.')
    at += count
    return bytes.subarray(at - count, at)
  }
  const uint32 = () => take(4).readUInt32BE()
  return { uint32, string: () => take(uint32()), take, rest: () => bytes.subarray(at) }
}
