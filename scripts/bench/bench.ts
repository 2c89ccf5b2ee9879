import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchAgain, benchLatency } from './again.ts'
import { CONNECTIONS, crawlArgs, type Generated, mirrorArgs, startGenerated } from './crawling.ts'
import { benchExplorer } from './explorer/explorer.ts'
import { benchWeights, isInstalled, type Measurement, measureProcess, medianOf } from './measure.ts'
import { benchPhone } from './phone/phone.ts'
import { benchSearch } from './search/search.ts'
import { benchBuilds, benchLarge, benchMany, benchShards } from './sizes.ts'

const USAGE = `npm run bench                          crawls and builds 10,000 generated datasets, then measures the search and the explorer
npm run bench -- DATASETS [FOLDER]     the same with another number of datasets, in a folder (a temporary one)
npm run bench -- again [FOLDER]        measures a crawl in which nothing has changed against the first one
npm run bench -- latency [FOLDER]      measures a crawl of an origin that takes 100 ms for each answer
npm run bench -- builds [FOLDER] [N]    measures builds of 10,000 datasets (or N) of which 0, 1 and 10 % changed against full ones
npm run bench -- many [FOLDER] [N]      measures each step of a mirror of 100,000 datasets (or N)
npm run bench -- large [FOLDER] [MB]    measures each step of a mirror with one dataset of 1 GB (or so many MB)
npm run bench -- shards [FOLDER] [N]    measures a crawl of 3,000 datasets (or N) by 4 shards against one by one process
npm run bench -- search                measures the search in a browser
npm run bench -- explorer              measures the explorer in a browser
npm run bench -- weights SITE          prints the compressed size of the pages of a built site
npm run bench -- phone SITE            measures the pages of a built site on an emulated slow phone
`
const ROUNDS = 3

/**
 * Crawls a generated origin of 10,000 datasets (or the number in the first argument) in both formats, into a folder of the second argument
 * (mostly the disk is measured: a folder in memory shows the programs alone), compared with `curl` and `wget` on the same addresses, then
 * builds the pages. Rounds alternate between the programs; medians are printed. Last come the search and the explorer of records, in a
 * browser; with `again`, `latency`, `builds`, `many`, `large`, `shards`, `search` or `explorer` as the first argument, only that. With the folder of a built site as the second argument, `weights`
 * measures the size of its pages, and `phone` opens them on an emulated slow phone.
 */
