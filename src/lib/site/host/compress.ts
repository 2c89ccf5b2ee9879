import { createReadStream, createWriteStream, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import { eachAtOnce, openNew, openRegular } from '../../snapshot/index.ts'
import type { Target } from './types.ts'

/** The ending of a pre-compressed sibling. */
type Coding = Target['compressed'][number]
export const CODINGS: readonly Coding[] = ['br', 'gz', 'zst']

/** Smaller files fit into one packet either way. */
const LEAST_BYTES = 1024
const TEXTS = /\.(?:html|json|xml|csv|css|js|svg|txt)$/
const AT_ONCE = 8

const STREAMS: Readonly<Record<Coding, (bytes: number) => Transform>> = {
  br: (bytes) =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: Math.min(bytes, 2 ** 30),
      },
    }),
  gz: () => createGzip({ level: 9 }),
  zst: (bytes) =>
    createZstdCompress({ pledgedSrcSize: bytes, params: { [constants.ZSTD_c_compressionLevel]: 12 } }),
}

/** The files of a site that are worth compressing: texts above 1 KiB that a checksum vouches for. */
export function isWorthCompressing(path: string, bytes: number): boolean {
  return bytes >= LEAST_BYTES && TEXTS.test(path)
}

/** The file a sibling was made from, where the name is that of one: `index.json` of `index.json.gz`. */
export function sourceOf(path: string): { source: string; coding: Coding } | undefined {
  const coding = CODINGS.find((ending) => path.endsWith(`.${ending}`))
  return coding && { source: path.slice(0, -coding.length - 1), coding }
}

/**
 * Makes the siblings of these files, each with the time of the file it was made from. The same bytes give the same sibling.
 * Resolves when all are there; what is not smaller than its source is left out. If one cannot be made, none of them is left.
 */
export async function compressFiles(
  site: string,
  wanted: readonly { readonly source: string; readonly coding: Coding }[],
): Promise<string[]> {
  const made: string[] = []
  const faults: unknown[] = []
  // What is under way comes to its end before a fault is reported: nothing appears after the others were removed.
  await eachAtOnce(wanted, AT_ONCE, async (sibling) => {
    if (faults.length > 0) return
    const path = await compressFile(site, sibling).catch((error) => void faults.push(error))
    if (path !== undefined) made.push(path)
  })
  if (faults.length === 0) return made
  for (const path of made) rmSync(join(site, path), { force: true })
  throw faults[0]
}

async function compressFile(
  site: string,
  { source, coding }: { readonly source: string; readonly coding: Coding },
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
    )
    if (statSync(part).size >= size) {
      rmSync(part)
      return undefined
    }
    utimesSync(part, atime, mtime)
    renameSync(part, `${from}.${coding}`)
    return `${source}.${coding}`
  } catch (error) {
    rmSync(part, { force: true })
    // A stream of an open file does not know its name.
    const { syscall, path = syscall === 'read' ? from : part } = error as NodeJS.ErrnoException
    throw Object.assign(error as NodeJS.ErrnoException, { path })
  }
}
