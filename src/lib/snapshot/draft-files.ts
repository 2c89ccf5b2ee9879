import {
  closeSync,
  futimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { detachString } from '../reading/value.ts'
import { isAbsent, naming, removeLeft, writeAll } from './disk.ts'

/** Writes a complete file with this modification time. Leaves nothing if that fails. Throws the error of the disk. */
export function writePart(part: string, bytes: readonly Uint8Array[], mtime: Date): void {
  const file = openSync(part, 'w')
  try {
    for (const chunk of bytes) writeAll(file, chunk, part)
    naming(part, () => futimesSync(file, mtime, mtime))
  } catch (error) {
    removeLeft(part)
    throw error
  } finally {
    closeSync(file)
  }
}

/**
 * Returns a function that moves a complete file to its final path, creating the folder. It throws the error of the disk. A folder is created
 * before the first file is moved there, since a move that fails takes longer.
 */
export function openMover(): (from: string, to: string) => void {
  const made = new Set<string>()
  return (from, to) => {
    const folder = dirname(to)
    if (!made.has(folder)) mkdirSync(folder, { recursive: true })
    made.add(detachString(folder))
    try {
      renameSync(from, to)
    } catch (error) {
      if (!isAbsent(error)) throw error
      // The folder was removed when it was empty.
      mkdirSync(folder, { recursive: true })
      renameSync(from, to)
    }
  }
}

/** Removes a file, and its folder if it is then empty. */
export function discardFile(path: string): void {
  rmSync(path, { force: true })
  removeEmpty(dirname(path))
}

/** Removes a folder if it is empty. */
export function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Not empty, or absent.
  }
}

/** Removes everything in a folder except these files (relative paths) and their parent folders. */
export function removeAllBut(folder: string, files: Iterable<string>): void {
  const kept = new Set(files)
  const folders = foldersOf(kept)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const found = entry.isDirectory() ? folders : kept
    if (!found.has(path.slice(folder.length + 1))) rmSync(path, { recursive: true, force: true })
  }
}

/** The folders of files, and those above them: relative paths, without the one that all are in. */
export function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set<string>()
  for (const file of files)
    for (let path = dirname(file); path !== '.' && !folders.has(path); path = dirname(path)) folders.add(path)
  return folders
}
