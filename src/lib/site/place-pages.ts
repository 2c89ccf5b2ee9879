import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { datasetResource, folderOf, parseDatasetCode } from '../interface/index.ts'
import { openFileSinks } from '../snapshot/index.ts'
import { toDiskFault } from './disk-fault.ts'
import { slotOf } from './mirror.ts'
import { listFiles } from './publish.ts'
import { findPublished, publishedTime, wholeSeconds } from './published.ts'

/** The pages that keep the path of the page builder; every other `x.html` becomes `x/index.html`. */
const PAGES_AT_ROOT = new Set(['index.html', '404.html'])
const SLOTS = 'api/v1/get_dataset'

/** The flat file that the page builder writes for the page of a dataset. */
const pageOf = (code: string): string => `${SLOTS}/${slotOf(parseDatasetCode(code))}.html`

/** The pages of a site that is being built. */
export interface Pages {
  /**
   * Writes a page to its path; an empty one is ignored. Throws a {@link DiskFault} if it cannot be written. `path`: the flat file of the
   * page builder, percent-encoded; for a dataset, with its safe slot.
   */
  place(path: string, html: Uint8Array): void
  /** The sha256 of every page placed so far, by its path in the site. */
  readonly digests: ReadonlyMap<string, string>
}

/** Where pages are written, and what is published already. */
interface PagePlan {
  readonly site: string
  /** A folder on the same disk for pages that are being written: creating files in one folder and moving them is fast on ext4. */
  readonly incoming: string
  readonly published: string
  readonly codes: readonly string[]
  /** The modification time of new and changed pages; unchanged ones keep that of the published page. */
  readonly now: Date
}

/** Opens the pages of a site. */
export function openPages({ site, incoming, published, codes, now }: PagePlan): Pages {
  const slots = new Map(codes.map((code) => [pageOf(code), code]))
  const before = findPublished(published)
  const openSink = openFileSinks(incoming)
  const digests = new Map<string, string>()
  const time = wholeSeconds(now)
  const fileFor = (path: string) => {
    const code = slots.get(path)
    if (code !== undefined) return `${folderOf(datasetResource(parseDatasetCode(code)))}/index.html`
    return PAGES_AT_ROOT.has(path) ? path : path.replace(/\.html$/, '/index.html')
  }
  return {
    digests,
    place(named, html) {
      if (html.length === 0) return
      const path = fileFor(decodeURIComponent(named))
      try {
        const sink = openSink(join(site, path))
        sink.write(html)
        const { sha256 } = sink.digest()
        sink.keep(before.get(path) === sha256 ? publishedTime(join(published, path), time) : time)
        digests.set(path, sha256)
      } catch (error) {
        throw toDiskFault(error, site)
      }
    },
  }
}

/** Moves the scripts and styles that the page builder wrote itself into the site. */
export function placeAssets(built: string, site: string): void {
  for (const path of listFiles(built)) {
    const target = join(site, path)
    mkdirSync(dirname(target), { recursive: true })
    renameSync(join(built, path), target)
  }
  rmSync(built, { recursive: true })
}
