import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { attempt } from '../interface/attempt.ts'
import { differencesPathOf, parseDatasetCode, versionPathOf } from '../interface/index.ts'
import {
  type DifferencesFile,
  differencesFilesOf,
  readDifferences,
  renderDifferences,
} from './differences.ts'
import { digestOf, findSingleLine, makeFolder, writeWhole } from './disk.ts'
import { renderManifest } from './draft.ts'
import { DamagedSnapshot, findReadable, type Generation } from './generation.ts'
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
 * they were removed. If it is killed, nothing was changed, or {@link completeForgetting} completes it. The caller has the lock of the state
 * folder.
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
  const { differences, text } = withoutValues(
    folder,
    manifest,
    code,
    new Set(versions.map(({ sha256 }) => sha256)),
  )
  const records = manifest.records.map(({ former, ...record }) => {
    const kept = former?.filter(
      ({ sha256 }) => record.code !== code || !gone.has(keyOf({ ...record, sha256 })),
    )
    return kept && kept.length > 0 ? { ...record, former: kept } : record
  })
  const { differences: _, ...rest } = manifest
  const changed: Manifest = { ...rest, ...(differences.length > 0 && { differences }), history, records }
  const part = partOf(state)
  const replacing = join(part, basename(folder))
  if (text !== undefined) writeWhole(join(replacing, differencesPathOf(parseDatasetCode(code))), text)
  writeWhole(layout.manifest(replacing), renderManifest(changed))
  renameSync(part, layout.forgetting(state))
  completeForgetting(state)
}

const partOf = (state: string) => `${layout.forgetting(state)}.part`

/** Completes a removal of versions that was interrupted after it was decided, or discards it. The caller has the lock of the state folder. */
export function completeForgetting(state: string): void {
  rmSync(partOf(state), { recursive: true, force: true })
  const forgetting = layout.forgetting(state)
  if (!existsSync(forgetting)) return
  const id = findSingleLine(layout.current(state)) ?? ''
  const [from, to] = [join(forgetting, id), layout.generation(state, id)]
  if (id !== '' && existsSync(from)) {
    const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    // The manifest is the last: its name sorts after those of data.
    for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
      const target = join(to, path.slice(from.length))
      makeFolder(dirname(target))
      renameSync(path, target)
    }
    const generation = findReadable(state)
    for (const { code, forgotten } of generation?.manifest.history ?? [])
      if (generation && forgotten) removeForgotten(state, generation, code)
  }
  rmSync(forgetting, { recursive: true, force: true })
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

/** What the manifest then states about all files of what changed in datasets, and the text of the one that changes. */
interface Bared {
  readonly differences: NonNullable<Manifest['differences']>
  readonly text?: string
}

/** Leaves out what the file of what changed in a dataset shows of these bytes, except numbers of records. Writes nothing. */
function withoutValues(folder: string, manifest: Manifest, code: string, sums: ReadonlySet<string>): Bared {
  const { differences = [] } = manifest
  const file = differencesFilesOf(manifest).find((one) => one.code === code)
  if (file === undefined) return { differences }
  const text = bareText(folder, file, sums)
  if (text === undefined) return { differences: differences.filter((one) => one.code !== code) }
  const digest = digestOf(() => [Buffer.from(text)])
  return { differences: differences.map((one) => (one.code === code ? { ...one, ...digest } : one)), text }
}

function bareText(folder: string, file: DifferencesFile, sums: ReadonlySet<string>): string | undefined {
  const isDamage = (error: unknown) => error instanceof DamagedSnapshot
  const known = attempt([], isDamage, () => readDifferences({ folder }, file))
  const [latest, ...earlier] = known.map((change) => {
    const { generation, at, format, from, to, kind, records } = change
    if (!sums.has(from) && !sums.has(to)) return change
    return { generation, at, format, from, to, kind, ...(records && { records }) }
  })
  return latest && renderDifferences(latest, earlier)
}
