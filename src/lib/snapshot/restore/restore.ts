import { rmSync } from 'node:fs'
import { foldsNames, writeWhole } from '../disk.ts'
import { freeId, renderManifest } from '../draft.ts'
import { eachAtOnce } from '../each-at-once.ts'
import { findReadable, type Generation } from '../generation.ts'
import { layout } from '../layout.ts'
import type { Manifest, Problem } from '../manifest.ts'
import { publishFolder } from '../publish.ts'
import type { ManifestRecord } from '../record.ts'
import { findStatus, type Status, writeStatus } from '../status.ts'
import { openTaking, type Taking } from './files.ts'
import { gapOf, planRestore, type RestorePlan, restoredManifest, wantedId } from './plan.ts'
import { type PublishedMirror, RestoreFailed } from './published-mirror.ts'
import {
  findManifestText,
  findPublishedChanges,
  findPublishedHosts,
  findPublishedStatus,
  parsePublished,
} from './read-published.ts'

/** How often it is begun anew when the mirror is published anew meanwhile. */
const MOST_ROUNDS = 3

export interface RestoreOptions {
  readonly state: string
  readonly mirror: PublishedMirror
  readonly concurrency: number
  /** Bytes that may come in all. */
  readonly maxTotalBytes: number
  readonly signal: AbortSignal
  /** Whether the mirror is of use; throws when it is of another service than is wanted. */
  accepts(published: Manifest): boolean
}

/** What became of it: there is no such mirror, it is of no use, what is held is as new, or it is the current generation now. */
export type Restored =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unwanted'; readonly published: Manifest }
  | { readonly kind: 'held'; readonly held: Manifest }
  | { readonly kind: 'restored'; readonly manifest: Manifest; readonly leftOut: readonly Problem[] }

/**
 * Makes what a mirror publishes the current generation of a state folder, unless that holds one as new. Every file is checked against
 * the manifest as it comes; what is missing or is another is left out, and is a gap. Killed on the way, the next one goes on.
 * Throws {@link RestoreFailed} when the mirror cannot be read. The caller holds the lock of the state folder.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { state, mirror } = options
  for (let round = 1; ; round++) {
    const text = await findManifestText(mirror)
    if (text === undefined) return { kind: 'absent' }
    const published = parsePublished(text, mirror)
    if (!options.accepts(published)) return { kind: 'unwanted', published }
    const held = findOfSameKind(state, published)
    if (held && isAsNew(held.manifest, published)) {
      noteHosts(state, await findPublishedHosts(mirror))
      return { kind: 'held', held: held.manifest }
    }
    const plan = planRestore(published, foldsNames(state))
    const taken = await takeFiles(options, plan, openTaking(state, mirror, held, plan.records))
    const isLast = taken.leftOut.length === 0 || round === MOST_ROUNDS
    if (isLast || (await findManifestText(mirror)) === text) return settle(options, published, taken)
  }
}

// The bundled sample is no earlier or later state of a real service.
function findOfSameKind(state: string, { sample }: Manifest): Generation | undefined {
  const held = findReadable(state)
  return held?.manifest.sample === sample ? held : undefined
}

function isAsNew(held: Manifest, published: Manifest): boolean {
  return Date.parse(held.completedAt) >= Date.parse(published.completedAt)
}

/** What of a plan is there, in the order of the manifest, and all that is not. */
async function takeFiles(
  { mirror, concurrency, maxTotalBytes, signal }: RestoreOptions,
  { records, leftOut }: RestorePlan,
  taking: Taking,
): Promise<RestorePlan> {
  const bytes = records.reduce((sum, record) => sum + (record.bytes ?? 0), 0)
  if (bytes > maxTotalBytes)
    throw new RestoreFailed(
      `The manifest of ${mirror.name} lists ${bytes} bytes, more than the limit of ${maxTotalBytes} (the config key maxTotalBytes).`,
    )
  const missing = new Map<ManifestRecord, Problem>()
  const faults: unknown[] = []
  // What is under way comes to its end before a fault is told: nothing writes behind the back of whoever comes next.
  await eachAtOnce(records, concurrency, async (record) => {
    if (record.sha256 === undefined || faults.length > 0 || signal.aborted) return
    const problem = await taking.take(record).catch((error) => void faults.push(error))
    if (problem !== undefined) missing.set(record, gapOf(record, problem))
  })
  signal.throwIfAborted()
  if (faults.length > 0) throw faults[0]
  return {
    records: records.filter((record) => !missing.has(record)),
    leftOut: [...leftOut, ...records.flatMap((record) => missing.get(record) ?? [])],
  }
}

// The status comes before what it speaks of: killed between the two, the next run restores again.
async function settle(
  { state, mirror, signal }: RestoreOptions,
  published: Manifest,
  { records, leftOut }: RestorePlan,
): Promise<Restored> {
  const folder = layout.restoring(state)
  const changes = await findPublishedChanges(mirror)
  const status = await findPublishedStatus(mirror)
  const hosts = await findPublishedHosts(mirror)
  signal.throwIfAborted()
  const id = freeId(state, wantedId(published))
  const manifest = { ...restoredManifest(published, records, leftOut), generation: id }
  if (changes) writeWhole(layout.changes(folder), `${JSON.stringify(changes, null, 2)}\n`)
  writeWhole(layout.manifest(folder), renderManifest(manifest))
  const isFirst = findReadable(state) !== undefined && findOfSameKind(state, published) === undefined
  if (status && (isFirst || status.triedAt > (findStatus(state)?.triedAt ?? '')))
    writeStatus(state, leftOut.length === 0 ? status : lessThan(status, manifest))
  noteHosts(state, hosts)
  publishFolder(state, folder, id)
  rmSync(layout.incoming(state), { recursive: true, force: true })
  return { kind: 'restored', manifest, leftOut }
}

// The next site that is built where there is none is made ready for them.
function noteHosts(state: string, hosts: object | undefined): void {
  if (hosts) writeWhole(layout.hosts(state), `${JSON.stringify(hosts, null, 2)}\n`)
  else rmSync(layout.hosts(state), { force: true })
}

// What was published was whole; what came of it is not.
function lessThan(status: Status, { counts, problems }: Manifest): Status {
  const count = (wanted: Problem['severity']) => problems.filter(({ severity }) => severity === wanted).length
  return {
    ...status,
    outcome: status.outcome === 'complete' ? 'gaps' : status.outcome,
    staleSince: status.staleSince ?? status.triedAt,
    counts,
    gaps: count('gap'),
    warnings: count('warning'),
  }
}
