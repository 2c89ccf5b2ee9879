// @ts-check
// Serves a site from a folder, on Node.js 20 and Deno 2: files are sent from their compressed copies, or compressed while they are sent.
import { closeSync, constants, createReadStream, existsSync, fstatSync, openSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { PassThrough, pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import { accepts } from './handler.mjs'

/** @typedef {import('node:stream').Readable} Readable */
/** @typedef {import('./handler.mjs').Found<Readable>} Found */
/** @typedef {{ readonly file: number, readonly stats: import('node:fs').Stats }} Opened */

const CODINGS = /** @type {const} */ ([
  ['zstd', 'zst'],
  ['br', 'br'],
  ['gzip', 'gz'],
])

/**
 * Opens a site in a folder. With `gzips`, the files that it accepts by path and size are compressed while they are sent, and compressed
 * copies are not used.
 *
 * @param {string} root
 * @param {(path: string, bytes: number) => boolean} [gzips]
 * @returns {import('./handler.mjs').Site<Readable>}
 */
export function openFolder(root, gzips) {
  // On Windows a backslash or colon in an address could lead outside the folder.
  if (sep !== '/') throw new Error('Windows is not supported: serve the site on Linux or macOS.')
  return {
    has: (path) => isFile(join(root, path)),
    // Opened once, so headers and bytes belong to the same file even if the site is replaced in between.
    open(path, { header }) {
      const at = join(root, path)
      const original = findOpened(at)
      if (original === undefined) return undefined
      const accepted = header('range') ? undefined : header('accept-encoding')
      if (gzips === undefined) {
        try {
          return findCopy(at, original, accepted) ?? found(original)
        } catch (error) {
          closeSync(original.file)
          throw error
        }
      }
      if (!gzips(path, original.stats.size)) return { ...found(original), varies: false }
      return accepts(accepted, 'gzip') ? gzipped(original) : found(original)
    },
  }
}

/**
 * Warns of a folder that is not there: it may be published later, or its name may be mistyped.
 *
 * @param {string} root
 */
export function warnOfAbsence(root) {
  if (!existsSync(root)) console.error(`There is no ${root}: until there is, every address is 404.`)
}

/**
 * A file, or its copy in a content coding, which has the time of the original.
 *
 * @param {Opened} opened
 * @param {Opened} [original]
 * @param {string} [coding]
 * @returns {Found}
 */
function found(opened, original = opened, coding) {
  const { file } = opened
  const { size } = opened.stats
  return {
    etag: etagOf(size, original, coding),
    modified: original.stats.mtime,
    size,
    coding,
    varies: true,
    close: () => closeSync(file),
    read: ({ first, last } = { first: 0, last: size - 1 }) => {
      if (first <= last) return readExactly(file, first, last)
      closeSync(file)
      return undefined
    },
  }
}

/**
 * Reads these bytes of a file and closes it. A file that something else shortens meanwhile is an error: otherwise the client would wait for
 * the rest, or take the next response for it.
 *
 * @param {number} file
 * @param {number} first
 * @param {number} last
 * @returns {Readable}
 */
function readExactly(file, first, last) {
  const bytes = createReadStream('', { fd: file, start: first, end: last })
  const whole = new PassThrough({
    flush: (done) =>
      done(
        bytes.bytesRead === last - first + 1 ? null : new Error('The file was shortened while it was sent.'),
      ),
  })
  // An error in one stream destroys the other.
  return pipeline(bytes, whole, () => {})
}

/**
 * @param {Opened} original
 * @returns {Found}
 */
function gzipped(original) {
  const plain = found(original)
  return {
    ...plain,
    etag: etagOf(original.stats.size, original, 'gzip'),
    // Not known until all bytes are sent.
    size: undefined,
    coding: 'gzip',
    read() {
      const bytes = plain.read()
      // An error in one stream destroys the other, and so ends the response.
      return bytes && pipeline(bytes, createGzip(), () => {})
    },
  }
}

/**
 * The first compressed copy that the client accepts; `original` is then closed. A copy with another time than its original is ignored.
 *
 * @param {string} at
 * @param {Opened} original
 * @param {string | null | undefined} accepted
 * @returns {Found | undefined}
 */
function findCopy(at, original, accepted) {
  for (const [coding, ending] of CODINGS) {
    const copy = accepts(accepted, coding) ? findOpened(`${at}.${ending}`) : undefined
    if (copy === undefined) continue
    if (inSeconds(copy) === inSeconds(original)) {
      closeSync(original.file)
      return found(copy, original, coding)
    }
    closeSync(copy.file)
  }
  return undefined
}

/**
 * A strong validator: the length of the bytes and the time the file last changed.
 *
 * @param {number} size
 * @param {Opened} original
 * @param {string | undefined} coding
 */
function etagOf(size, { stats }, coding) {
  const parts = [size.toString(16), Math.floor(stats.mtimeMs).toString(16)]
  return `"${[...parts, ...(coding === undefined ? [] : [coding])].join('-')}"`
}

/** @param {Opened} opened */
function inSeconds({ stats }) {
  return Math.floor(stats.mtimeMs / 1000)
}

/**
 * Opens a regular file; undefined for anything else. Without O_NONBLOCK, opening a pipe would wait for a writer.
 *
 * @param {string} path
 * @returns {Opened | undefined}
 */
function findOpened(path) {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK || 'r')
    const stats = fstatSync(file)
    if (stats.isFile()) return { file, stats }
    closeSync(file)
  } catch (error) {
    throwFault(error)
  }
  return undefined
}

// The name leads nowhere, is none, or is that of a socket.
const MISSING = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ENXIO', 'EILSEQ', 'ERR_INVALID_ARG_VALUE']

/**
 * Throws what does not show that there is no such file, such as a fault of the disk, too many open files, or a file that this user may not
 * read: clients would take it for deleted.
 *
 * @param {unknown} error
 */
function throwFault(error) {
  if (!MISSING.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error
}

/** @param {string} path */
function isFile(path) {
  try {
    return statSync(path).isFile()
  } catch (error) {
    throwFault(error)
    return false
  }
}
