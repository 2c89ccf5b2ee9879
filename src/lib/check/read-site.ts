import { hash } from 'node:crypto'
import * as v from 'valibot'
import { findHostProblem, followRedirects, MOST_REDIRECTS, quoteForeign } from '../http/index.ts'
import { type BaseAddress, encodePath, parseBaseAddress } from '../interface/index.ts'
import { MOST_JSON_BYTES, MOST_SMALL_JSON, parseJson, scanJson } from '../reading/index.ts'
import {
  ALLOWED_SIGNERS,
  allowancesOf,
  findContradictions,
  findTarget,
  HOSTS_FILE,
  headersOf,
  PROOFS,
  parseAllowedSigners,
  signatureOf,
  toHostsRecord,
} from '../site/index.ts'
import { findSignatureProblem } from '../site/proof/signature.ts'
import {
  CHAIN,
  type Chain,
  type Changes,
  changesSchema,
  findBreak,
  findManifestProblem,
  isInFuture,
  type Manifest,
  MOST_CHAIN_BYTES,
  parseChain,
  parseChecksums,
  planRestore,
  type Status,
  statusSchema,
  sumOfData,
  upgradeMachineFile,
} from '../snapshot/index.ts'
import {
  type CheckClient,
  type CheckClientOptions,
  openCheckClient,
  SiteUnreachable,
} from './check-client.ts'
import { judgeHeaders } from './judge-headers.ts'
import {
  type CheckAnswer,
  type CheckVerdict,
  describeAnswer,
  fail,
  type Given,
  type LocatedVerdict,
  locationOf,
  pass,
  type Question,
} from './question.ts'
import type { CheckedSite, PreparedHost } from './site.ts'

export interface ReadSite {
  /** The verdicts on the machine-readable files. */
  readonly found: readonly LocatedVerdict[]
  /** Undefined if the manifest or the checksums cannot be read. */
  readonly site?: CheckedSite
  readonly manifest?: Manifest
  readonly status?: Status
}

/** Reads the machine-readable files of a site. Throws {@link SiteUnreachable} if there is no answer to judge. */
export async function readSite(
  client: CheckClient,
  base: BaseAddress,
  { now, maxAge, since }: Known,
): Promise<ReadSite> {
  const found: LocatedVerdict[] = []
  async function read<T>(path: string, parse: (bytes: Buffer) => T): Promise<T | undefined> {
    const answer = await client.ask(askStatement(path))
    const { value, verdict } = readAnswer(answer, parse)
    const headers = verdict.outcome === 'pass' ? judgeHeaders(answer as Given, path, headersOf(path)) : []
    found.push(...[verdict, ...headers].map((one) => ({ ...one, address: answer.address })))
    return value
  }
  const sha512 = new Map<string, Buffer>()
  async function readSigned<T>(path: string, parse: (bytes: Buffer) => T): Promise<T | undefined> {
    return read(path, (bytes) => {
      sha512.set(path, hash('sha512', bytes, 'buffer'))
      return parse(bytes)
    })
  }
  const manifest = await readSigned('manifest.json', parseManifest)
  const sums = await readSigned('SHA256SUMS', (bytes) => parseChecksums(bytes.toString()))
  const status = await read('status.json', parseStatus)
  for (const alive of status ? judgeAlive(status, now, maxAge) : [])
    found.push({ ...alive, address: `${base}status.json` })
  if (manifest === undefined || sums === undefined) return { found }
  const { records, leftOut } = planRestore(manifest, false)
  const say = (path: string, saw: string) =>
    found.push({ ...fail('statements', saw, 'files that agree'), address: base + encodePath(path) })
  for (const { subject, message } of leftOut) say('manifest.json', `${subject}: ${message}`)
  const statements = { sums, manifest: { ...manifest, records }, ...(status && { status }) }
  for (const { path, message } of findContradictions(statements)) say(path, message)
  const byPath = new Map(records.map((record) => [record.path, record]))
  const chain = sums.has(CHAIN)
    ? await read(CHAIN, (bytes) => parsePublishedChain(bytes, records))
    : undefined
  if (since !== undefined) found.push({ ...judgeHistory(since, chain), address: `${base}${CHAIN}` })
  const hosts = sums.has(HOSTS_FILE) ? await read(HOSTS_FILE, parseHosts) : undefined
  const publicKey = sums.has(ALLOWED_SIGNERS) ? await read(ALLOWED_SIGNERS, parseSigners) : undefined
  for (const [path, sum] of publicKey ? sha512 : [])
    await read(signatureOf(path), (bytes) => checkSignature(bytes, publicKey as Buffer, path, sum))
  const changes = sums.has('changes.json') ? await read('changes.json', parseChanges) : undefined
  const site = { base, sums, records: byPath, hosts: hosts ?? [], ...(changes && { changes }) }
  return { found, site, manifest, ...(status && { status }) }
}

/** What was known about a mirror before, and limits for its age. */
interface Known {
  readonly now: Date
  /** Maximum time since the last answer of the origin, in ms. */
  readonly maxAge?: number | undefined
  /** An earlier chain of generations, which the present one must continue. */
  readonly since?: Chain | undefined
}

/** The question for a machine-readable file, with its bytes. */
function askStatement(path: string): Question {
  const most = path === CHAIN ? MOST_CHAIN_BYTES : SMALL.has(path) ? MOST_SMALL_JSON : MOST_JSON_BYTES
  const scan = path.endsWith('.json') ? { scan: () => scanJson(most) } : {}
  return { target: path, most, keep: most, ...scan, judge: () => [] }
}

const SMALL: ReadonlySet<string> = new Set(['status.json', HOSTS_FILE, ALLOWED_SIGNERS, ...PROOFS])

