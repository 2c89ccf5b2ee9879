import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { differencesPathOf, parseDatasetCode, versionPathOf } from '../interface/index.ts'
import {
  type DifferencesFile,
  differencesFilesOf,
  readDifferences,
  renderDifferences,
} from './differences.ts'
import { digestOf, writeWhole } from './disk.ts'
import { renderManifest } from './draft.ts'
import { DamagedSnapshot, type Generation } from './generation.ts'
import { layout } from './layout.ts'
import type { Manifest, Version } from './manifest.ts'

/** Which versions are removed, and what is stated about it. */
interface Removal {
  readonly code: string
  readonly versions: readonly Version[]
  readonly reason: string | undefined
  readonly now: Date
}

/**
 * Removes former versions of a dataset from a state folder, with all other generations, and states in the manifest of the current one that
 * they were removed. If it is killed, the versions are still listed, or {@link removeForgotten} removes what is left. The caller has the
 * lock of the state folder.
 */
export function forgetVersions(state: string, { folder, manifest }: Generation, removal: Removal): void {
  const { code, versions, reason, now } = removal
  const gone = new Set(versions.map(keyOf))
  const forgottenAt = now.toISOString()
  const tombstones = versions.map(({ format, sha256, firstSeen, lastSeen }) => {
    return { format, sha256, firstSeen, lastSeen, forgottenAt, ...(reason !== undefined && { reason }) }
  })
  const history = (manifest.history ?? []).map((one) =>
    one.code === code
      ? {
          ...one,
          versions: one.versions.filter((version) => !gone.has(keyOf(version))),
          forgotten: [...tombstones, ...(one.forgotten ?? [])],
        }
      : one,
  )
  const differences = withoutValues(folder, manifest, code, new Set(versions.map(({ sha256 }) => sha256)))
  const records = manifest.records.map(({ former, ...record }) => {
    const kept = former?.filter(
      ({ sha256 }) => record.code !== code || !gone.has(keyOf({ ...record, sha256 })),
    )
    return kept && kept.length > 0 ? { ...record, former: kept } : record
  })
  const { differences: _, ...rest } = manifest
  const changed: Manifest = { ...rest, ...(differences.length > 0 && { differences }), history, records }
  writeWhole(layout.manifest(folder), renderManifest(changed))
  removeForgotten(state, { folder, manifest: changed }, code)
}

/** Removes the files of the versions of a dataset that the manifest states as removed, wherever the state folder still has them. */
export function removeForgotten(
  state: string,
  { folder, manifest }: Pick<Generation, 'folder' | 'manifest'>,
  code: string,
): void {
  const used = new Set((manifest.history ?? []).flatMap(({ versions }) => versions.map(keyOf)))
  const forgotten = manifest.history?.find((one) => one.code === code)?.forgotten ?? []
  for (const id of readdirSync(layout.generations(state)))
    if (layout.generation(state, id) !== folder)
      rmSync(layout.generation(state, id), { recursive: true, force: true })
  for (const { format, sha256 } of forgotten) {
    const data = `${differencesPathOf(parseDatasetCode(code)).replace(/[^/]+$/, '')}index.${format}`
    const former = `${data}.former-${sha256.slice(0, 16)}`
    const paths = [former, `${former}.original`]
    if (!used.has(keyOf({ format, sha256 }))) paths.push(versionPathOf(format, sha256))
    for (const path of paths)
      for (const place of [folder, layout.draft(state), layout.restoring(state)])
        rmSync(join(place, path), { force: true })
    removeReadings(layout.derived(state), `${sha256}.`, manifest)
  }
}

// The cache contains records of the documents it was made from.
function removeReadings(derived: string, start: string, { records }: Manifest): void {
  if (!existsSync(derived) || records.some(({ sha256 }) => sha256 !== undefined && start.startsWith(sha256)))
    return
  for (const name of readdirSync(derived))
    if (name.startsWith(start)) rmSync(join(derived, name), { force: true })
}

function keyOf({ format, sha256 }: { readonly format: string; readonly sha256: string }): string {
  return `${format} ${sha256}`
}

/** Leaves out what the file of what changed in a dataset shows of these bytes, except numbers of records. Writes it, and returns what the manifest states about all such files. */
function withoutValues(
  folder: string,
  manifest: Manifest,
  code: string,
  sums: ReadonlySet<string>,
): NonNullable<Manifest['differences']> {
  const { differences = [] } = manifest
  const file = differencesFilesOf(manifest).find((one) => one.code === code)
  if (file === undefined) return differences
  const text = bareText(folder, file, sums)
  if (text === undefined) return differences.filter((one) => one.code !== code)
  writeWhole(join(folder, file.path), text)
  const digest = digestOf(() => [Buffer.from(text)])
  return differences.map((one) => (one.code === code ? { ...one, ...digest } : one))
}

function bareText(folder: string, file: DifferencesFile, sums: ReadonlySet<string>): string | undefined {
  try {
    const [latest, ...earlier] = readDifferences({ folder }, file).map((change) => {
      const { generation, at, format, from, to, kind, records } = change
      if (!sums.has(from) && !sums.has(to)) return change
      return { generation, at, format, from, to, kind, ...(records && { records }) }
    })
    return latest && renderDifferences(latest, earlier)
  } catch (error) {
    // It is damaged, perhaps because a run was killed after it was written.
    if (error instanceof DamagedSnapshot) return undefined
    throw error
  }
}
