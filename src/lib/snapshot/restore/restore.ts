import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CHAIN, type Chain, extendChain } from '../chain.ts'
import { type Changes, renderChanges, sumOfChanges } from '../changes.ts'
import { carryFile, foldsNames, isAsStated, makeFolder, writeWhole } from '../disk.ts'
import { freeId, hasBytesOf, renderManifest } from '../draft.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { type FileSink, openFileSinks, removeAllBut } from '../file-sink.ts'
import type { Generation } from '../generation.ts'
import { layout } from '../layout.ts'
import { isInFuture } from '../machine-file.ts'
import { type Manifest, type Problem, warning } from '../manifest.ts'
import { publishFolder } from '../publish.ts'
import type { FileRecord } from '../record.ts'
import { findStatus, type Status, writeStatus } from '../status.ts'
import { gapOf, planRestore, type RestorePlan, restoredManifest, wantedId } from './plan.ts'
import {
  FileRefused,
  findManifestBytes,
  findPublishedChain,
  findPublishedChanges,
  findPublishedHosts,
  findPublishedStatus,
  type PublishedMirror,
  parsePublished,
  RestoreFailed,
} from './published-mirror.ts'

/** Maximum number of restarts if the mirror is published again during the restore. */
const MOST_ROUNDS = 3

export interface RestoreOptions {
  readonly state: string
  /** The current generation of the state folder, if it can be read. */
  readonly current: Generation | undefined
  readonly mirror: PublishedMirror
  readonly concurrency: number
  /** Maximum total bytes. */
  readonly maxTotalBytes: number
  readonly now: Date
  readonly signal: AbortSignal
  /** Whether to restore this mirror; throws if it is a mirror of another service. */
  accepts(published: Manifest): boolean
  /** The mirror of which only what is trusted is read. Throws if these bytes of its manifest are not. Called before anything is restored. */
  trust?(manifest: Buffer, published: Manifest): Promise<PublishedMirror>
}

/**
 * The result: there is no such mirror, it was not accepted, the current generation is as new, it is unknown which is newer, because the mirror
 * states a time in the future, or it was restored.
 */
export type Restored =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unwanted' }
  | { readonly kind: 'undated'; readonly published: Manifest }
  | { readonly kind: 'current'; readonly manifest: Manifest }
  | { readonly kind: 'restored'; readonly manifest: Manifest; readonly leftOut: readonly Problem[] }