export async function bench([datasets = '10000', place = tmpdir(), count]: readonly string[]): Promise<void> {
  if (datasets === 'again') return benchAgain(place)
  if (datasets === 'latency') return benchLatency(place)
  const size = count === undefined ? undefined : Number(count)
  if (datasets === 'builds') return benchBuilds(place, size)
  if (datasets === 'many') return benchMany(place, size)
  if (datasets === 'large') return benchLarge(place, size)
  if (datasets === 'shards') return benchShards(place, size)
  if (datasets === 'search') return benchSearch()
  if (datasets === 'explorer') return benchExplorer()
  if (['weights', 'phone'].includes(datasets) && !existsSync(join(place, 'manifest.json'))) {
    console.error(`bench: expected the folder of a built mirror after ${datasets}, saw "${place}".`)
    process.exitCode = 2
    return
  }
  if (datasets === 'weights') return benchWeights(place)
  if (datasets === 'phone') return benchPhone(place)
  if (datasets === '--help') return console.log(USAGE)
  if (!/^[1-9]\d*$/.test(datasets)) {
    console.error(
      `bench: expected a number of datasets, again, latency, builds, many, large, shards, search, explorer, weights or phone, saw "${datasets}".\n\n${USAGE}`,
    )
    process.exitCode = 2
    return
  }
  const folder = mkdtempSync(join(place, 'mirror-bench-'))
  const origin = await startGenerated(Number(datasets))
  try {
    console.log(
      `${datasets} datasets × json and xml, ${origin.paths.length} representations, ${CONNECTIONS} connections, ${ROUNDS} rounds, in ${place}\n`,
    )
    const { rounds, state } = await compare(folder, await planContestants(folder, origin))
    printTable(rounds, origin.paths.length, 'requests/s')
    const again = await measureProcess(process.execPath, crawlArgs(origin.url, state))
    console.log(
      `\nCrawled again, nothing changed: ${again.seconds.toFixed(1)} s, ${rate(origin.paths.length, again)} requests/s, peak ${again.peak.toFixed(0)} MB`,
    )
    const build = ['build', '--quiet', '--state', state, '--out', join(folder, 'site')]
    for (const what of ['Built', 'Built again over the same data']) {
      const built = await measureProcess(process.execPath, mirrorArgs(...build))
      console.log(
        `${what}: ${built.seconds.toFixed(1)} s, ${rate(Number(datasets), built)} pages/s, peak ${built.peak.toFixed(0)} MB`,
      )
    }
    benchWeights(join(folder, 'site'))
  } finally {
    origin.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await benchSearch()
  await benchExplorer()
}

interface Contestant {
  readonly name: string
  readonly program: string
  /** The arguments for fetching everything into a new, empty folder, which is the working folder. */
  readonly argsFor: (folder: string) => readonly string[]
}

async function planContestants(folder: string, { url, paths }: Generated): Promise<Contestant[]> {
  const config = join(folder, 'curl.txt')
  const list = join(folder, 'wget.txt')
  const fileOf = (path: string) => path.slice(1).replace(/\/\?type=/, '/index.')
  writeFileSync(config, paths.map((path) => `url = "${url}${path}"\noutput = "${fileOf(path)}"\n`).join(''))
  writeFileSync(list, paths.map((path) => `${url}${path}\n`).join(''))
  const mirror = {
    name: 'mirror crawl',
    program: process.execPath,
    argsFor: (state: string) => crawlArgs(url, state),
  }
  const curl = {
    name: 'curl --parallel',
    program: 'curl',
    argsFor: () => [
      '--silent',
      '--fail',
      '--parallel',
      '--parallel-max',
      String(CONNECTIONS),
      '--create-dirs',
      '--config',
      config,
    ],
  }
  const wget = {
    name: 'wget',
    program: 'wget',
    argsFor: () => ['--quiet', '--force-directories', '--input-file', list],
  }
  const others: Contestant[] = []
  for (const other of [curl, wget]) {
    if (await isInstalled(other.program)) others.push(other)
    else console.log(`${other.program} is not installed and is left out.`)
  }
  return [mirror, ...others]
}

// Every run gets its own folder, and none is removed before the end: on ext4 a large removal slows down what follows.
async function compare(
  folder: string,
  contestants: readonly Contestant[],
): Promise<{ rounds: Map<string, Measurement[]>; state: string }> {
  const rounds = new Map<string, Measurement[]>()
  let place = ''
  for (let round = 0; round < ROUNDS; round++) {
    // The mirror goes last in a round, because its state is used by the next measurement.
    for (const { name, program, argsFor } of contestants.toReversed()) {
      place = join(folder, `${round}-${program.replace(/.*\//, '')}`)
      mkdirSync(place)
      rounds.set(name, [...(rounds.get(name) ?? []), await measureProcess(program, argsFor(place), place)])
    }
  }
  return { rounds, state: place }
}

function printTable(rounds: ReadonlyMap<string, readonly Measurement[]>, count: number, unit: string): void {
  const mine = rounds.get('mirror crawl') ?? []
  for (const [name, all] of rounds) {
    const median = medianOf(all)
    const ratios = all
      .map((other, round) => other.seconds / (mine[round]?.seconds ?? Number.NaN))
      .sort((a, b) => a - b)
    const ratio =
      name === 'mirror crawl'
        ? ''
        : `, ${ratios[Math.floor(ratios.length / 2)]?.toFixed(2)} × the time of mirror crawl`
    console.log(
      `${name.padEnd(16)} ${median.seconds.toFixed(1)} s, ${rate(count, median)} ${unit}, peak ${median.peak.toFixed(0)} MB${ratio}`,
    )
  }
}

function rate(count: number, { seconds }: Measurement): string {
  return Math.round(count / seconds).toLocaleString('en-GB')
}
