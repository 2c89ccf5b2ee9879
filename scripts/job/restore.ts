import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, type Settings } from '../../src/lib/config/index.ts'
import { idsOf, type RefusedRemoval } from '../../src/lib/crawl/index.ts'
import { openHttpMirror } from '../../src/lib/crawl/restore-http.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import {
  findSignatureProblem,
  findSigner,
  fingerprintOf,
  signatureOf,
} from '../../src/lib/site/proof/signature.ts'
import type { SigningKey } from '../../src/lib/site/proof/signing-key.ts'
import { openPublished } from '../../src/lib/site/published.ts'
import {
  CHAIN,
  findReadable,
  type Generation,
  type Manifest,
  MOST_CHAIN_BYTES,
  openFolderMirror,
  type PublishedMirror,
  parseChain,
  parseChecksums,
  type Restored,
  RestoreFailed,
  readPublishedText,
  restore,
  sumOfData,
  withState,
} from '../../src/lib/snapshot/index.ts'
import { checkService } from './crawl-origin.ts'
import { isSameService } from './load-settings.ts'
import { readNetwork } from './network.ts'
import { userAgent } from './program.ts'
import { readSigningKey } from './signing-key.ts'

/** The service that the published mirror must be of: that of the settings, or `any` if they name none. */
export type Service = 'settings' | 'any'

/**
 * Restores the snapshot from a published mirror: an address or a folder. Throws a ConfigError if it is a mirror of another service than the
 * settings or the local snapshot state, and UnsignedMirror if the settings have a key that has not signed it and `accept` does not contain its
 * plan id. `accepted`: the ids in `accept` that were needed.
 */
export async function restoreSnapshot(
  settings: Settings,
  named: string,
  service: Service,
  { signal, accept }: { readonly signal: AbortSignal; readonly accept: string | undefined },
): Promise<Restored & { readonly accepted: readonly string[] }> {
  const accepted: string[] = []
  const trusting = { accept: idsOf(accept), onAccepted: (id: string) => accepted.push(id) }
  const key = readSigningKey(settings)
  const mirror = openNamed(settings, named, signal)
  const trust = (bytes: Buffer, published: Manifest) =>
    key ? trustMirror(mirror, bytes, published, { key, ...trusting }) : Promise.resolve(mirror)
  const { state, concurrency, maxTotalBytes, origin } = settings
  const isAny = origin === undefined && service === 'any'
  try {
    const restored = await withState(state, () => {
      const current = findReadable(state)
      if (!isAny) checkService(settings, current)
      const accepts = (published: Manifest) =>
        isAny
          ? checkAgainstSnapshot(current, state, published, named)
          : checkAgainstSettings(settings, published, named)
      const now = new Date()
      return restore({ state, current, mirror, concurrency, maxTotalBytes, now, signal, accepts, trust })
    })
    return { ...restored, accepted }
  } finally {
    await mirror.close?.()
  }
}

function openNamed(
  settings: Settings,
  named: string,
  signal: AbortSignal,
): PublishedMirror & { close?(): Promise<void> } {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(named)) {
    const folder = resolve(named)
    if (statSync(folder, { throwIfNoEntry: false })?.isFile())
      throw new ConfigError(`--restore: expected the address or folder of a mirror, saw the file ${folder}.`)
    return openFolderMirror(openPublished(folder))
  }
  const { deadlines, retries, minRate, concurrency, contact } = settings
  try {
    const base = parseBaseAddress(named.replace(/\/(?:manifest\.json|index\.html)$/, '/'))
    return openHttpMirror({
      base,
      deadlines,
      retries,
      minRate,
      connections: concurrency,
      userAgent: userAgent(contact),
      network: readNetwork(settings),
      signal,
    })
  } catch (error) {
    if (error instanceof TypeError) throw new ConfigError(`--restore: ${error.message}.`, { cause: error })
    throw error
  }
}

// A published mirror of the bundled sample is ignored if the settings name a service.
function checkAgainstSettings({ origin }: Settings, published: Manifest, named: string): boolean {
  if (published.sample || origin === undefined) {
    if (published.sample && origin === undefined) return true
    if (published.sample) return false
    throw foreign(named, published, 'the bundled sample; name its address with --origin')
  }
  if (isSameService(published.origin, origin)) return true
  throw foreign(named, published, origin.join(', '))
}

function checkAgainstSnapshot(
  current: Generation | undefined,
  state: string,
  published: Manifest,
  named: string,
): boolean {
  if (current === undefined) return true
  const snapshot = current.manifest
  const isSame = snapshot.sample
    ? published.sample === true
    : isSameService(published.origin, snapshot.origin)
  if (isSame) return true
  throw foreign(
    named,
    published,
    `${snapshot.origin.join(', ')}, as ${state} is. Name another folder with --state`,
  )
}

function foreign(named: string, { origin }: Manifest, wanted: string): ConfigError {
  return new ConfigError(`--restore: ${named} is a mirror of ${origin.join(', ')}, not of ${wanted}.`)
}

/** A published mirror is not signed with the key of the config. Nothing was restored; the operator may accept exactly this mirror. */
export class UnsignedMirror extends Error {
  override name = 'UnsignedMirror'
  /** How to accept it, in the form of a refused removal. */
  readonly removal: RefusedRemoval

  /** `accept`: the value of `--accept-removals` that accepts it, including the ids that were passed to this run. */
  constructor(message: string, planId: string, accept: string) {
    super(message)
    this.removal = { planId, losses: [], codes: [], accept }
  }
}

/** The key of the config, and the plan ids that the operator accepts. */
interface Trusting {
  readonly key: SigningKey
  readonly accept: readonly string[]
  /** Called with the id of a mirror that was accepted. */
  onAccepted(planId: string): void
}

const MOST_SUMS_BYTES = 500_000_000
const MOST_SIGNATURE_BYTES = 4096

/** Files that are restored besides the data, and whose checksums are not in `manifest.json`. */
const COVERED = ['changes.json', 'hosts.json', CHAIN]

/**
 * Checks who has signed a published mirror, because the next build signs what is restored. If it is signed, resolves to a mirror that only reads
 * files with a signed checksum. Throws {@link RestoreFailed} if a signature does not match, and {@link UnsignedMirror} if it is not signed with the
 * key, unless the operator has accepted this manifest.
 */
async function trustMirror(
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
