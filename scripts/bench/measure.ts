import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The duration of a process in seconds, and its peak memory in MB. */
export interface Measurement {
  readonly seconds: number
  readonly peak: number
}

/** Runs a program to its end. Rejects, with its last words, when it exits with a code that is not expected. */
export function measureProcess(program: string, args: readonly string[], cwd?: string): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...(cwd && { cwd }) })
    let peak = 0
    let output = ''
    // The kernel keeps the peak memory, but only while the process exists, so it is polled.
    const timer = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid))
    }, 50)
    child.stderr.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-2000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(timer)
      const seconds = (performance.now() - began) / 1000
      if (code === 0) resolve({ seconds, peak })
      else reject(new Error(`${program} ended with ${code}:\n${output}`))
    })
  })
}

function peakOf(pid: number | undefined): number {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

/** Whether a program is installed. */
export async function isInstalled(program: string): Promise<boolean> {
  return measureProcess(program, ['--version']).then(
    () => true,
    () => false,
  )
}

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
