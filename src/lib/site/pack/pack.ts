import { createHash, hash } from 'node:crypto'
import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  describeKind,
  fileSource,
  findDigest,
  type Manifest,
  NotAFile,
  removeLeft,
} from '../../snapshot/index.ts'
import { PROOFS } from '../proof/sign-site.ts'
import { findOwnStats, isThroughLink } from '../published.ts'
import { findContradictions, readStatements, type Statements, UNSUMMED } from '../verify/statements.ts'
import { hostAndPath } from '../view/chrome.ts'
import { openZip } from './zip.ts'

export interface Packing {
  /** The file to write. */
  readonly out: string
  /** Whether the site is still the planned one, with the same statements. */
  isInPlace(): boolean
  readonly signal?: AbortSignal
}

/**
 * Writes the archive of a site, whole or not at all. Throws {@link Unpackable} if a file differs from what the site states, or if the site
 * was replaced meanwhile.
 */
export async function packSite(site: string, plan: PackPlan, { out, isInPlace, signal }: Packing) {
  const part = `${out}.part`
  const texts = plan.texts.map(({ path, text }) => ({ path, bytes: Buffer.from(text) }))
  removeOfKilled(part)
  const zip = openZip(part)
  const isOurs = ownFile(part)
  try {
    const time = new Date(plan.manifest.completedAt)
    for (const { path, bytes } of texts)
      zip.add({ name: `${plan.name}/${path}`, time, bytes: bytes.length }, [bytes])
    for (const file of plan.files) {
      const { path, time, bytes } = file
      zip.add({ name: `${plan.name}/${plan.folder}${path}`, time, bytes }, readChecked(site, file))
      // Gives an interruption a chance between two files.
      await setImmediate()
      signal?.throwIfAborted()
    }
    zip.finish()
    if (!isInPlace()) throw new Unpackable(`${site} was replaced while it was packed. Run pack again.`)
    const { sha256, bytes } = complete(part, out, isOurs)
    const lengths = [...texts.map((file) => file.bytes.length), ...plan.files.map((file) => file.bytes)]
    // The bytes of all files together, and those of the archive.
    return { files: lengths.length, contents: lengths.reduce((sum, one) => sum + one, 0), bytes, sha256 }
  } finally {
    zip.close()
    if (isOurs()) removeLeft(part)
  }
}

/** Another run writes the same file. */
export class TargetInUse extends Error {
  override name = 'TargetInUse'

  constructor(out: string) {
    super(
      `Another run began to write ${out}, and goes on. Look at its result, or name another file with --out.`,
    )
  }
}

/** Whether a file that was just created still has its name: another run may take it for what a killed one left. */
export function ownFile(part: string): () => boolean {
  const { ino } = lstatSync(part)
  return () => lstatSync(part, { throwIfNoEntry: false })?.ino === ino
}

/** Gives a file that is complete its name. Throws {@link TargetInUse} if it is no longer ours. */
export function complete(
  part: string,
  out: string,
  isOurs: () => boolean,
): { readonly sha256: string; readonly bytes: number } {
  const digest = findDigest(part)
  if (digest === undefined || !isOurs()) throw new TargetInUse(out)
  renameSync(part, out)
  return digest
}

/** Removes what a killed run left; anything but a regular file belongs to somebody else. */
export function removeOfKilled(part: string): void {
  const stats = lstatSync(part, { throwIfNoEntry: false })
  if (stats?.isFile()) rmSync(part)
  else if (stats) throw new NotAFile(part, describeKind(stats))
}

/** The bytes of a file of the site. Throws {@link Unpackable} at their end if they are not those that the site states. */
export function* readChecked(site: string, { path, bytes, sha256 }: PackedFile): Iterable<Uint8Array> {
  const hash = createHash('sha256')
  let read = 0
  for (const chunk of fileSource(join(site, path))()) {
    hash.update(chunk)
    read += chunk.length
    yield chunk
  }
  if (read !== bytes || (sha256 !== undefined && hash.digest('hex') !== sha256))
    throw new Unpackable(
      `${path} differs from SHA256SUMS, or changed while it was packed. Run verify, or build the site again.`,
    )
}

