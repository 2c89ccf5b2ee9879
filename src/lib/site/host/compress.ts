import { createReadStream, createWriteStream, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import { eachAtOnce, openNew, openRegular, removeLeft } from '../../snapshot/index.ts'
import type { Target } from './types.ts'

/** The file name extension of a compressed copy. */
type Coding = Target['compressed'][number]
export const CODINGS: readonly Coding[] = ['br', 'gz', 'zst']

/** Smaller files fit into one packet without compression. */
const LEAST_BYTES = 1024
const TEXTS = /\.(?:html|json|xml|csv|css|js|svg|txt)$/
const AT_ONCE = 8

const STREAMS: Readonly<Record<Coding, (bytes: number) => Transform>> = {
  br: (bytes) =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: Math.min(bytes, 2 ** 30),
        [constants.BROTLI_PARAM_LGWIN]: windowOf(bytes),
      },
    }),
  gz: () => createGzip({ level: 9 }),
  zst: (bytes) =>
    createZstdCompress({ pledgedSrcSize: bytes, params: { [constants.ZSTD_c_compressionLevel]: 12 } }),
}

/** The window for this many bytes, as a power of two. The default one takes megabytes of memory, and most of the time, for a page of a few kilobytes. */
function windowOf(bytes: number): number {
  return Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), 16), constants.BROTLI_DEFAULT_WINDOW)
}

/** Whether a file is worth compressing: a text of at least 1 KiB. */
export function isWorthCompressing(path: string, bytes: number): boolean {
  return bytes >= LEAST_BYTES && TEXTS.test(path)
}

/** The file from which a compressed copy was made, by its name: `index.json` of `index.json.gz`. Undefined for other names. */
export function sourceOf(path: string): { source: string; coding: Coding } | undefined {
  const coding = CODINGS.find((ending) => path.endsWith(`.${ending}`))
  return coding && { source: path.slice(0, -coding.length - 1), coding }
}

/**
 * Makes compressed copies of these files, each with the time of its source. The same bytes give the same copy. A copy that is not smaller
 * than its source is left out. Returns the paths of the copies. When `signal` aborts, it stops at once.
 */
export async function compressFiles(
  site: string,
  wanted: readonly { readonly source: string; readonly coding: Coding }[],
  signal?: AbortSignal,
): Promise<string[]> {
  const made: string[] = []
  const faults: unknown[] = []
  // All pending work ends before an error is reported, so nothing writes to the folder afterwards.
  await eachAtOnce(wanted, AT_ONCE, async (copy) => {
    if (faults.length > 0) return
    const path = await compressFile(site, copy, signal).catch((error) => void faults.push(error))
    if (path !== undefined) made.push(path)
  })
  if (faults.length > 0) throw faults[0]
  return made
}

async function compressFile(
  site: string,
  { source, coding }: { readonly source: string; readonly coding: Coding },
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const from = join(site, source)
  const { file, stats } = openRegular(from)
  const { size, atime, mtime } = stats
  const part = `${from}.${coding}.part`
  try {
    await pipeline(
      createReadStream('', { fd: file }),
      STREAMS[coding](size),
      createWriteStream('', { fd: openNew(part) }),
      signal ? { signal } : {},
    )
    if (statSync(part).size >= size) {
      rmSync(part)
      return undefined
    }
    utimesSync(part, atime, mtime)
    renameSync(part, `${from}.${coding}`)
    return `${source}.${coding}`
  } catch (error) {
    removeLeft(part)
    // The error of a stream on an open file has no path.
    const { syscall, path = syscall === 'read' ? from : part } = error as NodeJS.ErrnoException
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}
