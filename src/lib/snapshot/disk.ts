import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { attempt } from '../interface/attempt.ts'
import { ExceedsLimit, largerThan, MOST_JSON_BYTES, parseJson } from '../reading/json/bounded.ts'
import type { ByteSource } from '../reading/types.ts'
import { diskCodeOf, findRemedy, isAbsent, isNotThere, NotAFile, readFaultOf } from './disk-errors.ts'

const CHUNK = 256 * 1024
const BUFFERED_BYTES = 64 * 1024
const MOST_LINE_BYTES = 4096

// An error of an open file has no path.
function reading<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw readFaultOf(error, path) ?? error
  }
}

/** A regular file, open for reading. */
interface OpenedFile {
  readonly file: number
  readonly stats: Stats
}

/**
 * Opens a regular file for reading, following symbolic links. Never blocks: throws {@link NotAFile} for anything else, such as a named
 * pipe, and {@link UnreadableFile} without permission. Use it for all files in folders that others can write to.
 */
export function openRegular(path: string): OpenedFile {
  const file = openWithoutWaiting(path)
  const stats = fstatSync(file)
  if (stats.isFile()) return { file, stats }
  closeSync(file)
  throw new NotAFile(path, describeKind(stats))
}

// Without O_NONBLOCK, opening a pipe waits for a writer. Sockets cannot be opened at all.
function openWithoutWaiting(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const fault = readFaultOf(error, path)
    const { code } = error as NodeJS.ErrnoException
    // A socket gives ENXIO.
    if (fault !== undefined && code !== 'ENXIO') throw fault
    if (code === 'ELOOP') throw new NotAFile(path, 'symbolic link to itself')
    const stats = statSync(path, { throwIfNoEntry: false })
    throw stats === undefined || stats.isFile() ? error : new NotAFile(path, describeKind(stats))
  }
}

/** The kind of something that has a name, for messages. */
export function describeKind(
  stats: Pick<Stats, 'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket' | 'isSymbolicLink'>,
): string {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  if (stats.isFIFO()) return 'named pipe'
  if (stats.isSocket()) return 'socket'
  return stats.isSymbolicLink() ? 'symbolic link' : 'device'
}

/** The text of a regular file of at most `most` bytes. Throws {@link NotAFile} for anything else and ExceedsLimit. */
export function readTextFile(path: string, most = MOST_JSON_BYTES): string {
  return readBounded(path, most).toString()
}

/** The value of a file of json, which must not exceed what {@link parseJson} accepts. Throws {@link NotAFile}, ExceedsLimit and SyntaxError. */
export function readJsonFile(path: string, most = MOST_JSON_BYTES): unknown {
  const bytes = readBounded(path, most)
  try {
    return parseJson(bytes, most)
  } catch (error) {
    throw error instanceof ExceedsLimit ? new ExceedsLimit(error.limit, path) : error
  }
}

/** The line of a file that contains a name; undefined when there is no such file. Throws ExceedsLimit for a longer one. */
export function findSingleLine(path: string): string | undefined {
  return attempt(undefined, isNotThere, () => readTextFile(path, MOST_LINE_BYTES).trim())
}

/** The bytes of a regular file of at most `most` bytes. Throws {@link NotAFile} for anything else and ExceedsLimit. */
export function readBounded(path: string, most: number): Buffer {
  const { file, stats } = openRegular(path)
  try {
    if (stats.size > most) throw new ExceedsLimit(largerThan(most), path)
    return reading(path, () => readFileSync(file))
  } finally {
    closeSync(file)
  }
}

/** The bytes of a regular file in chunks. Each call opens the file again. A chunk is valid only until the next one is requested. */
export function fileSource(path: string): ByteSource {
  return function* () {
    const { file, stats } = openRegular(path)
    try {
      // Most files are small; large buffers for them would slow down the garbage collector.
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, stats.size || CHUNK))
      const more = () => reading(path, () => readSync(file, buffer))
      for (let read = more(); read > 0; read = more()) yield buffer.subarray(0, read)
    } finally {
      closeSync(file)
    }
  }
}

/** The bytes of a document that is read several times: a small one is read from disk only once, immediately. */
export function documentSource(path: string): ByteSource {
  const { file, stats } = openRegular(path)
  try {
    if (stats.size > BUFFERED_BYTES) return fileSource(path)
    const content = reading(path, () => readFileSync(file))
    return () => [content]
  } finally {
    closeSync(file)
  }
}

/** The sha256 (hex) and length of some bytes. */
interface Digest {
  readonly sha256: string
  readonly bytes: number
}

/** Whether bytes have the checksum of a record and, if it states one, the length. */
export function isAsStated(found: Digest, { sha256, bytes = found.bytes }: Partial<Digest>): boolean {
  return found.sha256 === sha256 && found.bytes === bytes
}

export function digestOf(source: ByteSource): Digest {
  const hash = createHash('sha256')
  let bytes = 0
  for (const chunk of source()) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), bytes }
}

/** The digest of a file, or undefined if there is no regular file of this name. */
export function findDigest(path: string): Digest | undefined {
  return attempt(undefined, isAbsent, () => digestOf(fileSource(path)))
}

/** The stats of what a path leads to; undefined if there is nothing, also for a link to itself. */
export function findStats(path: string): Stats | undefined {
  return attempt(undefined, isAbsent, () => statSync(path))
}

