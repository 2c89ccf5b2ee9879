import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { carryFile, fileSource, findDigest, writeWhole } from './disk.ts'
import { discardFile, removeAllBut, removeEmpty } from './draft-files.ts'
import { type FileSink, openFileSinks } from './file-sink.ts'
import type { Generation } from './generation.ts'
import { openJournal, readJournal } from './journal.ts'
import { earlierOf, findEarlierPath, generationId, layout, originalOf } from './layout.ts'
import type { Manifest } from './manifest.ts'
import { publishFolder } from './publish.ts'
import type { ManifestRecord } from './record.ts'

/** The generation being built. Bytes come before the record that vouches for them; nothing shows until `publish`. */
export interface Draft {
  readonly startedAt: Date
  /** Records an interrupted run left behind that count as this run's own, their bytes re-hashed. */
  readonly resumed: ReadonlyMap<string, ManifestRecord>
  /** Records an interrupted run left behind that are too old for that, their bytes re-hashed: copies to fall back on. */
  readonly earlier: ReadonlyMap<string, ManifestRecord>
  /** Puts the bytes of an earlier record at its path. */
  useEarlier(path: string): void
  /** Removes an earlier record and its bytes. */
  dropEarlier(path: string): void
  /** Takes the bytes of a representation as they come. */
  open(path: string): FileSink
  /** Puts what a sink holds at another path than its own. */
  keepAt(path: string, sink: FileSink, mtime: Date): void
  /** Removes a file, the bytes it was made from, and its folder when nothing else lies there; nothing happens when there is none. */
  discard(path: string): void
  /** Carries the bytes of a file of another generation over, unchanged, to the same path or another one. */
  carry(from: Generation, path: string, to?: string): void
  /** Notes a record whose bytes were put here before. */
  note(record: ManifestRecord): void
  source(path: string): () => Iterable<Uint8Array>
  /** Makes the draft the current generation, by one rename. Returns its folder. Throws when a file that its manifest names is not whole. */
  publish(manifest: Manifest): string
  /** Stops without publishing; what is on disk stays for the next run. */
  close(): void
}

/**
 * Opens the draft of a state folder, resuming one of the same origin that an interrupted run left. What of it is `fresh` counts as
 * this run's own; the rest stays as earlier copies.
 */
export function openDraft(
  state: string,
  origin: readonly string[],
  now: Date,
  isFresh: (record: ManifestRecord) => boolean = () => true,
): Draft {
  const folder = layout.draft(state)
  // A journal without its draft is of one that was published.
  const begun = existsSync(folder)
  mkdirSync(folder, { recursive: true })
  const left = readJournal(layout.journal(state))
  const resumes = begun && left !== undefined && left.origin.join() === origin.join()
  const { resumed, earlier } = resumes
    ? setEarlierAside(folder, keepWhole(folder, left.records), isFresh)
    : { resumed: new Map<string, ManifestRecord>(), earlier: new Map<string, ManifestRecord>() }
  rmSync(layout.incoming(state), { recursive: true, force: true })
  const claimed = [...resumed.values(), ...[...earlier.values()].map(asEarlier)]
  const begunAt = new Date(left?.startedAt ?? '')
  // False for a time that is none, or has yet to come.
  const startedAt = resumed.size > 0 && begunAt <= now ? begunAt : now
  // Paths of records need no tidying, which is all that `join` would do.
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
  function carryTree(from: string, path: string): void {
    carryFile(from, fileAt(path))
    if (existsSync(originalOf(from))) carryFile(originalOf(from), fileAt(originalOf(path)))
  }
  function dropEarlier(path: string): void {
    if (earlier.delete(path)) discard(earlierOf(path))
  }
  return {
    startedAt,
    resumed,
    earlier,
    useEarlier: (path) => carryTree(fileAt(earlierOf(path)), path),
    dropEarlier,
    open: (path) => openSink(fileAt(path)),
    keepAt: (path, sink, mtime) => sink.keep(mtime, fileAt(path)),
    discard,
    carry: (from, path, to = path) => carryTree(join(from.folder, path), to),
    note: (record) => journal.append(record),
    source: (path) => fileSource(fileAt(path)),
    publish(manifest) {
      for (const path of [...earlier.keys()]) dropEarlier(path)
      journal.close()
      checkHeld(folder, manifest.records)
      for (const { path, sha256 } of manifest.records)
        if (sha256 === undefined) removeEmpty(dirname(join(folder, path)))
      writeWhole(layout.manifest(folder), renderManifest(manifest))
      return publishFolder(state, folder, manifest.generation)
    },
    close: journal.close,
  }
}