/**
 * Makes a published mirror the current generation of a state folder, unless the current one is as new. Every file is compared with the
 * manifest; missing and different ones are left out, as gaps. If it is killed, the next restore continues. Throws {@link RestoreFailed} if
 * the mirror cannot be read. The caller must have the lock of the state folder.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { state, mirror } = options
  for (let round = 1; ; round++) {
    const bytes = await findManifestBytes(mirror)
    if (bytes === undefined) return { kind: 'absent' }
    const published = parsePublished(bytes, mirror)
    if (!options.accepts(published)) return { kind: 'unwanted' }
    const current = ofSameKind(options.current, published)
    if (current && isInFuture(published.completedAt, options.now)) return { kind: 'undated', published }
    if (current && isAsNew(current.manifest, published)) {
      noteHosts(state, await findPublishedHosts(mirror))
      return { kind: 'current', manifest: current.manifest }
    }
    const trusted = (await options.trust?.(bytes, published)) ?? mirror
    const plan = planRestore(published, foldsNames(state))
    const files = await takeFiles(options, plan, current)
    const past = await readPast(trusted, published)
    const taken = { ...files, leftOut: [...files.leftOut, ...past.leftOut] }
    const isLast = taken.leftOut.length === 0 || round === MOST_ROUNDS
    if (isLast || (await findManifestBytes(mirror))?.equals(bytes))
      return publishRestored({ ...options, mirror: trusted }, published, taken, past)
  }
}

// A mirror of the sample and a mirror of a real service cannot replace each other here.
function ofSameKind(current: Generation | undefined, { sample }: Manifest): Generation | undefined {
  return current?.manifest.sample === sample ? current : undefined
}

function isAsNew(current: Manifest, published: Manifest): boolean {
  return Date.parse(current.completedAt) >= Date.parse(published.completedAt)
}

/** Copies the files of a plan. Returns what has files, in the order of the manifest, and what was left out. */
async function takeFiles(
  { state, mirror, concurrency, maxTotalBytes, signal }: RestoreOptions,
  { records, differences, history, versions, leftOut }: RestorePlan,
  current: Generation | undefined,
): Promise<RestorePlan> {
  const files = [...records, ...differences, ...versions]
  const bytes = files.reduce((sum, record) => sum + (record.bytes ?? 0), 0)
  if (bytes > maxTotalBytes)
    throw new RestoreFailed(
      `The manifest of ${mirror.name} lists ${bytes} bytes, more than the limit of ${maxTotalBytes} (the config key maxTotalBytes).`,
    )
  const taking = openTaking(state, mirror, current, files)
  const missing = new Map<FileRecord, Problem>()
  const faults: unknown[] = []
  // Waits for all pending copies before an error is thrown, so nothing writes to the folder afterwards.
  await eachAtOnce(files, concurrency, async (record) => {
    if (record.sha256 === undefined || faults.length > 0 || signal.aborted) return
    const problem = await taking.take(record).catch((error) => void faults.push(error))
    if (problem !== undefined) missing.set(record, gapOf(record, problem))
  })
  signal.throwIfAborted()
  if (faults.length > 0) throw faults[0]
  return {
    records: records.filter((record) => !missing.has(record)),
    differences: differences.filter((file) => !missing.has(file)),
    history,
    versions: versions.filter((file) => !missing.has(file)),
    leftOut: [...leftOut, ...files.flatMap((record) => missing.get(record) ?? [])],
  }
}

/** What a mirror published about earlier generations. */
interface Past {
  readonly changes: Changes | undefined
  readonly chain: Chain | undefined
  /** What of it cannot be restored. */
  readonly leftOut: readonly Problem[]
}

async function readPast(mirror: PublishedMirror, published: Manifest): Promise<Past> {
  const changes = await findPublishedChanges(mirror, published)
  const chain = await findPublishedChain(mirror)
  const leaveOut = (file: string, what: string) =>
    warning(
      'not-restored',
      file,
      `${mirror.name} does not have it, or it is not the file that was published with its manifest. It was not restored, so ${what}.`,
    )
  const leftOut = [
    ...(changes ? [] : [leaveOut('changes.json', 'what earlier runs changed is no longer listed')]),
    ...(chain ? [] : [leaveOut(CHAIN, AGAIN)]),
  ]
  // Manifests without this checksum are older than the chain.
  return { changes, chain, leftOut: published.changes === undefined ? [] : leftOut }
}

const AGAIN = 'the chain of generations begins again, and anyone who stored the earlier one will notice that'

// The status is written before the generation: if the process is killed between the two, the next run restores again.
async function publishRestored(
  { state, current, mirror, signal }: RestoreOptions,
  published: Manifest,
  taken: RestorePlan,
  { changes, chain }: Past,
): Promise<Restored> {
  const { leftOut } = taken
  const folder = layout.restoring(state)
  const status = await findPublishedStatus(mirror)
  const hosts = await findPublishedHosts(mirror)
  signal.throwIfAborted()
  const id = freeId(state, wantedId(published))
  const { changes: _, ...bare } = restoredManifest(published, taken)
  const text = changes && renderChanges(changes)
  const manifest = { ...bare, generation: id, ...(text && { changes: sumOfChanges(text) }) }
  if (text) writeWhole(layout.changes(folder), text)
  writeWhole(layout.chain(folder), extendChain(chain, manifest))
  writeWhole(layout.manifest(folder), renderManifest(manifest))
  const isFirst = current !== undefined && ofSameKind(current, published) === undefined
  if (status && (isFirst || status.triedAt > (findStatus(state)?.triedAt ?? '')))
    writeStatus(state, leftOut.length === 0 ? status : lessThan(status, manifest))
  noteHosts(state, hosts)
  await publishFolder(state, folder, id)
  rmSync(layout.incoming(state), { recursive: true, force: true })
  return { kind: 'restored', manifest, leftOut }
}

