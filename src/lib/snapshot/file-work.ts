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
import { carryFile, isAbsent, writeAll } from './disk.ts'

/** One thing to be done to the files of a draft. Plain data, so that another thread can do it. */
export type FileWork =
  /** Makes a folder. What goes wrong is reported when a file is put there. */
  | { readonly do: 'folder'; readonly path: string }
  /** Writes a whole file as `part`, with this modification time, and moves it to its place. */
  | {
      readonly do: 'write'
      readonly part: string
      readonly path: string
      readonly mtime: Date
      readonly bytes: readonly Uint8Array[]
    }
  /** Moves a file that is written to its place. */
  | { readonly do: 'move'; readonly part: string; readonly path: string }
  /** Puts a file that never changes at a second place, too. */
  | { readonly do: 'carry'; readonly from: string; readonly path: string }
  /** Takes a file out, and its folder when nothing else lies there. */
  | { readonly do: 'discard'; readonly path: string }
  /** Writes on in a file that is open. */
  | {
      readonly do: 'append'
      readonly file: number
      readonly path: string
      readonly bytes: readonly Uint8Array[]
    }

/** Does it, to the end. Throws what the disk reported; a folder that could not be made fails the file that is put there. */
export function doFileWork(work: FileWork): void {
  if (work.do === 'folder') makeFolder(work.path)
  else if (work.do === 'write') {
    writePart(work.part, work.bytes, work.mtime)
    moveFile(work.part, work.path)
  } else if (work.do === 'move') moveFile(work.part, work.path)
  else if (work.do === 'carry') carryFile(work.from, work.path)
  else if (work.do === 'append') for (const chunk of work.bytes) writeAll(work.file, chunk, work.path)
  else {
    rmSync(work.path, { force: true })
    removeEmpty(dirname(work.path))
  }
}

/** Removes a folder in which nothing lies. */
export function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Something lies in it, or it was never made.
  }
}

/** Removes everything below a folder but these files (paths relative to it), and the folders that lead to none of them. */
export function removeAllBut(folder: string, files: Iterable<string>): void {
  const kept = new Set(files)
  const folders = new Set<string>()
  for (const file of kept)
    for (let path = dirname(file); path !== '.' && !folders.has(path); path = dirname(path)) folders.add(path)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const found = entry.isDirectory() ? folders : kept
    if (!found.has(path.slice(folder.length + 1))) rmSync(path, { recursive: true, force: true })
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch {}
}

function writePart(part: string, bytes: readonly Uint8Array[], mtime: Date): void {
  const file = openSync(part, 'w')
  try {
    for (const chunk of bytes) writeAll(file, chunk, part)
    futimesSync(file, mtime, mtime)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

// The folder is there already, unless nobody expected the file or its making failed: then this tells why.
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!isAbsent(error)) throw error
    mkdirSync(dirname(to), { recursive: true })
    renameSync(from, to)
  }
}
