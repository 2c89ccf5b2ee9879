import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Manifest, parseManifest, readTextFile } from '../../snapshot/index.ts'
import { parseChecksums } from '../checksums.ts'
import { UNSUMMED } from '../verify/statements.ts'
import { hostAndPath } from '../view/chrome.ts'

/** A file to pack: where it lies in the site, its time in the archive, and the sha256 it must have where one is told. */
export interface PackedFile {
  readonly path: string
  readonly time: Date
  readonly sha256?: string
  readonly bytes: number
}

/** What is packed, under which name. */
export interface PackPlan {
  /** The folder in the archive; with `.zip`, the name of the archive. */
  readonly name: string
  /** Sorted by path. */
  readonly files: readonly PackedFile[]
}

/** A site that cannot be packed as it is; the message names the file. */
export class Unpackable extends Error {
  override name = 'Unpackable'
}

/** The largest file an archive takes without records that old programs do not read. */
const MOST_BYTES = 0xffff_ffff - 0xff_ffff

/**
 * Plans the archive of a site: every file the site vouches for, and what says so. Data files have the time their data last
 * changed, all else the time of the crawl, both from the manifest: the disk's own times differ from copy to copy.
 */
export function planPack(site: string): PackPlan {
  const manifest = parseManifest(readStatement(site, 'manifest.json'))
  const sums = parseChecksums(readStatement(site, 'SHA256SUMS'))
  const changed = new Map(manifest.records.map(({ path, changedAt }) => [path, changedAt]))
  const paths = [...new Set([...sums.keys(), ...UNSUMMED])].sort()
  return {
    name: nameOf(manifest),
    files: paths.map((path) => {
      checkInside(site, path)
      const sha256 = sums.get(path)
      const time = new Date(changed.get(path) ?? manifest.completedAt)
      return { path, time, bytes: sizeOf(site, path), ...(sha256 !== undefined && { sha256 }) }
    }),
  }
}

/** `mirror-of-data.example.org-2026-11-20`: what is mirrored, and the day it was read. */
function nameOf({ origin, sample, completedAt }: Manifest): string {
  const what = sample ? 'the-sample' : hostAndPath(origin[0] ?? '').replace(/[^\p{L}\p{N}._-]+/gu, '-')
  return `mirror-of-${what}-${completedAt.slice(0, 10)}`
}

function readStatement(site: string, path: string): string {
  try {
    return readTextFile(join(site, path))
  } catch {
    throw new Unpackable(`${join(site, path)} cannot be read; is this the folder of a mirror?`)
  }
}

// The names are those of an archive, too, which must not lead out of the folder it is unpacked into.
function checkInside(site: string, path: string): void {
  const isPlain = path.split('/').every((name) => !['', '.', '..'].includes(name)) && !path.includes('\0')
  if (!isPlain)
    throw new Unpackable(
      `SHA256SUMS names ${JSON.stringify(path)}, which is no file of the site. Build it again.`,
    )
  const folder = dirname(join(site, path))
  if (existsSync(folder) && realpathSync(folder) !== join(realpathSync(site), dirname(path)))
    throw new Unpackable(
      `${path} is reached through a symbolic link, which may lead out of the site. Build it again.`,
    )
}

function sizeOf(site: string, path: string): number {
  const stats = lstatSync(join(site, path), { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new Unpackable(`${path} is not there as a file. Build the site again.`)
  if (stats.size > MOST_BYTES)
    throw new Unpackable(`${path} is larger than 4 GiB, the most one file of a zip may hold.`)
  return stats.size
}
