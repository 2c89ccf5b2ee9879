import { type Dirent, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Parser } from 'htmlparser2'
import { decodeSegment } from '../../interface/index.ts'
import { MOST_SMALL_JSON } from '../../reading/json/bounded.ts'
import {
  CHAIN,
  findDigest,
  isInFuture,
  type Manifest,
  MOST_CHAIN_BYTES,
  parseChain,
  readBounded,
  readTextFile,
  sumOfData,
} from '../../snapshot/index.ts'
import { findTimestampProblem, MOST_REPLY_BYTES, sha512Of, TIMESTAMP } from '../proof/sign-site.ts'
import {
  ALLOWED_SIGNERS,
  findSignatureProblem,
  parseAllowedSigners,
  SIGNED,
  signatureOf,
} from '../proof/signature.ts'
import {
  findContradictions,
  isOfEarlierRun,
  readStatements,
  type Statements,
  UNSUMMED,
  type Verdict,
  type VerifyFinding,
  type VerifyNote,
} from './statements.ts'

/**
 * Compares a published site with its own `SHA256SUMS`, `manifest.json` and `status.json`, and follows every link of its pages. Everything
 * that is wrong with the site is a finding, never an error.
 */
export function verifySite(site: string, now = new Date()): Verdict {
  const steps = verifyInSteps(site, now)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** {@link verifySite} as steps of one file each: the caller may stop between two of them. */
export function* verifyInSteps(site: string, now = new Date()): Generator<void, Verdict, void> {
  const statements = readStatements(site)
  if (statements.sums === undefined && statements.manifest === undefined)
    return { files: 0, links: 0, findings: statements.findings, notes: [] }
  const walked = walk(site)
  const { files, odd, closed } = walked
  const unseen = [...(statements.sums?.keys() ?? [])].filter((path) =>
    closed.some((folder) => path.startsWith(folder)),
  )
  const { links, dead } = yield* findDeadLinks(site, [...files, ...unseen])
  const altered = statements.sums
    ? yield* findAltered(site, walked, statements.sums, statements.manifest)
    : []
  const proofs = verifyProofs(site, files)
  return {
    files: files.length,
    links,
    findings: [
      ...statements.findings,
      ...odd,
      ...altered,
      ...(statements.sums ? findUnexpected(files, statements.sums) : []),
      ...findContradictions(statements),
      ...verifyChain(site, files, statements.manifest),
      ...proofs.findings,
      ...verifyTimestamp(site, files),
      ...dead,
    ],
    notes: [...notesOf(statements, now), ...proofs.notes],
  }
}

function notesOf({ manifest, status }: Statements, now: Date): VerifyNote[] {
  if (status === undefined) return []
  const notes: VerifyNote[] = []
  if (isInFuture(status.triedAt, now))
    notes.push({
      code: 'future',
      message: `status.json is of a run at ${status.triedAt}, which is in the future, so it is unknown whether the mirror is up to date. Check the clock of this machine and that of the machine that runs the mirror.`,
    })
  if (now.getTime() > Date.parse(status.goodUntil))
    notes.push({
      code: 'outdated',
      message: `status.json was valid until ${status.goodUntil}: no run has reached the origin since ${status.answeredAt ?? status.triedAt}, so the mirror may be outdated.`,
    })
  if (manifest !== undefined && isOfEarlierRun(manifest, status))
    notes.push({
      code: 'earlier-status',
      message: `status.json is that of an earlier run (${status.generation}) than manifest.json (${manifest.generation}): a build or an upload was interrupted between the two. Build, or upload the site again.`,
    })
  return notes
}

// Lists the files of a site, and everything that is neither a file nor a folder: a link may lead outside it, and a pipe never ends.
function walk(site: string) {
  const files: string[] = []
  const odd: VerifyFinding[] = []
  /** Folders that cannot be read, with a slash at the end. */
  const closed: string[] = []
  const look = (folder: string) => {
    for (const entry of entriesOf(site, folder, { odd, closed })) {
      const path = `${folder}${entry.name}`
      if (entry.isDirectory()) look(`${path}/`)
      else if (entry.isFile()) files.push(path)
      else odd.push({ kind: 'unexpected', path, message: 'It is a link or a device, not a regular file.' })
    }
  }
  look('')
  return { files: files.sort(), odd, closed }
}

function entriesOf(
  site: string,
  folder: string,
  { odd, closed }: { readonly odd: VerifyFinding[]; readonly closed: string[] },
): Dirent[] {
  try {
    return readdirSync(join(site, folder), { withFileTypes: true })
  } catch (error) {
    closed.push(folder)
    odd.push({ kind: 'unreadable', path: folder, message: (error as Error).message })
    return []
  }
}

function* findAltered(
  site: string,
  { files, closed }: ReturnType<typeof walk>,
  sums: ReadonlyMap<string, string>,
  manifest: Manifest | undefined,
): Generator<void, VerifyFinding[], void> {
  const there = new Set(files)
  const lengths = new Map(manifest?.records.map(({ path, bytes }) => [path, bytes]))
  const findings: VerifyFinding[] = []
  for (const [path, sha256] of sums) {
    if (closed.some((folder) => path.startsWith(folder))) continue
    const found = there.has(path)
      ? compareFile(site, { path, sha256, bytes: lengths.get(path) })
      : missing(path)
    if (found !== undefined) findings.push(found)
    yield
  }
  return findings
}

function missing(path: string): VerifyFinding {
  return { kind: 'missing', path, message: 'SHA256SUMS lists it, but it is missing.' }
}

interface Stated {
  readonly path: string
  readonly sha256: string
  readonly bytes: number | undefined
}

function compareFile(site: string, { path, sha256, bytes }: Stated): VerifyFinding | undefined {
  try {
    const found = findDigest(join(site, path))
    if (found === undefined) return missing(path)
    if (found.sha256 === sha256) return findOtherLength(path, found.bytes, bytes)
    return { kind: 'altered', path, message: `Its sha256 is ${found.sha256}, SHA256SUMS lists ${sha256}.` }
  } catch (error) {
    return { kind: 'unreadable', path, message: (error as Error).message }
  }
}

function findOtherLength(path: string, bytes: number, stated = bytes): VerifyFinding | undefined {
  const message = `manifest.json states ${stated} bytes, the file has ${bytes}.`
  return bytes === stated ? undefined : { kind: 'contradiction', path, message }
}

function findUnexpected(files: readonly string[], sums: ReadonlyMap<string, string>): VerifyFinding[] {
  const there = new Set(files)
  const missing = new Set([...sums.keys()].filter((path) => !there.has(path)).map(foldPath))
  return files
    .filter((path) => !sums.has(path) && !UNSUMMED.includes(path))
    .map((path) => ({
      kind: 'unexpected',
      path,
      message: missing.has(foldPath(path))
        ? 'SHA256SUMS lists it in other letters: the names differ only in case or Unicode form. It was renamed, or copied by a program or to a disk that changes names. Copy the site again.'
        : 'SHA256SUMS does not list it.',
    }))
}

/** What names have in common that a disk may not distinguish. */
function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** The links of a page, as written, and its ids. */
interface PageLinks {
  readonly links: readonly string[]
  readonly ids: ReadonlySet<string>
}

/**
 * Finds links of pages to files or parts of pages that are missing: one finding for each target, with the first page that links to it and
 * the number of links. Pages are read one at a time, and again if a link leads to a part of them, so only the targets are in memory.
 */
function* findDeadLinks(
  site: string,
  files: readonly string[],
): Generator<void, { links: number; dead: VerifyFinding[] }, void> {
  const known = new Set(files)
  const parts = new Map<string, Map<string, Asking>>()
  const dead = new Map<string, Asking>()
  let links = 0
  for (const path of files.filter((file) => file.endsWith('.html'))) {
    for (const link of readFound(site, path).links) {
      const target = findTarget(path, link)
      if (target === undefined) continue
      links++
      const { file, fragment } = target
      if (!known.has(file)) ask(dead, `leads to ${file}, which is missing`, path, link)
      else if (fragment !== '' && file.endsWith('.html')) {
        const asked = parts.get(file) ?? new Map<string, Asking>()
        parts.set(file, asked)
        ask(asked, fragment, path, link)
      }
    }
    yield
  }
  for (const [file, asked] of parts) {
    const { ids } = readFound(site, file)
    for (const [fragment, asking] of asked)
      if (!ids.has(fragment)) dead.set(`leads to the part "${fragment}" of ${file}, which is missing`, asking)
    yield
  }
  return { links, dead: [...dead].map(([problem, asking]) => findingOf(problem, asking)) }
}

/** Reads the `href`, `src` and `id` attributes of a page. */
function readPage(html: string): PageLinks {
  const links: string[] = []
  const ids = new Set<string>()
  const parser = new Parser({
    onopentag(_name, { href, src, id }) {
      if (href !== undefined) links.push(href)
      if (src !== undefined) links.push(src)
      if (id !== undefined) ids.add(id)
    },
  })
  parser.end(html)
  return { links, ids }
}

// The first link to a target, and the number of links.
interface Asking {
  readonly path: string
  readonly link: string
  count: number
}

function ask(asked: Map<string, Asking>, place: string, path: string, link: string): void {
  const asking = asked.get(place)
  if (asking) asking.count++
  else asked.set(place, { path, link, count: 1 })
}

function findingOf(problem: string, { path, link, count }: Asking): VerifyFinding {
  const more = count === 1 ? '' : ` (and ${count - 1} more ${count === 2 ? 'link' : 'links'})`
  return { kind: 'dead link', path, message: `${link} ${problem}${more}` }
}

// A page that cannot be read is reported with its checksum.
function readFound(site: string, path: string): PageLinks {
  try {
    return readPage(readTextFile(join(site, path)))
  } catch {
    return { links: [], ids: new Set() }
  }
}

interface Target {
  readonly file: string
  readonly fragment: string
}

// The target of a relative link; undefined for links that leave the site. The 404 page is served at any depth: its links are made by a
// script.
function findTarget(page: string, link: string): Target | undefined {
  if (page === '404.html' || /^([a-z][a-z0-9+.-]*:|\/)/i.test(link)) return undefined
  const [address = '', fragment = ''] = link.split('#')
  const decoded = (address.split('?')[0] ?? '')
    .split('/')
    .map((segment) => decodeSegment(segment) ?? segment)
    .join('/')
  const path = decoded === '' ? page : posix.join(posix.dirname(page), decoded)
  return {
    file: path === '.' || path.endsWith('/') ? posix.join(path, 'index.html') : path,
    fragment: decodeSegment(fragment) ?? fragment,
  }
}

/** The finding about a proof that does not fit or cannot be read; none if `findProblem` finds none. */
function judge(path: string, findProblem: () => string | undefined): VerifyFinding[] {
  try {
    const message = findProblem()
    return message === undefined ? [] : [{ kind: 'contradiction', path, message }]
  } catch (error) {
    return [{ kind: 'unreadable', path, message: (error as Error).message }]
  }
}

/** Compares the chain of generations, if a site has one, with its manifest. */
function verifyChain(
  site: string,
  files: readonly string[],
  manifest: Manifest | undefined,
): VerifyFinding[] {
  if (!files.includes(CHAIN)) return []
  return judge(CHAIN, () => {
    const last = parseChain(readTextFile(join(site, CHAIN), MOST_CHAIN_BYTES)).at(-1)
    if (manifest === undefined || last?.data === sumOfData(manifest)) return undefined
    return 'Its last line is not about the data that manifest.json lists.'
  })
}

/** Compares the time stamp of the checksums, if a site has one, with them. */
function verifyTimestamp(site: string, files: readonly string[]): VerifyFinding[] {
  const path = TIMESTAMP.reply
  if (!files.includes(path)) return []
  return judge(path, () => {
    const sha256 = Buffer.from(findDigest(join(site, 'SHA256SUMS'))?.sha256 ?? '', 'hex')
    const problem = findTimestampProblem(readBounded(join(site, path), MOST_REPLY_BYTES), sha256)
    return problem && `As a time stamp of SHA256SUMS, it ${problem}.`
  })
}

/** Compares the signatures of a site with its own public key. `files`: all of its files. */
function verifyProofs(site: string, files: readonly string[]): Pick<Verdict, 'findings' | 'notes'> {
  const signatures = SIGNED.map((path) => ({ path, signature: signatureOf(path) }))
  const [signed, unsigned] = [true, false].map((isThere) =>
    signatures.filter(({ signature }) => files.includes(signature) === isThere),
  ) as [typeof signatures, typeof signatures]
  if (!files.includes(ALLOWED_SIGNERS))
    return {
      findings: signed.map(({ signature }) => ({
        kind: 'unexpected',
        path: signature,
        message: `The site has no public key (${ALLOWED_SIGNERS}).`,
      })),
      notes: [],
    }
  return {
    findings: [
      ...signed.flatMap(({ path, signature }) => findFault(site, path, signature)),
      ...unsigned
        .filter(({ path }) => path === 'SHA256SUMS')
        .map(({ signature: path }) => ({ kind: 'missing' as const, path, message: 'The site is signed.' })),
    ],
    notes: unsigned
      .filter(({ path }) => path !== 'SHA256SUMS')
      .map(({ path, signature }) => ({
        code: 'unsigned' as const,
        message: `${signature} is missing, although the site is signed: a run was interrupted while it replaced ${path}. Build again.`,
      })),
  }
}

function findFault(site: string, path: string, signature: string): VerifyFinding[] {
  return judge(signature, () => {
    const publicKey = parseAllowedSigners(readTextFile(join(site, ALLOWED_SIGNERS), MOST_SMALL_JSON))
    const signed = readTextFile(join(site, signature), MOST_SMALL_JSON)
    const problem = findSignatureProblem(signed, publicKey, sha512Of(join(site, path)))
    return problem && `As a signature of ${path}, it ${problem}.`
  })
}
