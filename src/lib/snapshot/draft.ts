import { existsSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from '../interface/attempt.ts'
import { differencesFilesOf } from './differences.ts'
import { carryFile, fileSource, findDigest, findStats, isAsStated, makeFolder, writeWhole } from './disk.ts'
import { isLostFile } from './disk-errors.ts'
import {
  discardFile,
  type FileSink,
  openFileSinks,
  openFolderMaker,
  removeAllBut,
  removeEmpty,
} from './file-sink.ts'
import type { Generation } from './generation.ts'
import { openJournal, readJournal } from './journal.ts'
import { earlierOf, findEarlierPath, layout, nextGenerationId, originalOf } from './layout.ts'
import type { Manifest } from './manifest.ts'
import { publishFolder } from './publish.ts'
import type { FileRecord, ManifestRecord } from './record.ts'
import { versionFilesOf } from './versions.ts'

/** The generation being built. Bytes are written before the record that refers to them; nothing is visible before `publish`. */
export interface Draft {
  readonly startedAt: Date
  /** Records of an interrupted run that count as this run's own; their bytes were hashed again. */
  readonly resumed: ReadonlyMap<string, ManifestRecord>
  /** Records of an interrupted run that are too old for that: copies to fall back on; their bytes were hashed again. */
  readonly earlier: ReadonlyMap<string, ManifestRecord>
  /** Puts the bytes of an earlier record at its path. */
  useEarlier(path: string): void
  /** Removes an earlier record and its bytes. */
  dropEarlier(path: string): void
  /** Opens a sink for the bytes of a representation. */
  open(path: string): FileSink
  /** Keeps the file of a sink at another path. */
  keepAt(path: string, sink: FileSink, mtime: Date): void
  /** Removes a file, the bytes it was made from, and its folder if that is empty then. Does nothing if there is no file. */
  discard(path: string): void
  /** Copies a file of a generation or another draft, unchanged, to the same path or to `to`. */
  carry(from: Pick<Generation, 'folder'>, path: string, to?: string): void
  /** Sets the time of a file, and of the bytes it was made from. Where the same file was carried from, it has this time, too. */
  setTime(path: string, time: Date): void
  /** Records a representation whose bytes were written before. */
  note(record: ManifestRecord): void
  source(path: string): () => Iterable<Uint8Array>
  /** Makes the draft the current generation, by one rename. Returns its folder. Throws if a file of the manifest is missing or has another length. */
  publish(manifest: Manifest): Promise<string>
  /** Stops without publishing; the files stay for the next run. */
  close(): void
}

/** Which records of an interrupted run are used. Default: all, as records of this run. */
interface Resuming {
  /** Whether a record counts as one of this run. */
  readonly isFresh?: (record: ManifestRecord) => boolean
  /** Whether this run would accept the body of a record. */
  readonly isAcceptable?: (record: ManifestRecord, source: () => Iterable<Uint8Array>) => boolean
}

/**
 * Opens the draft of a state folder. Resumes the draft of an interrupted run of the same origin: fresh records count as this run's own, the
 * others stay as earlier copies; those that are not acceptable are requested again.
 */
export function openDraft(
  state: string,
  origin: readonly string[],
  now: Date,
  { isFresh = () => true, isAcceptable = () => true }: Resuming = {},
): Draft {
  const folder = layout.draft(state)
  const left = findInterrupted(state, origin)
  makeFolder(folder)
  const usable = findUsable(folder, left?.records ?? [], isAcceptable)
  const { resumed, earlier } = setEarlierAside(folder, usable, isFresh)
  rmSync(layout.incoming(state), { recursive: true, force: true })
  const claimed = [...resumed.values(), ...[...earlier.values()].map(asEarlier)]
  const begunAt = new Date(left?.startedAt ?? '')
  // False for an invalid time or one in the future.
  const startedAt = resumed.size > 0 && begunAt <= now ? begunAt : now
  // Paths of records are normalized already, so `join` is not needed.
  const fileAt = (path: string) => `${folder}/${path}`
  const journal = openJournal(layout.journal(state), { origin, startedAt: startedAt.toISOString() }, claimed)
  removeAllBut(
    folder,
    claimed.flatMap(({ path }) => [path, originalOf(path)]),
  )
  const openSink = openFileSinks(layout.incoming(state))
  function discard(path: string): void {
    for (const one of [path, originalOf(path)]) discardFile(fileAt(one))
  }
  const carry = openCarrier()
  function dropEarlier(path: string): void {
    if (earlier.delete(path)) discard(earlierOf(path))
  }
  return {
    startedAt,
    resumed,
    earlier,
    useEarlier(path) {
      carry(fileAt(earlierOf(path)), fileAt(path))
      if (earlier.get(path)?.original) carry(fileAt(originalOf(earlierOf(path))), fileAt(originalOf(path)))
    },
    dropEarlier,
    open: (path) => openSink(fileAt(path)),
    keepAt: (path, sink, mtime) => sink.keep(mtime, fileAt(path)),
    discard,
    carry: (from, path, to = path) => carry(`${from.folder}/${path}`, fileAt(to)),
    setTime: (path, time) => setTimes([fileAt(path), fileAt(originalOf(path))], time),
    note: (record) => journal.append(record),
    source: (path) => fileSource(fileAt(path)),
    async publish(manifest) {
      for (const path of [...earlier.keys()]) dropEarlier(path)
      journal.close()
      finishFolder(folder, manifest)
      return await publishFolder(state, folder, manifest.generation)
    },
    close: journal.close,
  }
}

/** The paths of records that {@link openDraft} would resume now. Only the lengths of their files are compared. */
export function findResumable(
  state: string,
  origin: readonly string[],
  isFresh: (record: ManifestRecord) => boolean,
): ReadonlySet<string> {
  const records = new Map(findInterrupted(state, origin)?.records.map((record) => [record.path, record]))
  const found = [...records.values()].filter(
    (record) =>
      findEarlierPath(record.path) === undefined &&
      isFresh(record) &&
      findStats(join(layout.draft(state), record.path))?.size === record.bytes,
  )
  return new Set(found.map(({ path }) => path))
}

// A journal without a draft belongs to a draft that was published.
function findInterrupted(state: string, origin: readonly string[]): ReturnType<typeof readJournal> {
  const left = existsSync(layout.draft(state)) ? readJournal(layout.journal(state)) : undefined
  return left?.origin.join() === origin.join() ? left : undefined
}

function setTimes(files: readonly string[], time: Date): void {
  for (const file of files) if (existsSync(file)) utimesSync(file, time, time)
}

function openCarrier(): (from: string, to: string) => void {
  const makeFolderOf = openFolderMaker()
  return (from, to) => {
    makeFolderOf(to)
    carryFile(from, to)
  }
}

/** Writes the manifest of a generation whose files are all there; removes folders of representations that have none. */
function finishFolder(folder: string, manifest: Manifest): void {
  checkFiles(folder, [...manifest.records, ...differencesFilesOf(manifest), ...versionFilesOf(manifest)])
  for (const { path, sha256 } of manifest.records)
    if (sha256 === undefined) removeEmpty(dirname(join(folder, path)))
  writeWhole(layout.manifest(folder), renderManifest(manifest))
}

/** Throws if a file of these records is missing or has another length. */
function checkFiles(
  folder: string,
  records: readonly (FileRecord & Pick<ManifestRecord, 'original'>)[],
): void {
  for (const { path, sha256, bytes } of records.flatMap(statedFiles)) {
    if (sha256 === undefined) continue
    const size = statSync(join(folder, path), { throwIfNoEntry: false })?.size
    if (size !== undefined && size === (bytes ?? size)) continue
    const seen = size === undefined ? 'is missing' : `has ${size} bytes instead of ${bytes}`
    throw new Error(
      `The new snapshot was not published: ${join(folder, path)} ${seen} after it was written. The previous snapshot is unchanged. Run again to fetch missing files.`,
    )
  }
}

/** A manifest as text, in pieces, with one record per line, so two manifests can be compared with diff. */
export function* renderManifest({ records, ...head }: Manifest): Iterable<string> {
  yield `${JSON.stringify(head, null, 2).replace(/\n}$/, '')},\n  "records": [`
  for (const [at, record] of records.entries()) yield `${at === 0 ? '' : ','}\n    ${JSON.stringify(record)}`
  yield '\n  ]\n}\n'
}

/** An unused id for a generation that begins at this time and follows the current one. */
export function freeGenerationId(state: string, startedAt: Date, current?: string): string {
  return freeId(state, nextGenerationId(startedAt, current))
}

/** An unused generation id: this one, or the next one of that time. */
export function freeId(state: string, id: string): string {
  let candidate = id
  while (existsSync(layout.generation(state, candidate))) candidate = nextGenerationId(new Date(0), candidate)
  return candidate
}

/** What a record states of a file: its path, length and checksum. */
type Stated = Pick<ManifestRecord, 'path' | 'sha256' | 'bytes'>

/** The files of a record: the published bytes and, if these were converted, the bytes as received. */
export function statedFiles({
  path,
  sha256,
  bytes,
  original,
}: FileRecord & Pick<ManifestRecord, 'original'>): Stated[] {
  const published = { path, ...(sha256 && { sha256 }), ...(bytes !== undefined && { bytes }) }
  return original ? [published, { path: originalOf(path), ...original }] : [published]
}

/** Whether a file has the length and the checksum of a record. Reads all of it; false if the disk cannot. */
export function hasBytesOf(path: string, stated: Omit<Stated, 'path'>): boolean {
  const found = attempt(undefined, isLostFile, () => findDigest(path))
  return found !== undefined && isAsStated(found, stated)
}

function findUsable(
  folder: string,
  records: Iterable<ManifestRecord>,
  isAcceptable: NonNullable<Resuming['isAcceptable']>,
): Map<string, ManifestRecord> {
  const usable = new Map<string, ManifestRecord>()
  for (const record of records) {
    const isWhole = statedFiles(record).every((file) => hasBytesOf(join(folder, file.path), file))
    if (isWhole && isAcceptable(record, fileSource(join(folder, record.path))))
      usable.set(record.path, record)
    else usable.delete(record.path)
  }
  return usable
}

// Copies are linked to a second name first: until the new journal replaces the old one, the files of both must exist.
function setEarlierAside(
  folder: string,
  usable: ReadonlyMap<string, ManifestRecord>,
  isFresh: (record: ManifestRecord) => boolean,
): { resumed: Map<string, ManifestRecord>; earlier: Map<string, ManifestRecord> } {
  const resumed = new Map<string, ManifestRecord>()
  const earlier = new Map<string, ManifestRecord>()
  for (const record of usable.values()) {
    const path = findEarlierPath(record.path)
    if (path === undefined && isFresh(record)) resumed.set(record.path, record)
    else if (path !== undefined && !earlier.has(path)) earlier.set(path, { ...record, path })
    else if (path === undefined) earlier.set(record.path, record)
  }
  for (const { path } of earlier.values()) {
    if (!usable.has(path) || resumed.has(path)) continue
    const [file, aside] = [join(folder, path), join(folder, earlierOf(path))]
    carryFile(file, aside)
    rmSync(originalOf(aside), { force: true })
    if (usable.get(path)?.original) carryFile(originalOf(file), originalOf(aside))
  }
  return { resumed, earlier }
}

function asEarlier(record: ManifestRecord): ManifestRecord {
  return { ...record, path: earlierOf(record.path) }
}
