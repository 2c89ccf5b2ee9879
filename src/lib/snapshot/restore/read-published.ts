import * as v from 'valibot'
import { textsField } from '../../interface/field.ts'
import { MOST_SMALL_JSON, parseJson } from '../../reading/json/bounded.ts'
import { CHAIN, type Chain, MOST_CHAIN_BYTES, parseChain } from '../chain.ts'
import { type Changes, changesSchema } from '../changes.ts'
import { upgradeMachineFile } from '../machine-file.ts'
import type { Manifest } from '../manifest.ts'
import { findManifestProblem } from '../manifest-problem.ts'
import { type Status, statusSchema } from '../status.ts'
import {
  type PublishedMirror,
  RestoreFailed,
  readPublishedJson,
  readPublishedText,
} from './published-mirror.ts'

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
  const problem = findManifestProblem(published)
  if (problem !== undefined)
    throw new RestoreFailed(`manifest.json of ${name} is not a manifest of this program (${problem}).`)
  return published as Manifest
}

/** The published changes of the last runs; undefined if they are absent or unreadable. */
export function findPublishedChanges(mirror: PublishedMirror): Promise<Changes | undefined> {
  return findPublished(mirror, 'changes.json', changesSchema)
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
  const value = bytes && findJson(bytes)
  return v.is(schema, value) ? (value as T) : undefined
}

function findJson(bytes: Uint8Array): unknown {
  try {
    return upgradeMachineFile(parseJson(bytes))
  } catch {
    return undefined
  }
}