// If there is no site, the next one that is built is prepared for these hosts.
function noteHosts(state: string, hosts: object | undefined): void {
  if (hosts) writeWhole(layout.hosts(state), `${JSON.stringify(hosts, null, 2)}\n`)
  else rmSync(layout.hosts(state), { force: true })
}

// The status of a mirror of which not all files were restored.
function lessThan(status: Status, { complete, counts, problems }: Manifest): Status {
  const count = (wanted: Problem['severity']) => problems.filter(({ severity }) => severity === wanted).length
  const hasNewGaps = status.outcome === 'complete' && !complete
  return {
    ...status,
    ...(hasNewGaps && { outcome: 'gaps', staleSince: status.triedAt }),
    counts,
    gaps: count('gap'),
    warnings: count('warning'),
  }
}

/** Copies the files of records into the folder of a restore. */
interface Taking {
  /** Copies one file. Resolves to why it could not be read, or undefined if it was copied. */
  take(record: FileRecord): Promise<string | undefined>
}

/** The file is larger than its record states. */
class TooLarge extends Error {}

/** Opens the folder of a restore: valid files of an earlier attempt stay, everything else is removed. */
function openTaking(
  state: string,
  mirror: PublishedMirror,
  current: Generation | undefined,
  records: readonly FileRecord[],
): Taking {
  const folder = layout.restoring(state)
  makeFolder(folder)
  removeAllBut(
    folder,
    records.map(({ path }) => path),
  )
  rmSync(layout.incoming(state), { recursive: true, force: true })
  const openSink = openFileSinks(layout.incoming(state))
  return {
    async take(record) {
      const { path, sha256 = '', bytes = 0 } = record
      const target = join(folder, path)
      if (isThere(target, record)) return undefined
      const source = current && join(current.folder, path)
      if (source !== undefined && isThere(source, record)) {
        carryFile(source, target)
        return undefined
      }
      return receive(mirror, path, { sha256, bytes, changedAt: timeOf(record), open: () => openSink(target) })
    },
  }
}

interface Expected {
  readonly sha256: string
  readonly bytes: number
  readonly changedAt: Date
  open(): FileSink
}

async function receive(
  mirror: PublishedMirror,
  path: string,
  expected: Expected,
): Promise<string | undefined> {
  let sink: FileSink | undefined
  try {
    const found = await mirror.read(path, () => {
      let came = 0
      sink?.drop()
      const opened = expected.open()
      sink = opened
      return {
        write(chunk) {
          came += chunk.length
          if (came > expected.bytes) throw new TooLarge()
          opened.write(Buffer.from(chunk))
        },
      }
    })
    if (!found || sink === undefined) return `${mirror.name} does not have it.`
    if (!isAsStated(sink.digest(), expected))
      return `${mirror.name} has different bytes than its manifest states.`
    sink.keep(expected.changedAt)
    return undefined
  } catch (error) {
    if (error instanceof TooLarge) return `${mirror.name} has more bytes than its manifest states.`
    if (error instanceof FileRefused) return error.message
    throw error
  } finally {
    sink?.drop()
  }
}

/** When the bytes of a record last changed, which becomes the file time. */
function timeOf({ changedAt }: FileRecord): Date {
  return new Date(changedAt ?? 0)
}

function isThere(path: string, record: FileRecord): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.mtimeMs === timeOf(record).getTime() && hasBytesOf(path, record)
}
