import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { findDigest, readTextFile, writeWhole } from '../../snapshot/index.ts'
import { parseChecksums, renderChecksums } from '../checksums.ts'
import { publishedTime, wholeSeconds } from '../published.ts'

/** What became of a site since its checksums were taken. */
interface Changed {
  readonly removed: readonly string[]
  readonly added: readonly string[]
  /** The site that was published before: the same checksums keep their time. */
  readonly published: string
  readonly now: Date
}

/** Makes the `SHA256SUMS` of a site true again. Only the files that changed are read; a site without one is left without. */
export function resealSite(site: string, { removed, added, published, now }: Changed): void {
  const file = join(site, 'SHA256SUMS')
  if (!existsSync(file)) return
  const sums = parseChecksums(readTextFile(file))
  for (const path of removed) sums.delete(path)
  for (const path of added) {
    const digest = findDigest(join(site, path))
    if (digest !== undefined) sums.set(path, digest.sha256)
  }
  const text = renderChecksums([...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
  const before = join(published, 'SHA256SUMS')
  const same = existsSync(before) && readTextFile(before) === text
  const time = same ? publishedTime(before, now) : wholeSeconds(now)
  writeWhole(file, text)
  utimesSync(file, time, time)
}
