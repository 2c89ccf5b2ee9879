import { closeSync, existsSync, lstatSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { describeKind, findStats, makeFolder, openRegular, readJsonFile, readTextFile } from './disk.ts'
import { isAbsent, NotAFile, UnreadableFile } from './disk-errors.ts'
import { readJournal } from './journal.ts'
import { layout } from './layout.ts'
import { upgradeMachineFile } from './machine-file.ts'
import { manifestSchema } from './manifest.ts'
import { findMountsBelow, foldersAbove, isWithin, realFolder, UnusableFolder } from './real-folder.ts'
import { statusSchema } from './status.ts'

/** What a folder is for: a whole snapshot, or one shard of a crawl. */
export type StateKind = 'state' | 'shard'

const MARKS = {
  state: 'This is the state folder of open-data-mirror, format 1: see docs/architecture.md.\n',
  shard: 'A shard of a crawl by open-data-mirror, format 1: see docs/operations.md.\n',
} as const

/**
 * Throws {@link UnusableFolder} for a folder that is not empty and is not a state folder of this program. A state folder has our mark,
 * or, if it was made before there was a mark, a valid manifest, status or journal; the names of files alone prove nothing.
 * A folder of the other kind is refused too. Writes nothing.
 */
export function checkStateFolder(state: string, kind: StateKind = 'state'): void {
  const folder = realFolder(state)
  checkLockPath(layout.lock(folder))
  if (kind === 'state') checkOutsideStates(folder, state)
  if (!existsSync(folder)) return
  checkMounts(folder, state)
  checkKind(folder, kind, state)
  // Shards may be copied there before anything else.
  const names = readdirSync(folder).filter((name) => !(name === SHARDS && hasOnlyShards(folder)))
  if (names.length > 0 && !isMarked(folder, kind) && !(kind === 'state' && isProven(folder)))
    throw new UnusableFolder(
      `${state} contains files that this program did not write (${names.slice(0, 3).join(', ')}). Name another folder with --state.`,
    )
}

/** Throws {@link UnusableFolder} if a real path is inside a state folder, in which every run removes what it does not know. */
export function checkOutsideStates(folder: string, named: string): void {
  const above = foldersAbove(folder).find((one) => isMarked(one, 'state'))
  if (above !== undefined)
    throw new UnusableFolder(
      `${named} is inside the state folder ${above}, whose runs remove what they do not know. Name another folder.`,
    )
}

/** SQLite's buffer for the path of a lock is 512 bytes (MAX_PATHNAME), with what it appends. */
const LONGEST_PATH = 500

/** Throws {@link UnusableFolder} for a path at which there can be no lock. `path` has no symbolic links in it. */
export function checkLockPath(path: string): void {
  if (Buffer.byteLength(path) > LONGEST_PATH)
    throw new UnusableFolder(
      `The path ${path} is too long for a lock file (at most ${LONGEST_PATH} bytes). Name a folder with a shorter path.`,
    )
}

function checkKind(folder: string, kind: StateKind, named: string): void {
  const text = findText(layout.mark(folder))
  if (kind === 'state' && text === MARKS.shard)
    throw new UnusableFolder(
      `${named} is a shard of a crawl, not a whole snapshot. Join the shards: npm run mirror -- merge, with the state folder that contains ${SHARDS}/.`,
    )
  if (kind === 'shard' && text === MARKS.state)
    throw new UnusableFolder(`${named} is a state folder, not a shard of a crawl. Move it elsewhere.`)
}

/** Whether a folder is marked as a shard of a crawl. */
export function isShardFolder(folder: string): boolean {
  return isMarked(folder, 'shard')
}

const SHARDS = basename(layout.shards('.'))

function hasOnlyShards(state: string): boolean {
  const shards = layout.shards(state)
  return (
    lstatSync(shards).isDirectory() && readdirSync(shards).every((name) => isShardOrNew(join(shards, name)))
  )
}

// Several runs may begin their shards at once: a folder is empty until its mark is written, which comes first.
function isShardOrNew(folder: string): boolean {
  return lstatSync(folder).isDirectory() && (readdirSync(folder).length === 0 || isShardFolder(folder))
}

/** Makes a folder a state folder: checks it and writes our mark. Throws {@link NotAFile} or {@link UnusableFolder} if something else has the name of one of its files or folders. */
export function claimState(state: string, kind: StateKind = 'state'): void {
  checkStateFolder(state, kind)
  if (!isMarked(state, kind)) leaveMark(state, kind)
  for (const file of FILES) {
    try {
      closeSync(openRegular(file(state)).file)
    } catch (error) {
      if (error instanceof NotAFile || !isAbsent(error)) throw error
    }
  }
  for (const folder of CLEARED)
    if (lstatSync(folder(state), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UnusableFolder(
        `${folder(state)} is a symbolic link, whose target would be cleared. Remove the link, then run again.`,
      )
  for (const folder of FOLDERS) checkIsFolder(folder(state))
}

function checkIsFolder(path: string): void {
  const found = findStats(path) ?? lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory())
    throw new UnusableFolder(`${path} is a ${describeKind(found)}, not a folder. Remove it, then run again.`)
}

/** Folders between which files are moved. */
const MOVED = [layout.draft, layout.incoming, layout.restoring, layout.forgetting, layout.generations]

// The cache is written where it lies, so it may be on any disk.
function checkMounts(folder: string, state: string): void {
  const cache = layout.derived(folder)
  const [mount] = findMountsBelow(
    folder,
    MOVED.map((path) => path(folder)),
  ).filter((path) => !isWithin(path, cache))
  if (mount !== undefined)
    throw new UnusableFolder(
      `${mount} is a mount point inside the state folder ${state}, whose files are moved to and from there. Unmount it, or name a folder with --state that is on one disk as a whole.`,
    )
}

const FILES = [layout.current, layout.next, layout.journal, layout.status, layout.hosts]

/** Folders in which everything a run does not know is removed. */
const CLEARED = [
  layout.draft,
  layout.incoming,
  layout.restoring,
  layout.forgetting,
  layout.derived,
  layout.bundle,
]

/** Everything that has to be a folder. */
const FOLDERS = [...CLEARED, layout.generations, layout.shards]

// Two runs may write the mark at once. Node creates no folder through a dangling link.
function leaveMark(state: string, kind: StateKind): void {
  makeFolder(realFolder(state))
  try {
    writeFileSync(layout.mark(state), MARKS[kind], { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

// A mark that was truncated by a kill or a full disk counts as well.
function isMarked(state: string, kind: StateKind): boolean {
  const text = findText(layout.mark(state))
  return text !== undefined && MARKS[kind].startsWith(text)
}

function isProven(state: string): boolean {
  const ids = [layout.current, layout.next].flatMap((path) => findText(path(state))?.trim() ?? [])
  return (
    ids.some((id) => isOurManifest(layout.manifest(layout.generation(state, id)))) ||
    isOurStatus(layout.status(state)) ||
    isOurJournal(layout.journal(state))
  )
}

/** Whether a file is a manifest of this program; its records are not checked. */
export function isOurManifest(path: string): boolean {
  return isOfForm(path, manifestSchema)
}

/** Whether a file is a status of this program. */
export function isOurStatus(path: string): boolean {
  return isOfForm(path, statusSchema)
}

// A file that cannot be read is not ours.
function isOfForm(path: string, schema: v.GenericSchema): boolean {
  try {
    return v.is(schema, upgradeMachineFile(readJsonFile(path)))
  } catch {
    return false
  }
}

function isOurJournal(path: string): boolean {
  try {
    return !Number.isNaN(Date.parse(readJournal(path)?.startedAt ?? ''))
  } catch {
    return false
  }
}

// A file that the disk or this user cannot read may be ours.
function findText(path: string): string | undefined {
  try {
    return readTextFile(path)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    return undefined
  }
}
