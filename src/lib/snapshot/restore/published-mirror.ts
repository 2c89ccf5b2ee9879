import { hash } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { textsField } from '../../interface/field.ts'
import { ExceedsLimit, largerThan, MOST_SMALL_JSON, parseJson, scanJson } from '../../reading/json/bounded.ts'
import { CHAIN, type Chain, MOST_CHAIN_BYTES, parseChain } from '../chain.ts'
import { type Changes, changesSchema } from '../changes.ts'
import { fileSource } from '../disk.ts'
import { isAbsent, NotAFile, UnreadableFile } from '../disk-errors.ts'
import { checkNotLater, upgradeMachineFile } from '../machine-file.ts'
import { findManifestProblem, type Manifest } from '../manifest.ts'
import { type Status, statusSchema } from '../status.ts'

/** Access to the files of a published mirror. */
export interface PublishedMirror {
  /** Its address or folder, as given by the user. */
  readonly name: string
  /**
   * Writes the bytes of a file (a path below the root, with decoded names) to a sink, which is opened again for every attempt. Resolves to
   * false if there is no such file. Rejects with {@link RestoreFailed} if that is unknown, and with the error of the sink.
   */
  read(path: string, open: () => Taker): Promise<boolean>
}

export interface Taker {
  write(chunk: Uint8Array): void
}

/**
 * A published mirror cannot be read, so its contents are unknown. Nothing was changed; the files copied so far stay for the next attempt.
 */
export class RestoreFailed extends Error {
  override name = 'RestoreFailed'
}

/** A file is permanently refused to us. */
export class FileRefused extends RestoreFailed {
  override name = 'FileRefused'
}

/**
 * The bytes of a json file of a published mirror; undefined when it is not there. Throws {@link RestoreFailed} as soon as they are more
 * than `most`, or more than can be parsed.
 */
function readPublishedJson(
  mirror: PublishedMirror,
  path: string,
  most?: number,
): Promise<Buffer | undefined> {
  return readPublished(mirror, path, () => scanJson(most))
}

/** The text of a file of a published mirror; undefined when it is not there. Throws {@link RestoreFailed} if it has more than `most` bytes. */
export async function readPublishedText(
  mirror: PublishedMirror,
  path: string,
  most: number,
): Promise<string | undefined> {
  const bytes = await readPublished(mirror, path, () => {
    let came = 0
    return {
      write(chunk) {
        came += chunk.length
        if (came > most) throw new ExceedsLimit(largerThan(most))
      },
    }
  })
  return bytes?.toString()
}

async function readPublished(
  mirror: PublishedMirror,
  path: string,
  openScan: () => Taker,
): Promise<Buffer | undefined> {
  let chunks: Buffer[] = []
  const found = await mirror.read(path, () => {
    const scan = openScan()
    chunks = []
    return {
      write(chunk) {
        try {
          scan.write(chunk)
        } catch (error) {
          throw error instanceof ExceedsLimit ? rejected(mirror, path, error) : error
        }
        chunks.push(Buffer.from(chunk))
      },
    }
  })
  return found ? Buffer.concat(chunks) : undefined
}

function rejected({ name }: PublishedMirror, path: string, cause: ExceedsLimit): RestoreFailed {
  return new RestoreFailed(
    `${path} of ${name} ${cause.limit}, which no file of this program is, so nothing was restored. Name another mirror with --restore, or omit --restore.`,
    { cause },
  )
}

/** A mirror that is published in a folder of this machine. */
export function openFolderMirror(folder: string): PublishedMirror {
  return {
    name: folder,
    async read(path, open) {
      const taker = open()
      const chunks = fileSource(join(folder, path))()[Symbol.iterator]()
      for (;;) {
        const next = readNext(chunks, join(folder, path))
        if (next === undefined) return false
        if (next.done) return true
        taker.write(next.value)
      }
    },
  }
}

