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
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { ByteSource } from '../reading/index.ts'

const CHUNK = 256 * 1024
const HELD_BYTES = 64 * 1024

/** The bytes of a file in chunks, opened anew on every call. A chunk is only valid until the next one is asked for. */
export function fileSource(path: string): ByteSource {
  return function* () {
    const file = openSync(path, 'r')
    try {
      // Most files are small, and a large buffer for each is what the collector would be busy with.
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, fstatSync(file).size || CHUNK))
      for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
        yield buffer.subarray(0, read)
    } finally {
      closeSync(file)
    }
  }
}

/** The bytes of a document, which is gone through more than once: a small one is read from the disk once, and at once. */
export function documentSource(path: string): ByteSource {
  if (statSync(path).size > HELD_BYTES) return fileSource(path)
  const content = readFileSync(path)
  return () => [content]
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

/** The digest of a file, or undefined when it is not there. */
export function findDigest(path: string): Digest | undefined {
  try {
    return digestOf(fileSource(path))
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** Whether a failed file operation failed because there is no such file. */
export function isAbsent(error: unknown): boolean {
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

function writeFlushed(path: string, content: Iterable<string>): void {
  const file = openSync(path, 'w')
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
