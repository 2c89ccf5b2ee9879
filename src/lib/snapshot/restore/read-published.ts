import * as v from 'valibot'
import type { Changes } from '../changes.ts'
import { parseMachineFile } from '../machine-file.ts'
import type { Manifest } from '../manifest.ts'
import { findManifestProblem } from '../manifest-problem.ts'
import type { Status } from '../status.ts'
import { type PublishedMirror, RestoreFailed, readText } from './published-mirror.ts'
import { changesSchema, hostsSchema, statusSchema } from './schema.ts'

/** Largest file that is read in memory, in bytes: what one string holds, nearly. */
const MOST_BYTES = 500_000_000

/** The manifest a mirror publishes, as text; undefined when there is no such mirror. */
export function findManifestText(mirror: PublishedMirror): Promise<string | undefined> {
  return readText(mirror, 'manifest.json', MOST_BYTES)
}

/** Reads a published manifest, but for its records. Throws {@link RestoreFailed} for what is none of this program. */
export function parsePublished(text: string, { name }: PublishedMirror): Manifest {
  const published = findJson(text)
  if (published === undefined)
    throw new RestoreFailed(`manifest.json of ${name} is not json, so nothing can be restored from it.`)
  const problem = findManifestProblem(published)
  if (problem !== undefined)
    throw new RestoreFailed(`manifest.json of ${name} is not a manifest of this program (${problem}).`)
  return published as Manifest
}

/** What the runs up to the published one changed; undefined when that is not published, or cannot be read. */
export function findPublishedChanges(mirror: PublishedMirror): Promise<Changes | undefined> {
  return findPublished(mirror, 'changes.json', changesSchema)
}

/** How the last run ended; undefined when that is not published, or cannot be read. */
export function findPublishedStatus(mirror: PublishedMirror): Promise<Status | undefined> {
  return findPublished(mirror, 'status.json', statusSchema)
}

/** Which hosts the mirror was made ready for; undefined when it was for none, or that cannot be read. */
export function findPublishedHosts(mirror: PublishedMirror): Promise<object | undefined> {
  return findPublished(mirror, 'hosts.json', hostsSchema)
}

async function findPublished<T>(
  mirror: PublishedMirror,
  path: string,
  schema: v.GenericSchema,
): Promise<T | undefined> {
  const text = await readText(mirror, path, MOST_BYTES)
  const value = text === undefined ? undefined : findJson(text)
  return v.is(schema, value) ? (value as T) : undefined
}

function findJson(text: string): unknown {
  try {
    return parseMachineFile(text)
  } catch {
    return undefined
  }
}