/** Throws when a file is not there in the length it came in: what a manifest vouches for has to be there, whatever went wrong. */
function checkHeld(folder: string, records: readonly ManifestRecord[]): void {
  for (const { path, sha256, bytes } of records) {
    if (sha256 === undefined) continue
    const size = statSync(join(folder, path), { throwIfNoEntry: false })?.size
    if (size !== undefined && size === (bytes ?? size)) continue
    const seen = size === undefined ? 'is not there' : `has ${size} bytes instead of ${bytes}`
    throw new Error(
      `The new snapshot is not published: ${join(folder, path)} was written and ${seen}. The snapshot before is as it was. Run again: what is missing is fetched anew.`,
    )
  }
}

/** A manifest as text, in pieces: a record per line, so that two of them can be compared by eye and by diff. */
export function* renderManifest({ records, ...head }: Manifest): Iterable<string> {
  yield `${JSON.stringify(head, null, 2).replace(/\n}$/, '')},\n  "records": [`
  for (let start = 0; start < records.length; start += 500) {
    const lines = records.slice(start, start + 500).map((record) => `\n    ${JSON.stringify(record)}`)
    yield `${start === 0 ? '' : ','}${lines.join(',')}`
  }
  yield '\n  ]\n}\n'
}

/** The id a generation begun at this moment gets: never one that is taken. */
export function freeGenerationId(state: string, startedAt: Date): string {
  return freeId(state, generationId(startedAt))
}

/** A generation id that is not taken: this one, or with a number. */
export function freeId(state: string, id: string): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? id : `${id}-${n}`
    if (!existsSync(layout.generation(state, candidate))) return candidate
  }
}

function keepWhole(folder: string, records: Iterable<ManifestRecord>): Map<string, ManifestRecord> {
  const whole = new Map<string, ManifestRecord>()
  for (const record of records) {
    const found = findDigest(join(folder, record.path))
    if (found !== undefined && found.sha256 === record.sha256) whole.set(record.path, record)
    else whole.delete(record.path)
  }
  return whole
}

// The copies get a second name first: until the new journal replaces the old one, each of them vouches for files that are there.
function setEarlierAside(
  folder: string,
  whole: ReadonlyMap<string, ManifestRecord>,
  isFresh: (record: ManifestRecord) => boolean,
): { resumed: Map<string, ManifestRecord>; earlier: Map<string, ManifestRecord> } {
  const resumed = new Map<string, ManifestRecord>()
  const earlier = new Map<string, ManifestRecord>()
  for (const record of whole.values()) {
    const path = findEarlierPath(record.path)
    if (path === undefined && isFresh(record)) resumed.set(record.path, record)
    else if (path !== undefined && !earlier.has(path)) earlier.set(path, { ...record, path })
    else if (path === undefined) earlier.set(record.path, record)
  }
  for (const { path } of earlier.values()) {
    if (!whole.has(path) || resumed.has(path)) continue
    const [file, aside] = [join(folder, path), join(folder, earlierOf(path))]
    carryFile(file, aside)
    rmSync(originalOf(aside), { force: true })
    if (existsSync(originalOf(file))) carryFile(originalOf(file), originalOf(aside))
  }
  return { resumed, earlier }
}

function asEarlier(record: ManifestRecord): ManifestRecord {
  return { ...record, path: earlierOf(record.path) }
}
