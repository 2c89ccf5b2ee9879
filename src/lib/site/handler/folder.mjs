// @ts-check
// The files of a site in a folder, for Node.js 20 and Deno 2: with their compressed copies, or compressed as they are sent.
import { closeSync, constants, createReadStream, fstatSync, openSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream'
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
 * A site in a folder. With `gzips`, what it approves by its path and bytes is compressed as it is sent, and no copies are looked for.
 *
 * @param {string} root
 * @param {(path: string, bytes: number) => boolean} [gzips]
 * @returns {import('./handler.mjs').Site<Readable>}
 */
export function openFolder(root, gzips) {
  // A backslash or colon in an address would lead out of the folder there.
  if (sep !== '/') throw new Error('Windows is not supported: serve the site on Linux or macOS.')
  return {
    has: (path) => isFile(join(root, path)),
    // A file is opened once, so that headers and bytes are of one file, even when the site is replaced between.
    open(path, { header }) {
      const at = join(root, path)
      const original = findOpened(at)
      if (original === undefined) return undefined
      const accepted = header('range') ? undefined : header('accept-encoding')
      if (gzips === undefined) return findCopy(at, original, accepted) ?? found(original)
      if (!gzips(path, original.stats.size)) return { ...found(original), varies: false }
      return accepts(accepted, 'gzip') ? gzipped(original) : found(original)
    },
  }
}

/**
 * A file, or the copy of one in a content coding: it has the time of what it is a copy of.
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
      if (first <= last) return createReadStream('', { fd: file, start: first, end: last })
      closeSync(file)
      return undefined
    },
  }
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
    // Known when all is sent.
    size: undefined,
    coding: 'gzip',
    read() {
      const bytes = plain.read()
      // What goes wrong with one stream ends the other, and with it the answer.
      return bytes && pipeline(bytes, createGzip(), () => {})
    },
  }
}

/**
 * The first copy a client takes. It counts while it is as old as the file it was made from, which is then closed.
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
 * A regular file, open; undefined for anything else. Without O_NONBLOCK a pipe is opened when somebody writes to it, which may be never.
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
  } catch {
    // What cannot be opened is not there, like a name no disk can hold.
  }
  return undefined
}

/** @param {string} path */
function isFile(path) {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
