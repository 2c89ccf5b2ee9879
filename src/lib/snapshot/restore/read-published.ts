import * as v from 'valibot'
import type { Changes } from '../changes.ts'
import { parseMachineFile } from '../machine-file.ts'
import type { Manifest } from '../manifest.ts'
import { findManifestProblem } from '../manifest-problem.ts'
import type { Status } from '../status.ts'
import { type PublishedMirror, RestoreFailed, readText } from './published-mirror.ts'
import { changesSchema, hostsSchema, statusSchema } from './schema.ts'

/** Maximum size of a file that is read into memory, in bytes; a string cannot be much longer. */
const MOST_BYTES = 500_000_000

/** The text of a published manifest; undefined if there is no mirror. */
export function findManifestText(mirror: PublishedMirror): Promise<string | undefined> {
  return readText(mirror, 'manifest.json', MOST_BYTES)
}

/** Parses a published manifest without its records. Throws {@link RestoreFailed} if it is not a manifest of this program. */
export function parsePublished(text: string, { name }: PublishedMirror): Manifest {
  const published = findJson(text)
  if (published === undefined)
    throw new RestoreFailed(`manifest.json of ${name} is not json, so nothing can be restored from it.`)
  const problem = findManifestProblem(published)
  if (problem !== undefined)
    throw new RestoreFailed(`manifest.json of ${name} is not a manifest of this program (${problem}).`)
  return published as Manifest
}

/** The published changes of the last runs; undefined if they are absent or unreadable. */
export function findPublishedChanges(mirror: PublishedMirror): Promise<Changes | undefined> {
  return findPublished(mirror, 'changes.json', changesSchema)
}

/** The published status; undefined if it is absent or unreadable. */
export function findPublishedStatus(mirror: PublishedMirror): Promise<Status | undefined> {
  return findPublished(mirror, 'status.json', statusSchema)
}

/** The hosts for which the mirror was prepared; undefined if none, or unreadable. */
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
