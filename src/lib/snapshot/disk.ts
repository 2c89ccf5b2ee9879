import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { ByteSource } from '../reading/index.ts'

const CHUNK = 256 * 1024
const HELD_BYTES = 64 * 1024
const FEW_FILES = 32
const FEW_BYTES = 1024 * 1024

/** Something that is not a regular file lies where a file was expected: a folder, a named pipe, a device, a socket. */
export class NotAFile extends Error {
  override name = 'NotAFile'
  readonly path: string
  /** What it is. */
  readonly found: string
  readonly syscall = 'open'

  constructor(path: string, found: string) {
    super(`${path} is a ${found}, not a file. Remove it, then run again.`)
    this.path = path
    this.found = found
  }
}

/** A regular file that is open for reading. */
export interface OpenedFile {
  readonly file: number
  readonly stats: Stats
}

/**
 * Opens a regular file for reading; a symbolic link is followed. Whatever else has the name is never waited for: throws
 * {@link NotAFile}. Anyone may have put it there, so every file of a folder that others can write to is opened by this function.
 */
export function openRegular(path: string): OpenedFile {
  const file = openWithoutWaiting(path)
  const stats = fstatSync(file)
  if (stats.isFile()) return { file, stats }
  closeSync(file)
  throw new NotAFile(path, describeKind(stats))
}

// Without O_NONBLOCK a pipe is opened when somebody writes to it, which may be never. A socket cannot be opened at all.
function openWithoutWaiting(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw new NotAFile(path, 'symbolic link to itself')
    const stats = statSync(path, { throwIfNoEntry: false })
    throw stats === undefined || stats.isFile() ? error : new NotAFile(path, describeKind(stats))
  }
}

/** What something that is not a regular file is, as messages name it. */
export function describeKind(
  stats: Pick<Stats, 'isDirectory' | 'isFIFO' | 'isSocket' | 'isSymbolicLink'>,
): string {
  if (stats.isDirectory()) return 'folder'
  if (stats.isFIFO()) return 'named pipe'
  if (stats.isSocket()) return 'socket'
  return stats.isSymbolicLink() ? 'symbolic link' : 'device'
}

/** The text of a regular file. Throws {@link NotAFile} for anything else of that name. */
export function readTextFile(path: string): string {
  const { file } = openRegular(path)
  try {
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

/** The bytes of a regular file in chunks, opened anew on every call. A chunk is only valid until the next one is asked for. */
export function fileSource(path: string): ByteSource {
  return function* () {
    const { file, stats } = openRegular(path)
    try {
      // Most files are small, and a large buffer for each is what the collector would be busy with.
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, stats.size || CHUNK))
      for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
        yield buffer.subarray(0, read)
    } finally {
      closeSync(file)
    }
  }
}

/** The bytes of a document, which is gone through more than once: a small one is read from the disk once, and at once. */
export function documentSource(path: string): ByteSource {
  const { file, stats } = openRegular(path)
  try {
    if (stats.size > HELD_BYTES) return fileSource(path)
    const content = readFileSync(file)
    return () => [content]
  } finally {
    closeSync(file)
  }
}

/** The sha256 (hex) and length of bytes. */
export interface Digest {
  readonly sha256: string
  readonly bytes: number
}

/** The digest of what a source has. */
export function digestOf(source: ByteSource): Digest {
  const hash = createHash('sha256')
  let bytes = 0
  for (const chunk of source()) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), bytes }
}

/** The digest of a file, or undefined when there is no regular file of this name. */
export function findDigest(path: string): Digest | undefined {
  try {
    return digestOf(fileSource(path))
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/**
 * Whether the disk of a path has room for bytes and hardly any for files: its inodes are used up. False where it does not tell. Asked
 * after a write failed with ENOSPC, which means either; what was cleared since may have freed a few of both.
 */
export function isOutOfInodes(path: string): boolean {
  try {
    const { files, ffree, bavail, bsize } = statfsSync(path)
    return files > 0 && ffree < FEW_FILES && bavail * bsize > FEW_BYTES
  } catch {
    return dirname(path) !== path && isOutOfInodes(dirname(path))
  }
}

/** Whether a failed file operation failed because there is no such file; what is not a regular file is none. */
export function isAbsent(error: unknown): boolean {
  if (error instanceof NotAFile) return true
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Writes a file whole or not at all: temporary sibling, flush, rename. Of threads that write the same file each has its own sibling, and the last wins. */
export function writeWhole(path: string, content: string | Iterable<string>): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = threadId === 0 ? `${path}.part` : `${path}.${threadId}.part`
  try {
    writeFlushed(temporary, typeof content === 'string' ? [content] : content)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Opens a new file for writing. Whatever has the name is removed: a pipe would be waited for, and a link written through. */
export function openNew(path: string): number {
  rmSync(path, { recursive: true, force: true })
  return openSync(path, 'wx')
}

function writeFlushed(path: string, content: Iterable<string>): void {
  const file = openNew(path)
  try {
    for (const text of content) writeAll(file, Buffer.from(text), path)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Puts a file that never changes at a second place: by hard link, else by copy. Replaces what is there. */
export function carryFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  }
}

/** Whether the disk of this folder takes names that differ in case or Unicode normalisation for one. Leaves no file. */
export function foldsNames(folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  const probe = (name: string) => join(folder, `.folds-${process.pid}-${name}`)
  closeSync(openSync(probe('\u00e9'), 'w'))
  const folds = [probe('\u00c9'), probe('e\u0301')].some((twin) => existsSync(twin))
  rmSync(probe('\u00e9'), { force: true })
  return folds
}

/** Writes all of it: one call may take less than it was given. `path` is the file's name in what is told when it fails. */
export function writeAll(file: number, bytes: Uint8Array, path: string): void {
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}
