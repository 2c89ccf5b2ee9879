import { hash } from 'node:crypto'

/** The script of the site's service worker. */
export const WORKER = 'sw.js'

/** Few, because the worker's script contains the sha256 of each list, 64 digits; a power of two spreads datasets evenly. */
const MOST_LISTS = 128
const DATASETS_EACH = 64
const DATASET_FILE = /^(api\/v1\/get_dataset\/[^/]+\/)index\.(?:html|json|xml|csv)$/
const FRAME_FILE = /^(?:(?:(?:search|offline)\/)?index\.html|_astro\/[^/]+|[\w-]+\.(?:js|svg))$/

/**
 * The checksums with which the service worker compares stored copies. They are divided into lists, so that a phone does not read those of
 * all datasets for one: first the list of the frame (scripts, styles, home, search), then those of the datasets. A line is the sha256, a
 * space and the address below the root, percent-encoded; that of a page is its folder. `public/copies.js` finds the list of a dataset in
 * the same way.
 */
export function planWorkerSums(sums: readonly (readonly [path: string, sha256: string])[]): string[] {
  const frame: string[] = []
  const datasets = new Map<string, string[]>()
  for (const [path, sha256] of sums) {
    const folder = DATASET_FILE.exec(path)?.[1]
    const lines = folder === undefined ? frame : (datasets.get(folder) ?? [])
    if (folder !== undefined) datasets.set(folder, lines)
    if (folder !== undefined || (path !== WORKER && FRAME_FILE.test(path)))
      lines.push(`${sha256} ${encodePath(path).replace(/(^|\/)index\.html$/, '$1')}\n`)
  }
  const count = Math.min(MOST_LISTS, 2 ** Math.ceil(Math.log2(Math.max(1, datasets.size / DATASETS_EACH))))
  const lists = Array.from({ length: count }, (): string[] => [])
  for (const [folder, lines] of datasets)
    lists[(hash('sha256', encodePath(folder), 'buffer')[0] as number) % count]?.push(...lines)
  return [frame, ...lists].map((lines) => lines.join(''))
}

/** The worker's script with the sha256 of each list at its beginning. */
export function renderServiceWorker(script: string, lists: readonly string[]): string {
  return `self.SUMS = ${JSON.stringify(lists.map((list) => hash('sha256', list)))}\n${script}`
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