/** A file to pack: its path in the site, its time in the archive, and the sha256 it must have, if the site states one. */
export interface PackedFile {
  readonly path: string
  readonly time: Date
  readonly sha256?: string
  readonly bytes: number
}

/** The files to pack, and the name of the archive. */
export interface PackPlan {
  /** The folder in the archive; with `.zip`, the name of the archive. */
  readonly name: string
  readonly manifest: Manifest
  /** Files of the archive that the site does not have. */
  readonly texts: readonly { readonly path: string; readonly text: string }[]
  /** Where the site is in the folder, with a slash at the end; empty if it is the folder. */
  readonly folder: string
  /** The files of the site, sorted by path. */
  readonly files: readonly PackedFile[]
}

/** A site that cannot be packed or prepared for a host as it is; the message names the file. */
export class Unpackable extends Error {
  override name = 'Unpackable'
}

/** The largest file without ZIP64 records, which old programs do not read; with room for incompressible data. */
const MOST_BYTES = 0xffff_ffff - 0xff_ffff

/**
 * Plans the archive of a site: every file with a checksum, and the files of {@link UNSUMMED}. Data files have the time their data last
 * changed, all others the time of the crawl. Both are from the manifest, because times on disk differ from copy to copy.
 */
export function planPack(site: string): PackPlan {
  const { manifest, sums } = checkedStatements(site)
  const changed = new Map(manifest.records.map(({ path, changedAt }) => [path, changedAt]))
  const unsummed = UNSUMMED.filter((path) => !PROOFS.includes(path) || existsSync(join(site, path)))
  const paths = [...new Set([...sums.keys(), ...unsummed])].sort()
  return {
    name: nameOf(manifest),
    manifest,
    texts: [],
    folder: '',
    files: paths.map((path) => {
      checkInside(site, path)
      const sha256 = sums.get(path)
      const time = new Date(changed.get(path) ?? manifest.completedAt)
      return { path, time, bytes: sizeOf(site, path), ...(sha256 !== undefined && { sha256 }) }
    }),
  }
}

/**
 * What a site states about itself. Throws {@link Unpackable} if a statement is missing, damaged or contradicts another, and UnreadableFile
 * if the disk or the permissions are at fault.
 */
export function checkedStatements(site: string): Required<Omit<Statements, 'findings' | 'fault'>> {
  const statements = readStatements(site)
  const { sums, manifest, status, findings, fault } = statements
  if (fault !== undefined) throw fault
  const [finding] = [...findings, ...findContradictions(statements)]
  if (finding === undefined && sums && manifest && status) return { sums, manifest, status }
  throw new Unpackable(
    `${site} is not correct: ${finding?.path}: ${finding?.message} Run verify, or build the site again.`,
  )
}

/** `mirror-of-data.example.org-2026-11-20`: the origin, and the day of the crawl. */
function nameOf({ origin, sample, completedAt }: Manifest): string {
  const what = sample ? 'the-sample' : hostAndPath(origin[0] ?? '').replace(/[^\p{L}\p{N}._-]+/gu, '-')
  return `mirror-of-${what}-${completedAt.slice(0, 10)}`
}

// No file of the archive may lead outside the folder into which it is unpacked.
function checkInside(site: string, path: string): void {
  const isPlain = path.split('/').every((name) => !['', '.', '..'].includes(name)) && !path.includes('\0')
  if (!isPlain)
    throw new Unpackable(
      `SHA256SUMS names ${JSON.stringify(path)}, which cannot be a file of the site. Build the site again.`,
    )
  if (isThroughLink(site, path))
    throw new Unpackable(
      `${path} is behind a symbolic link, which may lead outside the site. Build the site again.`,
    )
}

function sizeOf(site: string, path: string): number {
  const stats = findOwnStats(site, path)
  if (stats === undefined) throw new Unpackable(`${path} is missing or not a file. Build the site again.`)
  if (stats.size > MOST_BYTES)
    throw new Unpackable(`${path} is larger than 4 GiB, the limit for one file in the zip.`)
  return stats.size
}

