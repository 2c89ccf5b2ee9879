import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { attempt } from '../interface/attempt.ts'
import { quoteCode } from '../interface/index.ts'
import { ExceedsLimit } from '../reading/json/bounded.ts'
import type { ByteSource } from '../reading/types.ts'
import { digestOf, documentSource, fileSource, findSingleLine, isAsStated, readJsonFile } from './disk.ts'
import { isAbsent, isLostFile, UnreadableFile } from './disk-errors.ts'
import { isGenerationId, layout } from './layout.ts'
import { checkNotLater, LaterManifest, upgradeMachineFile } from './machine-file.ts'
import { findWholeManifestProblem, type Manifest } from './manifest.ts'
import { UnusableFolder } from './real-folder.ts'
import type { FileRecord, ManifestRecord } from './record.ts'

/** A published generation on disk: its manifest and files. Immutable. */
export interface Generation {
  readonly folder: string
  readonly manifest: Manifest
  find(path: string): ManifestRecord | undefined
  /** The bytes of a representation; each call reads them from disk. */
  source(path: string): ByteSource
  /** Replaces the damaged file of a record by the same bytes from elsewhere. Returns false if they are nowhere. By default, nothing is replaced. */
  mend?(record: FileRecord & Partial<ManifestRecord>): boolean
}

/** A file of the snapshot differs from its record. Nothing was published. */
export class DamagedSnapshot extends Error {
  override name = 'DamagedSnapshot'

  readonly file: string

  constructor(file: string) {
    super(
      `${file} is damaged: it differs from the manifest. Nothing was published. Crawl again to fetch damaged files.`,
    )
    this.file = file
  }
}

/** The error for a damaged file. Its modification time is changed, if that is permitted, so that the next crawl does not trust it. */
export function damageOf(file: string): DamagedSnapshot {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {
    // It is missing, or the folder is read-only.
  }
  return new DamagedSnapshot(file)
}

/** The manifest, or the file that names the current generation, is missing or damaged. Nothing was changed. */
export class DamagedManifest extends Error {
  override name = 'DamagedManifest'

  constructor(path: string, why: string, cause?: unknown) {
    super(
      `${path} is damaged, so the files of the snapshot cannot be verified: ${why}. Nothing was changed. ` +
        'To restore the snapshot from the published site, run again with --restore <its address or folder>.',
      { cause },
    )
  }
}

/** There is no snapshot to build from. */
export class NoSnapshot extends Error {
  override name = 'NoSnapshot'

  constructor(state: string) {
    super(`There is no snapshot in ${state} to build from. Crawl first: npm run mirror -- crawl`)
  }
}

/** Opens a published generation. Throws {@link DamagedManifest} if its manifest cannot be read or is that of another generation. */
export function openGeneration(folder: string): Generation {
  const path = layout.manifest(folder)
  const manifest = openManifest(path)
  const { generation } = manifest
  if (generation !== basename(folder))
    throw new DamagedManifest(path, `it is the manifest of ${quoteCode(generation)}, not of this generation`)
  const byPath = new Map(manifest.records.map((record) => [record.path, record]))
  return {
    folder,
    manifest,
    find: (path) => byPath.get(path),
    source: (path) => fileSource(join(folder, path)),
  }
}

/** The bytes of a record with a sha256, verified: checksum and length. Throws {@link DamagedSnapshot}. */
export function checkedSource({ folder }: Pick<Generation, 'folder'>, record: FileRecord): ByteSource {
  const file = join(folder, record.path)
  try {
    const source = documentSource(file)
    if (isAsStated(digestOf(source), record)) return source
  } catch (error) {
    if (!isAbsent(error) && !isLostFile(error)) throw error
  }
  throw damageOf(file)
}

/** The current generation of a state folder, or undefined if there is none yet. Throws {@link DamagedManifest}. */
export function findCurrent(state: string): Generation | undefined {
  const path = layout.current(state)
  const text = findId(path)
  if (text === undefined) {
    const [id] = findUnnamed(state)
    if (id === undefined) return undefined
    throw new DamagedManifest(path, `it is missing, but ${layout.generations(state)} contains ${id}`)
  }
  if (isGenerationId(text)) return openGeneration(layout.generation(state, text))
  throw new DamagedManifest(path, `expected the id of a generation, saw ${quoteCode(text)}`)
}

// Generations that are neither current nor being published (`current.next`).
function findUnnamed(state: string): string[] {
  if (existsSync(layout.next(state)) || !existsSync(layout.generations(state))) return []
  return readdirSync(layout.generations(state))
    .filter((id) => isGenerationId(id) && existsSync(layout.manifest(layout.generation(state, id))))
    .sort()
    .reverse()
}

/** The published generation of a state folder, or undefined if there is none or it cannot be read. */
export function findReadable(state: string): Generation | undefined {
  const isDamage = (error: unknown) => error instanceof DamagedManifest
  return attempt(undefined, isDamage, () => findCurrent(state))
}

function openManifest(path: string): Manifest {
  try {
    return readManifest(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof LaterManifest)
      throw new UnusableFolder(`${path} cannot be read. ${error.message} Nothing was changed.`)
    if (error instanceof UnreadableFile || (code !== undefined && !isAbsent(error))) throw error
    throw new DamagedManifest(path, code !== undefined ? 'it is missing' : reasonOf(error), error)
  }
}

// A sentence as a clause.
function reasonOf(error: unknown): string {
  if (error instanceof ExceedsLimit) return `it ${error.limit}`
  return (error as Error).message.replace(/\.$/, '')
}

/** Reads the file of a manifest. Throws an error that states what is not valid. */
export function readManifest(path: string): Manifest {
  const manifest = upgradeMachineFile(readJson(path))
  checkNotLater(manifest)
  const { manifest: version } = (manifest ?? {}) as Partial<Manifest>
  if (version !== 2)
    throw new Error(
      `It is not a manifest of this program (expected "manifest": 2, saw ${JSON.stringify(version)}).`,
    )
  const problem = findWholeManifestProblem(manifest)
  if (problem !== undefined) throw new Error(`It is not a manifest of this program (${problem}).`)
  return manifest as Manifest
}

function readJson(path: string): unknown {
  try {
    return readJsonFile(path)
  } catch (cause) {
    throw cause instanceof SyntaxError ? new Error('It is not json.', { cause }) : cause
  }
}

function findId(path: string): string | undefined {
  try {
    return findSingleLine(path)
  } catch (error) {
    throw error instanceof ExceedsLimit ? new DamagedManifest(path, `it ${error.limit}`, error) : error
  }
}