function readNext(chunks: Iterator<Uint8Array>, path: string): IteratorResult<Uint8Array> | undefined {
  try {
    return chunks.next()
  } catch (cause) {
    if (cause instanceof NotAFile) throw new FileRefused(`${cause.message}`, { cause })
    if (isAbsent(cause)) return undefined
    if (cause instanceof UnreadableFile) throw new RestoreFailed(cause.message, { cause })
    throw new RestoreFailed(`${path} cannot be read: ${(cause as Error).message}.`, { cause })
  }
}

/** A path under which a site may be published: every host reads it in the same way. */
export const BASE_PATH = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[\w./~-]*$/

/** The contents of `hosts.json`; unknown names are allowed here. */
export const hostsSchema = v.object({
  /** The version of this format. */
  hosts: v.literal(1),
  /** Names of targets. */
  targets: textsField,
  /** The path the site is published under, where it was named with `--base`. */
  base: v.exactOptional(v.pipe(v.string(), v.regex(BASE_PATH))),
})

/** The bytes of a published manifest; undefined if there is no mirror. */
export function findManifestBytes(mirror: PublishedMirror): Promise<Buffer | undefined> {
  return readPublishedJson(mirror, 'manifest.json')
}

/** Parses a published manifest without its records. Throws {@link RestoreFailed} if it is not a manifest of this program. */
export function parsePublished(bytes: Uint8Array, { name }: PublishedMirror): Manifest {
  const published = findJson(bytes)
  if (published === undefined)
    throw new RestoreFailed(`manifest.json of ${name} is not json, so nothing can be restored from it.`)
  try {
    checkNotLater(published)
  } catch (cause) {
    throw new RestoreFailed(
      `manifest.json of ${name} cannot be read. ${(cause as Error).message} Nothing was restored.`,
      { cause },
    )
  }
  const problem = findManifestProblem(published)
  if (problem !== undefined)
    throw new RestoreFailed(`manifest.json of ${name} is not a manifest of this program (${problem}).`)
  return published as Manifest
}

/** The published changes of the last runs; undefined if they are absent, unreadable, or not those of the manifest. */
export async function findPublishedChanges(
  mirror: PublishedMirror,
  { changes: sum }: Pick<Manifest, 'changes'>,
): Promise<Changes | undefined> {
  const bytes = await readPublishedJson(mirror, 'changes.json')
  if (bytes === undefined || (sum !== undefined && hash('sha256', bytes) !== sum)) return undefined
  return findValid<Changes>(bytes, changesSchema)
}

/** The published chain of generations; undefined if it is absent or not valid. */
export async function findPublishedChain(mirror: PublishedMirror): Promise<Chain | undefined> {
  const text = await readPublishedText(mirror, CHAIN, MOST_CHAIN_BYTES)
  try {
    return text === undefined ? undefined : parseChain(text)
  } catch {
    return undefined
  }
}

/** The published status; undefined if it is absent or unreadable. */
export function findPublishedStatus(mirror: PublishedMirror): Promise<Status | undefined> {
  return findPublished(mirror, 'status.json', statusSchema, MOST_SMALL_JSON)
}

/** The hosts for which the mirror was prepared; undefined if none, or unreadable. */
export function findPublishedHosts(mirror: PublishedMirror): Promise<object | undefined> {
  return findPublished(mirror, 'hosts.json', hostsSchema, MOST_SMALL_JSON)
}

async function findPublished<T>(
  mirror: PublishedMirror,
  path: string,
  schema: v.GenericSchema,
  most?: number,
): Promise<T | undefined> {
  const bytes = await readPublishedJson(mirror, path, most)
  return bytes && findValid<T>(bytes, schema)
}

function findValid<T>(bytes: Uint8Array, schema: v.GenericSchema): T | undefined {
  const value = findJson(bytes)
  return v.is(schema, value) ? (value as T) : undefined
}

function findJson(bytes: Uint8Array): unknown {
  try {
    return upgradeMachineFile(parseJson(bytes))
  } catch {
    return undefined
  }
}