/** What a bag states beside what the site states itself. */
interface BagFacts {
  /** The name of the mirror. */
  readonly title: string
  /** How to reach the operator. */
  readonly contact: string | undefined
  /** Name and version of the program that packs. */
  readonly tool: string
  /** Leaves out the pages, with their scripts and styles. */
  readonly dataOnly: boolean
}

/** What a bag without pages contains: the data files, and the files at the root that describe or certify them. */
const DATA =
  /^(?:api|versions)\/.*(?<!\.html)$|^[^/]+\.(?:json|jsonl|jsonld|ttl|sql|sig|tsq|tsr)$|^(?:SHA256SUMS|allowed_signers)$/s

/**
 * Turns the plan of an archive into that of a bag (BagIt 1.0, RFC 8493): the site in `data/`, with a checksum for every file of it. It states
 * no other times than the site does.
 */
export function planBag(site: string, { name, manifest, files }: PackPlan, facts: BagFacts): PackPlan {
  const summed = files.filter(({ path }) => !facts.dataOnly || DATA.test(path)).map((file) => sum(site, file))
  const texts = [
    { path: 'bagit.txt', text: 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n' },
    { path: 'bag-info.txt', text: renderBagInfo(infoOf(manifest, summed, facts)) },
    {
      path: 'manifest-sha256.txt',
      text: renderBagSums(summed.map(({ path, sha256 }) => [`${PAYLOAD}${path}`, sha256])),
    },
  ]
  const tags = renderBagSums(texts.map(({ path, text }) => [path, hash('sha256', text)]))
  return {
    name: `${name}-bag`,
    manifest,
    texts: [...texts, { path: 'tagmanifest-sha256.txt', text: tags }],
    folder: PAYLOAD,
    files: summed,
  }
}

const PAYLOAD = 'data/'

// The files that contain the times of the run have no checksum in the site.
function sum(site: string, file: PackedFile): PackedFile & { readonly sha256: string } {
  const sha256 = file.sha256 ?? findDigest(join(site, file.path))?.sha256
  if (sha256 === undefined) throw new Unpackable(`${file.path} is missing. Build the site again.`)
  return { ...file, sha256 }
}

type Element = readonly [label: string, value: string]

/** The reserved elements (RFC 8493, 2.2.2) of which something is known, and the program. */
function infoOf(
  { origin, generation, completedAt, complete, codes }: Manifest,
  files: readonly PackedFile[],
  { title, contact, tool }: BagFacts,
): Element[] {
  const [base = ''] = origin
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const datasets = `${codes.order.length} ${codes.order.length === 1 ? 'dataset' : 'datasets'}`
  return [
    ['Source-Organization', title],
    ...contactOf(contact),
    [
      'External-Description',
      `${title}: a copy of ${base} with ${datasets}, read until ${completedAt}, ${complete ? 'complete' : 'with gaps that manifest.json lists'}.`,
    ],
    ['External-Identifier', `${base} ${generation}`],
    ['Bagging-Date', completedAt.slice(0, 10)],
    ['Payload-Oxum', `${bytes}.${files.length}`],
    ['Internal-Sender-Identifier', generation],
    ['Bag-Software-Agent', tool],
  ]
}

function contactOf(contact: string | undefined): Element[] {
  if (contact === undefined) return []
  const address = contact.replace(/^mailto:/i, '')
  return /^[^\s@/:]+@[^\s@/]+$/.test(address) ? [['Contact-Email', address]] : [['Contact-Name', contact]]
}

// A line break would begin another element.
function renderBagInfo(elements: readonly Element[]): string {
  return elements.map(([label, value]) => `${label}: ${value.replace(/\s+/g, ' ').trim()}\n`).join('')
}

/** Checksums as in a bag: a name has its percent signs and line breaks encoded, and nothing else (RFC 8493, 2.1.3). */
function renderBagSums(sums: readonly (readonly [path: string, sha256: string])[]): string {
  return sums.map(([path, sha256]) => `${sha256}  ${encodeBagName(path)}\n`).join('')
}

function encodeBagName(path: string): string {
  return path.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** The number of files whose names in the list of checksums differ from those on disk, so `sha256sum` does not find them. */
export function countEncoded({ files }: PackPlan): number {
  return files.filter(({ path }) => encodeBagName(path) !== path).length
}
