import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The time and memory that a process has used. */
export interface Measurement {
  readonly seconds: number
  /** Seconds of processor time of all its threads; this, unlike the duration, hardly depends on other jobs of the machine. */
  readonly processor: number
  /** Its peak memory in MB. */
  readonly peak: number
  /** Its standard output. */
  readonly output: string
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The measurement with the median time. */
export function medianOf(all: readonly Measurement[]): Measurement {
  return all.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(all.length / 2)] as Measurement
}

/** Runs a program to its end. Rejects with the end of its error output if its exit code is not 0. */
export function measureProcess(program: string, args: readonly string[], cwd?: string): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(cwd && { cwd }) })
    let [peak, processor] = [0, 0]
    const output: Buffer[] = []
    let errors = ''
    // The kernel reports both only while the process exists, so they are polled.
    const timer = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid))
      processor = Math.max(processor, processorOf(child.pid))
    }, 50)
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => {
      errors = `${errors}${chunk}`.slice(-2000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(timer)
      const seconds = (performance.now() - began) / 1000
      if (code === 0) resolve({ seconds, processor, peak, output: Buffer.concat(output).toString() })
      else reject(new Error(`${program} ended with ${code}:\n${errors}`))
    })
  })
}

function peakOf(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readProcess(pid, 'status'))?.[1] ?? 0) / 1000
}

/** The units per second in which the kernel reports processor time. */
const TICKS = 100

// The 14th and 15th field, counted after the second one, a name in brackets that may contain blanks (proc_pid_stat(5)).
function processorOf(pid: number | undefined): number {
  const [user = 0, system = 0] = readProcess(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / TICKS
}

function readProcess(pid: number | undefined, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Prints the time and memory that a process has used. */
export function printMeasurement(
  what: string,
  { seconds, processor, peak }: Omit<Measurement, 'output'>,
): void {
  const times = `${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time`
  console.log(`${what.padEnd(40)} ${times}, peak ${peak.toFixed(0)} MB`)
}

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

/** Prints the size of each kind of page of a built site; for datasets, the median and the largest. */
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

/** The sizes of a page and its assets with gzip, in bytes. */
function weigh(site: string, path: string) {
  const html = readFileSync(join(site, path), 'utf8')
  const named = html.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="([^"]+\.(?:js|css))"/g)
  const assets = [...named].map(([, file = '']) => readFileSync(join(site, dirname(path), file)))
  return {
    page: gzipSync(html).length,
    /** Without the bodies of tables. */
    bare: gzipSync(html.replaceAll(/<tbody.*?<\/tbody>/gs, '')).length,
    /** Its styles and scripts. */
    assets: assets.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0),
  }
}

function renderWeight(kind: string, { page, bare, assets }: ReturnType<typeof weigh>): string {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  return `${kind.padEnd(26)} ${kB(page)} (${kB(bare)}) + ${kB(assets)}`
}
