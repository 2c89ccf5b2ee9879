import { createHash } from 'node:crypto'
import { closeSync, futimesSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { detachString } from '../reading/value.ts'
import { makeFolder, naming, removeLeft, writeAll } from './disk.ts'
import { isAbsent } from './disk-errors.ts'

/** Receives a file and computes its digest. Nothing is at the final path until `keep`. */
export interface FileSink {
  write(chunk: Uint8Array): void
  /** The sha256 (hex) and length so far. Call after the last chunk. */
  digest(): { sha256: string; bytes: number }
  /** Moves the file to its path, or to another one, with this modification time. */
  keep(mtime: Date, at?: string): void
  /** Discards the file. Does nothing after `keep`, or the second time. */
  drop(): void
}

/**
 * Returns a function that opens the sink of a file. Files are written in one folder and then moved, so they are complete or absent. On ext4
 * this is also twice as fast as creating each file in its own new folder.
 */
export function openFileSinks(incoming: string): (path: string) => FileSink {
  makeFolder(incoming)
  const move = openMover()
  let count = 0
  return (path) => openFileSink(path, `${incoming}/${count++}`, move)
}

function openFileSink(path: string, part: string, move: (from: string, to: string) => void): FileSink {
  const hash = createHash('sha256')
  let bytes = 0
  let file: number | undefined
  const open = () => {
    file ??= openSync(part, 'w')
    return file
  }
  const close = () => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  return {
    write(chunk) {
      hash.update(chunk)
      bytes += chunk.length
      writeAll(open(), chunk, part)
    },
    digest: () => ({ sha256: hash.copy().digest('hex'), bytes }),
    keep(mtime, at = path) {
      const written = open()
      try {
        naming(part, () => futimesSync(written, mtime, mtime))
      } finally {
        close()
      }
      move(part, at)
    },
    drop() {
      if (file === undefined) return
      close()
      removeLeft(part)
    },
  }
}

/** Returns a function that moves a complete file to its final path, creating the folder. It throws the error of the disk. */
function openMover(): (from: string, to: string) => void {
  const makeFolderOf = openFolderMaker()
  return (from, to) => {
    makeFolderOf(to)
    try {
      renameSync(from, to)
    } catch (error) {
      if (!isAbsent(error)) throw error
      // The folder was removed when it was empty.
      makeFolder(dirname(to))
      renameSync(from, to)
    }
  }
}

/** The files of a folder come soon after each other. */
const MOST_MADE = 1000

/** Returns a function that creates the folder of a file, once: trying to use one that does not exist takes longer than to create it first. */
export function openFolderMaker(): (file: string) => void {
  const made = new Set<string>()
  return (file) => {
    const folder = dirname(file)
    if (made.has(folder)) return
    makeFolder(folder)
    if (made.size === MOST_MADE) made.clear()
    made.add(detachString(folder))
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
