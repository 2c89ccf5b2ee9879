import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'
import { findSingleLine, makeFolder, naming, writeWhole } from './disk.ts'
import { isGenerationId, layout } from './layout.ts'
import { removeFolder } from './remove-folder.ts'

/** Number of finished generations that stay on disk, including the published one. */
const GENERATIONS_KEPT = 2

/** The type of a file system in memory on Linux (`TMPFS_MAGIC`). */
const IN_MEMORY = 0x01021994

/**
 * Publishes a finished folder as generation `id`. Its bytes are flushed to disk first; then `current` is replaced by one rename. If the
 * process is killed, {@link completePublishing} completes it. Returns the folder of the generation.
 */
export async function publishFolder(state: string, folder: string, id: string): Promise<string> {
  flushTree(folder)
  makeFolder(layout.generations(state))
  writeWhole(layout.next(state), `${id}\n`)
  renameSync(folder, layout.generation(state, id))
  await commit(state)
  return layout.generation(state, id)
}

/** Completes an interrupted publication, or discards it if the new generation is not there. */
export async function completePublishing(state: string): Promise<void> {
  const id = findSingleLine(layout.next(state))
  if (id !== undefined && isGenerationId(id) && existsSync(layout.manifest(layout.generation(state, id))))
    await commit(state)
  // The process may have been killed right after `current` was replaced.
  else if (!existsSync(layout.draft(state))) clearPublished(state)
  for (const path of [layout.next(state), layout.current(state), layout.status(state)])
    rmSync(`${path}.part`, { recursive: true, force: true })
  rmSync(layout.next(state), { force: true })
}

// The new generation is flushed before `current` is replaced, and `current` before old generations are removed.
async function commit(state: string): Promise<void> {
  const before = findSingleLine(layout.current(state))
  flush(layout.generations(state))
  renameSync(layout.next(state), layout.current(state))
  flush(state)
  clearPublished(state)
  await removeOld(state, before)
}

// A restore leaves the draft of an interrupted crawl in place.
function clearPublished(state: string): void {
  if (!existsSync(layout.draft(state))) rmSync(layout.journal(state), { force: true })
  rmSync(layout.incoming(state), { recursive: true, force: true })
}

async function removeOld(state: string, before: string | undefined): Promise<void> {
  const current = findSingleLine(layout.current(state))
  const others = readdirSync(layout.generations(state))
    .filter((id) => id !== current && isGenerationId(id))
    .sort((a, b) => Number(a === before) - Number(b === before) || (a < b ? -1 : 1))
  for (const id of others.slice(0, Math.max(0, others.length - GENERATIONS_KEPT + 1)))
    await removeFolder(layout.generation(state, id))
}

/**
 * Flushes everything below a folder to disk, so it survives a power cut: with one `sync` of the file system if that program exists (6,000
 * new files: 0.08 s), else file by file (1.2 s). A file system in memory is not flushed: nothing in it survives.
 */
function flushTree(folder: string): void {
  if (statfsSync(folder).type === IN_MEMORY) return
  const { status } = spawnSync('sync', ['-f', folder], { stdio: 'ignore' })
  if (status === 0) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) flush(join(entry.parentPath, entry.name))
  flush(folder)
}

/** Flushes a file, or the entries of a folder: files that were created, renamed or removed there. */
function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    naming(path, () => fsyncSync(file))
  } finally {
    closeSync(file)
  }
}