/** The generation in the status.json of a site; undefined if it cannot be read. */
export async function findGeneration(client: CheckClient): Promise<string | undefined> {
  const answer = await client.ask(askStatement('status.json'))
  return readAnswer(answer, parseStatus).value?.generation
}

function readAnswer<T>(
  answer: CheckAnswer,
  parse: (bytes: Buffer) => T,
): { value?: T; verdict: CheckVerdict } {
  const expected = '200 with a file of a mirror'
  if (answer.kind === 'failed') throw new SiteUnreachable(`${answer.address} ${answer.message}.`)
  const { status, problem } = answer
  if (status === 401 || status === 403)
    throw new SiteUnreachable(`${answer.address} answered ${status}, but a mirror must be public.`)
  if (status >= 500 || status === 429) throw new SiteUnreachable(`${answer.address} answered ${status}.`)
  if (status !== 200 || problem !== undefined)
    return { verdict: fail('statements', describeAnswer(answer), expected) }
  try {
    return { value: parse(answer.head), verdict: pass('statements') }
  } catch (error) {
    return { verdict: fail('statements', (error as Error).message, expected) }
  }
}

function parseManifest(bytes: Buffer): Manifest {
  const manifest = upgradeMachineFile(parseJson(bytes))
  const problem = findManifestProblem(manifest)
  if (problem !== undefined) throw new Error(`not a valid manifest (${problem})`)
  return manifest as Manifest
}

function parseStatus(bytes: Buffer): Status {
  const status = upgradeMachineFile(parseJson(bytes))
  if (!v.is(statusSchema, status)) throw new Error('not a valid status file')
  return status as Status
}

function parseHosts(bytes: Buffer): PreparedHost[] {
  const record = toHostsRecord(parseJson(bytes))
  if (record === undefined) throw new Error('not a valid hosts file')
  return record.targets.flatMap((name) => {
    const target = findTarget(name)
    if (target === undefined) return []
    return [{ name, title: target.title, routes: target.query === 'host', allowances: allowancesOf(name) }]
  })
}

// The chain of a mirror whose manifest it must agree with.
function parsePublishedChain(bytes: Buffer, records: Manifest['records']): Chain {
  const chain = parseChain(bytes.toString())
  if (chain.at(-1)?.data !== sumOfData({ records }))
    throw new Error('its last line is not about the data of manifest.json')
  return chain
}

function judgeHistory(since: Chain, chain: Chain | undefined): CheckVerdict {
  const problem = chain === undefined ? `there is no valid ${CHAIN}` : findBreak(since, chain)
  if (problem === undefined) return pass('history')
  return fail(
    'history',
    chain === undefined ? problem : `it ${problem}`,
    'all lines of --since, and lines that follow them',
  )
}

function parseSigners(bytes: Buffer): Buffer {
  return parseAllowedSigners(bytes.toString())
}

function checkSignature(bytes: Buffer, publicKey: Buffer, path: string, sha512: Buffer): void {
  const problem = findSignatureProblem(bytes.toString(), publicKey, sha512)
  if (problem !== undefined) throw new Error(`as a signature of ${path}, it ${problem}`)
}

function parseChanges(bytes: Buffer): Changes {
  const changes = parseJson(bytes)
  if (!v.is(changesSchema, changes)) throw new Error('not a valid changes file')
  return changes
}

function judgeAlive(status: Status, now: Date, maxAge: number | undefined): CheckVerdict[] {
  const { goodUntil, triedAt } = status
  if (isInFuture(triedAt, now))
    return [fail('alive', `the last run was ${triedAt}`, `a time before now, ${now.toISOString()}`)]
  const good =
    now.getTime() <= Date.parse(goodUntil)
      ? pass('alive')
      : fail('alive', `good until ${goodUntil}, the last run was ${triedAt}`, 'a time in the future')
  if (maxAge === undefined) return [good]
  const answeredAt = lastAnswer(status)
  const oldest = new Date(now.getTime() - maxAge)
  const young = answeredAt !== undefined && Date.parse(answeredAt) >= oldest.getTime()
  const saw =
    answeredAt === undefined ? 'the origin never answered' : `the origin last answered ${answeredAt}`
  return [good, young ? pass('alive') : fail('alive', saw, `not before ${oldest.toISOString()} (--max-age)`)]
}

// A status.json without answeredAt is from an older version; the crawl of the published data is then the last known answer.
function lastAnswer({ answeredAt, crawledAt }: Status): string | undefined {
  return answeredAt ?? crawledAt
}

/**
 * The base address at which a mirror answers. Redirects are followed by the rules of a restore. Throws {@link SiteUnreachable} if they
 * lead elsewhere, or if there is no answer.
 */
export async function findBase(options: CheckClientOptions): Promise<BaseAddress> {
  const found = await followRedirects(new URL('status.json', options.base), async (url) => {
    const base = parseBaseAddress(new URL('.', url).href)
    const client = openCheckClient({ ...options, base })
    const answer = await client.ask(askStatement('status.json')).finally(() => client.close())
    if (answer.kind === 'failed') throw new SiteUnreachable(`${answer.address} ${answer.message}.`)
    const target = locationOf(answer)
    if (target === undefined) return base
    const problem = findHostProblem(url, target) ?? findPathProblem(target)
    if (problem === undefined && target !== null) return target
    throw new SiteUnreachable(`${url.href} redirects ${problem}: name that address if the mirror is there.`)
  })
  if (found === undefined)
    throw new SiteUnreachable(`${options.base} redirects more than ${MOST_REDIRECTS} times.`)
  return found
}

function findPathProblem(target: URL | null): string | undefined {
  return target?.pathname.endsWith('/status.json')
    ? undefined
    : `to another address, ${quoteForeign(target?.href ?? '')}`
}
