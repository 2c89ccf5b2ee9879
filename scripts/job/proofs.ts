import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../src/lib/config/index.ts'
import { FetchFailure, openTransport, retryAfterOf } from '../../src/lib/http/index.ts'
import {
  findTimestampProblem,
  MOST_REPLY_BYTES,
  renderTimestampRequest,
  signSite,
  TIMESTAMP,
} from '../../src/lib/site/proof/sign-site.ts'
import type { SigningKey } from '../../src/lib/site/proof/signing-key.ts'
import { carryFile, findDigest, makeFolder, readBounded } from '../../src/lib/snapshot/index.ts'
import { readNetwork } from './network.ts'
import { userAgent } from './program.ts'

/** Receives a warning: something went wrong, but the run does not fail. */
export type OnWarning = ((warning: string) => void) | undefined

/** A complete new site, and what is needed to sign and time-stamp it. */
interface Proving {
  readonly settings: Settings
  /** The folder of the new site. */
  readonly site: string
  /** The published site. */
  readonly published: string
  readonly key: SigningKey | undefined
  readonly signal: AbortSignal
  readonly onWarning?: OnWarning
}

/** Signs a new site and gets a time stamp for it, if the settings ask for that. */
export async function proveSite(proving: Proving): Promise<void> {
  const { settings, site, published, key } = proving
  if (key) signSite(site, key)
  const sha256 = sumOf(site)
  // The site may be a copy of a site with other checksums, whose time stamp does not apply.
  if (!hasTimestamp(site, sha256))
    for (const path of Object.values(TIMESTAMP)) rmSync(join(site, path), { force: true })
  if (settings.timestampAuthority === undefined || hasTimestamp(site, sha256)) return
  if (hasTimestamp(published, sha256))
    for (const path of Object.values(TIMESTAMP)) carryFile(join(published, path), join(site, path))
  else await requestTimestamp({ ...proving, folder: site }, sha256)
}

/** Gets a time stamp for a published site without one: the authority had failed when it was built. `folder`: a scratch folder on the same disk. */
export async function completeTimestamp(
  proving: Omit<Proving, 'site' | 'key'> & { readonly folder: string },
): Promise<void> {
  const { settings, published, folder } = proving
  const sha256 = sumOf(published)
  if (settings.timestampAuthority === undefined || hasTimestamp(published, sha256)) return
  makeFolder(folder)
  if (await requestTimestamp(proving, sha256))
    for (const path of Object.values(TIMESTAMP)) renameSync(join(folder, path), join(published, path))
}

function sumOf(site: string): Buffer {
  return Buffer.from(findDigest(join(site, 'SHA256SUMS'))?.sha256 ?? '', 'hex')
}

function hasTimestamp(site: string, sha256: Buffer): boolean {
  try {
    // Does not wait for something else of this name, such as a pipe.
    const [request, reply] = [TIMESTAMP.request, TIMESTAMP.reply].map((path) =>
      readBounded(join(site, path), MOST_REPLY_BYTES),
    )
    return (
      renderTimestampRequest(sha256).equals(request as Buffer) &&
      findTimestampProblem(reply as Buffer, sha256) === undefined
    )
  } catch {
    return false
  }
}

/** Requests a time stamp and writes it to a folder. A failure is only a warning. Resolves to whether it succeeded. */
async function requestTimestamp(
  {
    settings,
    folder,
    signal,
    onWarning,
  }: Pick<Proving, 'settings' | 'signal' | 'onWarning'> & { readonly folder: string },
  sha256: Buffer,
): Promise<boolean> {
  const address = new URL(settings.timestampAuthority as string)
  const request = renderTimestampRequest(sha256)
  try {
    const reply = await ask(settings, address, request, signal)
    const problem = findTimestampProblem(reply, sha256)
    if (problem !== undefined)
      throw new FetchFailure('foreign', address.href, `sent an answer that ${problem}`)
    for (const [path, bytes] of [
      [TIMESTAMP.request, request],
      [TIMESTAMP.reply, reply],
    ] as const)
      writeFileSync(join(folder, path), bytes)
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof FetchFailure)) throw error
    onWarning?.(
      `The time stamping authority failed, so the site has no time stamp: ${error.address} ${error.message}. The next run asks again.`,
    )
    return false
  }
}

/** Seconds after which the authority has failed, including all retries and pauses, because the build waits for it. */
const LONGEST = 60
const MOST_RETRIES = 2
async function ask(settings: Settings, url: URL, request: Buffer, signal: AbortSignal): Promise<Buffer> {
  const { deadlines, retries, contact } = settings
  const total = Math.min(deadlines.total, LONGEST)
  const most = Math.min(retries, MOST_RETRIES)
  const end = performance.now() + total * 1000
  const late = AbortSignal.timeout(total * 1000)
  const transport = openTransport({
    deadlines: { ...deadlines, total },
    retries: most,
    connections: 1,
    network: readNetwork(settings),
    signal: AbortSignal.any([signal, late]),
  })
  const headers = { 'user-agent': userAgent(contact), 'content-type': 'application/timestamp-query' }
  const once = (round: number) => {
    const chunks: Buffer[] = []
    const sending = {
      ...{ url, headers, body: request, method: 'POST' as const },
      open: () => ({
        write(chunk: Uint8Array) {
          chunks.push(Buffer.from(chunk))
          if (chunks.reduce((sum, { length }) => sum + length, 0) > MOST_REPLY_BYTES)
            throw new FetchFailure('large', url.href, `sent more than ${MOST_REPLY_BYTES} bytes`)
        },
      }),
    }
    return transport.send(
      sending,
      ({ answer, error }) => {
        if (error !== undefined) throw error
        if (answer?.status === 200) return Buffer.concat(chunks)
        const retryAfter = answer && retryAfterOf(answer)
        const asked = retryAfter ? ` and asked for a pause of ${Math.ceil(retryAfter / 1000)} s` : ''
        const { status } = answer ?? {}
        throw new FetchFailure('status', url.href, `answered ${status}${asked}`, { status, retryAfter })
      },
      round > 0,
    )
  }
  try {
    return await transport.repeat(once, {
      // A pause that would exceed the deadline ends the retries.
      retries: ({ retryAfter = 0 }) => (performance.now() + retryAfter > end ? 0 : most),
      giveUp: (failure) => failure,
    })
  } catch (error) {
    if (error !== late.reason) throw error
    throw new FetchFailure('timeout', url.href, `gave no time stamp within ${total} s`)
  } finally {
    await transport.close()
  }
}
