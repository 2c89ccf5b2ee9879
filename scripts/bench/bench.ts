import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled, type Measurement, measure } from './measure.ts'

const MIRROR = fileURLToPath(new URL('../mirror.mjs', import.meta.url))
const ORIGIN = fileURLToPath(new URL('./generated-origin.ts', import.meta.url))
/** As `npm run mirror` starts it. */
const NODE = ['--max-semi-space-size=4']
const ROUNDS = 3
const CONNECTIONS = 16

/**
 * Crawls a generated origin of 10,000 datasets (or as many as the first argument says) in both formats, into a folder of the
 * second argument (the disk is most of what is measured: a folder in memory shows the programs alone), next to `curl` and `wget`
 * on the same addresses, then builds the pages. Rounds alternate between the programs; medians are printed.
 */
export async function bench([datasets = '10000', place = tmpdir()]: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(place, 'mirror-bench-'))
  const origin = await startGenerated(datasets)
  try {
    console.log(
      `${datasets} datasets × json and xml, ${origin.paths.length} representations, ${CONNECTIONS} connections, ${ROUNDS} rounds, in ${place}\n`,
    )
    const crawls = await compare(await planContestants(folder, origin))
    printTable(crawls, origin.paths.length, 'requests/s')
    const state = join(folder, 'state')
    const again = await measure(process.execPath, crawlArgs(origin.url, state))
    console.log(
      `\nCrawled again, nothing changed: ${again.seconds.toFixed(1)} s, ${rate(origin.paths.length, again)} requests/s, peak ${again.peak.toFixed(0)} MB`,
    )
    const build = ['build', '--quiet', '--state', state, '--out', join(folder, 'site')]
    for (const what of ['Built', 'Built again over the same data']) {
      const built = await measure(process.execPath, [...NODE, MIRROR, ...build])
      console.log(
        `${what}: ${built.seconds.toFixed(1)} s, ${rate(Number(datasets), built)} pages/s, peak ${built.peak.toFixed(0)} MB`,
      )
    }
  } finally {
    origin.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Contestant {
  readonly name: string
  readonly prepare: () => void
  readonly program: string
  readonly args: readonly string[]
  readonly cwd?: string
}

async function planContestants(folder: string, { url, paths }: Generated): Promise<Contestant[]> {
  const state = join(folder, 'state')
  const fresh = (path: string) => () => {
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path, { recursive: true })
  }
  const config = join(folder, 'curl.txt')
  const list = join(folder, 'wget.txt')
  const fileOf = (path: string) => path.slice(1).replace(/\/\?type=/, '/index.')
  writeFileSync(config, paths.map((path) => `url = "${url}${path}"\noutput = "${fileOf(path)}"\n`).join(''))
  writeFileSync(list, paths.map((path) => `${url}${path}\n`).join(''))
  const mirror = {
    name: 'mirror crawl',
    prepare: fresh(state),
    program: process.execPath,
    args: crawlArgs(url, state),
  }
  const curlFolder = join(folder, 'curl')
  const curl = {
    name: 'curl --parallel',
    prepare: fresh(curlFolder),
    program: 'curl',
    args: [
      '--silent',
      '--fail',
      '--parallel',
      '--parallel-max',
      String(CONNECTIONS),
      '--create-dirs',
      '--config',
      config,
    ],
    cwd: curlFolder,
  }
  const wgetFolder = join(folder, 'wget')
  const wget = {
    name: 'wget',
    prepare: fresh(wgetFolder),
    program: 'wget',
    args: ['--quiet', '--force-directories', '--input-file', list],
    cwd: wgetFolder,
  }
  const others: Contestant[] = []
  for (const other of [curl, wget]) {
    if (await isInstalled(other.program)) others.push(other)
    else console.log(`${other.program} is not installed here, so it is left out.`)
  }
  return [mirror, ...others]
}

function crawlArgs(url: string, state: string): string[] {
  return [
    ...NODE,
    MIRROR,
    'crawl',
    '--quiet',
    '--origin',
    url,
    '--state',
    state,
    '--concurrency',
    String(CONNECTIONS),
  ]
}

async function compare(contestants: readonly Contestant[]): Promise<Map<string, Measurement[]>> {
  const rounds = new Map<string, Measurement[]>()
  // The mirror goes last in a round, so that its state is there for what is measured next.
  const order = contestants.toReversed()
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, prepare, program, args, cwd } of order) {
      prepare()
      rounds.set(name, [...(rounds.get(name) ?? []), await measure(program, args, cwd)])
    }
  }
  return rounds
}

function printTable(rounds: ReadonlyMap<string, readonly Measurement[]>, count: number, unit: string): void {
  const mine = rounds.get('mirror crawl') ?? []
  for (const [name, all] of rounds) {
    const median = middle(all)
    const ratios = all
      .map((other, round) => other.seconds / (mine[round]?.seconds ?? Number.NaN))
      .sort((a, b) => a - b)
    const ratio =
      name === 'mirror crawl'
        ? ''
        : `, ${ratios[Math.floor(ratios.length / 2)]?.toFixed(2)} × the time of the mirror`
    console.log(
      `${name.padEnd(16)} ${median.seconds.toFixed(1)} s, ${rate(count, median)} ${unit}, peak ${median.peak.toFixed(0)} MB${ratio}`,
    )
  }
}

function middle(all: readonly Measurement[]): Measurement {
  return all.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(all.length / 2)] as Measurement
}

function rate(count: number, { seconds }: Measurement): string {
  return Math.round(count / seconds).toLocaleString('en-GB')
}

interface Generated {
  readonly url: string
  readonly paths: readonly string[]
  stop(): void
}

function startGenerated(datasets: string): Promise<Generated> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [ORIGIN, datasets], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (said.endsWith('\n')) resolve({ ...JSON.parse(said), stop: () => child.kill() })
    })
    child.on('error', reject)
  })
}
