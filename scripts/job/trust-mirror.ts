import { hash } from 'node:crypto'
import type { RefusedRemoval } from '../../src/lib/crawl/index.ts'
import { fingerprintOf, signatureOf } from '../../src/lib/site/proof/allowed-signers.ts'
import { findSignatureProblem, findSigner } from '../../src/lib/site/proof/signature.ts'
import type { SigningKey } from '../../src/lib/site/proof/signing-key.ts'
import {
  CHAIN,
  type Manifest,
  MOST_CHAIN_BYTES,
  type PublishedMirror,
  parseChain,
  parseChecksums,
  RestoreFailed,
  readPublishedText,
  sumOfData,
} from '../../src/lib/snapshot/index.ts'

/** A published mirror is not signed by the key of the config. Nothing was restored; the operator may accept exactly this mirror. */
export class UnsignedMirror extends Error {
  override name = 'UnsignedMirror'
  /** What accepts it, in the form of a refused removal. */
  readonly removal: RefusedRemoval

  /** `accept`: what the operator passes to accept it, together with what was passed before. */
  constructor(message: string, planId: string, accept: string) {
    super(message)
    this.removal = { planId, losses: [], codes: [], accept }
  }
}

/** The key of the config, and the ids of what the operator accepts. */
interface Trusting {
  readonly key: SigningKey
  readonly accept: readonly string[]
  /** Called with the id of a mirror that was accepted. */
  onAccepted(planId: string): void
}

const MOST_SUMS_BYTES = 500_000_000
const MOST_SIGNATURE_BYTES = 4096

/** What is restored beside the data, which `manifest.json` has no checksums of. */
const COVERED = ['changes.json', 'hosts.json', CHAIN]

/**
 * Checks who signed a published mirror, since the next build signs what is restored. Resolves to the mirror of which only files with a signed
 * checksum are read. Throws {@link RestoreFailed} if a signature is not of these bytes, and {@link UnsignedMirror} if there is none by the
 * key, unless the operator accepted this manifest.
 */
export async function trustMirror(
  mirror: PublishedMirror,
  bytes: Buffer,
  manifest: Manifest,
  { key, accept, onAccepted }: Trusting,
): Promise<PublishedMirror> {
  const signature = await readSignature(mirror, 'manifest.json')
  const signer = signature === undefined ? undefined : findSigner(signature)
  if (signature !== undefined && signer === undefined) throw altered(mirror, 'manifest.json', 'is damaged')
  if (signer === undefined || !signer.equals(key.publicKey)) {
    const planId = hash('sha256', Buffer.concat([bytes, signer ?? Buffer.of()])).slice(0, 12)
    if (!accept.includes(planId))
      throw refusal(mirror, key, signer, { planId, accept: [...accept, planId].join(',') })
    onAccepted(planId)
  }
  return signer === undefined || signature === undefined
    ? mirror
    : readSigned(mirror, manifest, { bytes, signature, signer })
}

interface Signed {
  readonly bytes: Buffer
  readonly signature: string
  readonly signer: Buffer
}

async function readSigned(
  mirror: PublishedMirror,
  manifest: Manifest,
  { bytes, signature, signer }: Signed,
): Promise<PublishedMirror> {
  checkSignature(mirror, 'manifest.json', { bytes, signature, signer })
  const text = await readPublishedText(mirror, 'SHA256SUMS', MOST_SUMS_BYTES)
  const ofSums = await readSignature(mirror, 'SHA256SUMS')
  if (text === undefined || ofSums === undefined) throw altered(mirror, 'SHA256SUMS', 'is missing')
  checkSignature(mirror, 'SHA256SUMS', { bytes: Buffer.from(text), signature: ofSums, signer })
  const covered = await readCovered(mirror, parseChecksums(text))
  const chain = covered.get(CHAIN)
  if (chain && parseChain(chain.toString()).at(-1)?.data !== sumOfData(manifest))
    throw distrust(
      `manifest.json and ${CHAIN} of ${mirror.name} are signed, but not about the same data: one of them is of another build`,
    )
  return {
    name: mirror.name,
    async read(path, open) {
      const found = covered.get(path)
      if (!COVERED.includes(path)) return mirror.read(path, open)
      if (found) open().write(found)
      return found !== undefined
    },
  }
}

async function readCovered(
  mirror: PublishedMirror,
  sums: ReadonlyMap<string, string>,
): Promise<Map<string, Buffer>> {
  const covered = new Map<string, Buffer>()
  for (const path of COVERED) {
    const sum = sums.get(path)
    if (sum === undefined) continue
    const most = path === CHAIN ? MOST_CHAIN_BYTES : MOST_SUMS_BYTES
    const text = await readPublishedText(mirror, path, most)
    if (text === undefined || hash('sha256', text) !== sum)
      throw distrust(
        `${path} of ${mirror.name} ${text === undefined ? 'is missing' : 'is altered'}: it has a signed checksum`,
      )
    covered.set(path, Buffer.from(text))
  }
  return covered
}

function readSignature(mirror: PublishedMirror, path: 'manifest.json' | 'SHA256SUMS') {
  return readPublishedText(mirror, signatureOf(path), MOST_SIGNATURE_BYTES)
}

function checkSignature(
  mirror: PublishedMirror,
  path: 'manifest.json' | 'SHA256SUMS',
  { bytes, signature, signer }: Signed,
): void {
  const problem = findSignatureProblem(signature, signer, hash('sha512', bytes, 'buffer'))
  if (problem !== undefined) throw altered(mirror, path, problem, signer)
}

function distrust(problem: string): RestoreFailed {
  return new RestoreFailed(
    `${problem}. Nothing was restored. If the mirror is being published right now, run again after that. Otherwise find out who changed it, and put back a copy that is correct.`,
  )
}

function altered(
  { name }: PublishedMirror,
  path: 'manifest.json' | 'SHA256SUMS',
  problem: string,
  signer?: Buffer,
): RestoreFailed {
  const by = signer === undefined ? '' : `, which names the key ${fingerprintOf(signer)},`
  return distrust(`${signatureOf(path)} of ${name}${by} ${problem}, so ${path} may have been altered`)
}

function refusal(
  { name }: PublishedMirror,
  { publicKey }: SigningKey,
  signer: Buffer | undefined,
  { planId, accept }: { readonly planId: string; readonly accept: string },
): UnsignedMirror {
  const [by, when] =
    signer === undefined
      ? ['is not signed', 'you published it before you set the key']
      : [`is signed by the key ${fingerprintOf(signer)}`, 'that is your former key']
  return new UnsignedMirror(
    `${name} ${by}, but the config has the key ${fingerprintOf(publicKey)}: anybody who can write to that host may have altered the mirror. Nothing was restored. If ${when}, and nobody else can write there, accept exactly this mirror: --accept-removals ${accept}`,
    planId,
    accept,
  )
}
