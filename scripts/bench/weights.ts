import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const DATASETS = 'api/v1/get_dataset'
const KINDS: readonly (readonly [kind: string, path: string])[] = [
  ['home', 'index.html'],
  ['list of datasets', 'api/v1/list_datasets/index.html'],
  ['list of publishers', 'api/v1/list_oivs/index.html'],
  ['search, without its index', 'search/index.html'],
  ['about', 'about/index.html'],
]

/** The size of a page for its reader, in gzipped bytes. */
interface Weight {
  readonly page: number
  /** Without the bodies of tables. */
  readonly bare: number
  /** Its styles and scripts. */
  readonly assets: number
}

/** Prints the sizes of the kinds of pages of a built site: for datasets the median and the heaviest. */
export function benchWeights(site: string): void {
  console.log(`\nSizes with gzip of the pages of ${site}: html (without table rows) + styles and scripts`)
  for (const [kind, path] of KINDS) console.log(renderWeight(kind, weigh(site, path)))
  const datasets = readdirSync(join(site, DATASETS))
    .map((code) => weigh(site, `${DATASETS}/${code}/index.html`))
    .sort((a, b) => a.bare - b.bare)
  for (const [kind, at] of [
    ['dataset, median', Math.floor(datasets.length / 2)],
    ['dataset, heaviest', datasets.length - 1],
  ] as const)
    if (datasets[at]) console.log(renderWeight(kind, datasets[at]))
}

function weigh(site: string, path: string): Weight {
  const html = readFileSync(join(site, path), 'utf8')
  const named = html.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="([^"]+\.(?:js|css))"/g)
  const assets = [...named].map(([, file = '']) => readFileSync(join(site, dirname(path), file)))
  return {
    page: gzipSync(html).length,
    bare: gzipSync(html.replaceAll(/<tbody.*?<\/tbody>/gs, '')).length,
    assets: assets.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0),
  }
}

function renderWeight(kind: string, { page, bare, assets }: Weight): string {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  return `${kind.padEnd(26)} ${kB(page)} (${kB(bare)}) + ${kB(assets)}`
}