/**
 * Writes a file atomically: temporary file in the same folder, flush, rename. If several threads write the same file, each has its own
 * temporary file, and the last one wins.
 */
export function writeWhole(path: string, content: string | Iterable<string>): void {
  replaceFile(path, content, fsyncSync)
}

/** The same without a flush, which waits for the disk: for a file that may be damaged after a power failure, since that would be noticed. */
export function writeUnflushed(path: string, content: string | Iterable<string>): void {
  replaceFile(path, content, () => {})
}

function replaceFile(path: string, content: string | Iterable<string>, sync: (file: number) => void): void {
  makeFolder(dirname(path))
  const temporary = threadId === 0 ? `${path}.part` : `${path}.${threadId}.part`
  try {
    writeNew(temporary, typeof content === 'string' ? [content] : content, sync)
    renameSync(temporary, path)
  } catch (error) {
    removeLeft(temporary)
    throw error
  }
}

/** Removes a file or a folder if that is possible: something else failed before, and that error is the one to report. */
export function removeLeft(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The next run removes it.
  }
}

/** Names the file that an operation on an open file is about: its errors do not. */
export function naming<T>(path: string, operate: () => T): T {
  try {
    return operate()
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}

/** Opens a new file for writing and reading. Anything else of that name is removed first, so no pipe blocks and no link is followed. */
export function openNew(path: string): number {
  rmSync(path, { recursive: true, force: true })
  return openSync(path, 'wx+')
}

/** Bytes of a text that are encoded at once. */
const ROOM_BYTES = 64 * 1024
const encoder = new TextEncoder()

/** The same text in fewer pieces, so that lines are not hashed one by one. */
export function* joinPieces(pieces: Iterable<string>): Iterable<string> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < ROOM_BYTES) continue
    yield text
    text = ''
  }
  yield text
}

function writeNew(path: string, content: Iterable<string>, sync: (file: number) => void): void {
  const file = openNew(path)
  // One buffer for all pieces: buffers of their own would stay in memory until V8 collects garbage.
  const room = Buffer.allocUnsafe(ROOM_BYTES)
  let used = 0
  const flush = () => {
    writeAll(file, room.subarray(0, used), path)
    used = 0
  }
  try {
    for (const text of content)
      for (let at = 0; at < text.length; ) {
        const { read, written } = encoder.encodeInto(text.slice(at), room.subarray(used))
        used += written
        at += read
        if (at < text.length) flush()
      }
    flush()
    naming(path, () => sync(file))
  } finally {
    closeSync(file)
  }
}

/** Copies a file that never changes, with its time, as a hard link if possible. Replaces an existing file. */
export function carryFile(from: string, to: string): void {
  if (tryLink(from, to)) return
  makeFolder(dirname(to))
  if (tryLink(from, to)) return
  rmSync(to, { force: true })
  if (tryLink(from, to)) return
  copyAsNew(from, to)
  const { atime, mtime } = statSync(from)
  utimesSync(to, atime, mtime)
}

/** Copies a file to a new one, which gets the permissions of a new file, not those of the other. There is none after an error. */
export function copyAsNew(from: string, to: string): void {
  const file = openNew(to)
  const { mode } = fstatSync(file)
  closeSync(file)
  try {
    // The system can copy a large file without copying its bytes, if the disk can share them.
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
    chmodSync(to, mode)
  } catch (error) {
    removeLeft(to)
    throw error
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

/**
 * Creates a folder and those above it that are not there. Throws the error of the system: with `recursive`, Node.js never stops trying
 * where a file system answers ENOENT below a folder that is there, as `/proc` and the roots of automounters do.
 */
export function makeFolder(folder: string): void {
  const above = dirname(folder)
  if (above !== folder && !existsSync(above)) makeFolder(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!findStats(folder)?.isDirectory()) throw error
  }
}

/** No temporary folder can be created. */
class NoScratch extends Error {
  override name = 'NoScratch'
  readonly syscall = 'mkdtemp'

  constructor(folder: string, cause: unknown) {
    const remedy = findRemedy(cause, folder)
    super(
      `No temporary folder could be created in ${folder} (${diskCodeOf(cause)}). ${remedy === undefined ? 'Set' : `${remedy}, or set`} the variable TMPDIR to a folder that this user can write to, then run again.`,
      { cause },
    )
  }
}

/** Creates an empty folder among the temporary files of the system. The caller removes it. */
export function makeScratch(): string {
  const folder = tmpdir()
  try {
    return mkdtempSync(join(folder, 'open-data-mirror-'))
  } catch (error) {
    throw new NoScratch(folder, error)
  }
}

/**
 * Whether the disk of this folder ignores case or Unicode normalisation in names. Leaves no file behind; if it is killed, the next call removes
 * it. Not for two processes at once.
 */
export function foldsNames(folder: string): boolean {
  makeFolder(folder)
  const probe = (name: string) => join(folder, `.folds-${name}`)
  closeSync(openSync(probe('\u00e9'), 'w'))
  const folds = [probe('\u00c9'), probe('e\u0301')].some((twin) => existsSync(twin))
  rmSync(probe('\u00e9'), { force: true })
  return folds
}

/** Writes all bytes, since one call may write fewer. `path`: the name of the file for error messages. */
export function writeAll(file: number, bytes: Uint8Array, path: string): void {
  naming(path, () => {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
  })
}
