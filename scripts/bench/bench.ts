import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONNECTIONS, crawlArgs, type Generated, mirrorArgs, withGenerated } from './crawling.ts'
import { benchExplorer } from './explorer/explorer.ts'
import { benchWeights, isInstalled, type Measurement, measureProcess, medianOf } from './measure.ts'
import { benchPhone } from './phone/phone.ts'
import { benchSearch } from './search/search.ts'
import { benchAgain, benchBuilds, benchLarge, benchLatency, benchMany, benchShards } from './sizes.ts'

const USAGE = `npm run bench                          crawls and builds 10,000 generated datasets, then measures the search and the explorer
npm run bench -- DATASETS [FOLDER]     the same with another number of datasets, in this folder (a temporary one)
npm run bench -- again [FOLDER]        compares a crawl in which nothing has changed with the first one
npm run bench -- latency [FOLDER]      measures a crawl of an origin that takes 100 ms for each answer
npm run bench -- builds [FOLDER] [N]    compares builds after 0, 1 and 10 % of 10,000 datasets (or N) have changed with full builds
npm run bench -- many [FOLDER] [N]      measures each step of a mirror of 100,000 datasets (or N)
npm run bench -- large [FOLDER] [MB]    measures each step of a mirror with one dataset of 1000 MB (or MB)
npm run bench -- shards [FOLDER] [N]    compares a crawl of 3,000 datasets (or N) in 4 shards with a crawl by one process
npm run bench -- search                measures the search in a browser
npm run bench -- explorer              measures the explorer in a browser
npm run bench -- weights SITE          prints the compressed size of the pages of a built site
npm run bench -- phone SITE            measures the pages of a built site on an emulated slow phone
`
const ROUNDS = 3

/** The benchmarks by the first argument. Their further arguments are a folder and a number. */
const BENCHES: Readonly<Record<string, (place: string, count?: number) => Promise<void>>> = {
  again: benchAgain,
  latency: benchLatency,
  builds: benchBuilds,
  many: benchMany,
  large: benchLarge,
  shards: benchShards,
  search: benchSearch,
  explorer: benchExplorer,
}
/** The benchmarks whose argument is the folder of a built site. */
const BENCHES_OF_SITES: Readonly<Record<string, (site: string) => Promise<void> | void>> = {
  weights: benchWeights,
  phone: benchPhone,
}

/** Runs the benchmark of the first argument. If it is a number, crawls and builds that many datasets, then measures the search and the explorer. */
export async function bench([first = '10000', place = tmpdir(), count]: readonly string[]): Promise<void> {
  if (first === '--help') return console.log(USAGE)
  const ofSite = Object.hasOwn(BENCHES_OF_SITES, first) ? BENCHES_OF_SITES[first] : undefined
  if (ofSite && !existsSync(join(place, 'manifest.json')))
    return refuse(`expected the folder of a built mirror after ${first}, saw "${place}".`)
  const named = Object.hasOwn(BENCHES, first) ? BENCHES[first] : ofSite
  if (named) return named(place, count === undefined ? undefined : Number(count))
  const names = Object.keys({ ...BENCHES, ...BENCHES_OF_SITES }).join(', ')
  if (!/^[1-9]\d*$/.test(first))
    return refuse(`expected a number of datasets, or one of ${names}, saw "${first}".\n\n${USAGE}`)
  await benchDatasets(Number(first), place)
  await benchSearch()
  await benchExplorer()
}

function refuse(problem: string): void {
  console.error(`bench: ${problem}`)
  process.exitCode = 2
}

/**
 * Crawls a generated origin in both formats, fetches the same addresses with `curl` and `wget`, then builds the pages, and prints medians. Rounds
 * alternate between the programs. On a disk, `place` mostly measures the disk; a folder in memory measures the programs.
 */
function benchDatasets(datasets: number, place: string): Promise<void> {
  return withGenerated(place, { datasets }, async (origin, folder) => {
    console.log(
      `${datasets} datasets × json and xml, ${origin.paths.length} representations, ${CONNECTIONS} connections, ${ROUNDS} rounds, in ${place}\n`,
    )
    const { rounds, state } = await compare(folder, await planContestants(folder, origin))
    printTable(rounds, origin.paths.length)
    const again = await measureProcess(process.execPath, crawlArgs(origin.url, state))
    console.log(
      `\nCrawled again, nothing changed: ${again.seconds.toFixed(1)} s, ${rate(origin.paths.length, again)} requests/s, peak ${again.peak.toFixed(0)} MB`,
    )
    const build = ['build', '--quiet', '--state', state, '--out', join(folder, 'site')]
    for (const what of ['Built', 'Built again over the same data']) {
      const built = await measureProcess(process.execPath, mirrorArgs(...build))
      console.log(
        `${what}: ${built.seconds.toFixed(1)} s, ${rate(datasets, built)} pages/s, peak ${built.peak.toFixed(0)} MB`,
      )
    }
    benchWeights(join(folder, 'site'))
  })
}

async function planContestants(folder: string, { url, paths }: Generated) {
  const config = join(folder, 'curl.txt')
  const list = join(folder, 'wget.txt')
  const fileOf = (path: string) => path.slice(1).replace(/\/\?type=/, '/index.')
  writeFileSync(config, paths.map((path) => `url = "${url}${path}"\noutput = "${fileOf(path)}"\n`).join(''))
  writeFileSync(list, paths.map((path) => `${url}${path}\n`).join(''))
  const mirror = {
    name: 'mirror crawl',
    program: process.execPath,
    /** The arguments for fetching everything into a new, empty folder, which is the working folder. */
    argsFor: (state: string) => crawlArgs(url, state),
  }
  const curl = {
    name: 'curl --parallel',
    program: 'curl',
    argsFor: () => [
      ...['--silent', '--fail', '--create-dirs', '--parallel', '--parallel-max', `${CONNECTIONS}`],
      ...['--config', config],
    ],
  }
  const wget = {
    name: 'wget',
    program: 'wget',
    argsFor: () => ['--quiet', '--force-directories', '--input-file', list],
  }
  const others: (typeof mirror)[] = []
  for (const other of [curl, wget]) {
    if (await isInstalled(other.program)) others.push(other)
    else console.log(`${other.program} is not installed and is left out.`)
  }
  return [mirror, ...others]
}

// Every run gets its own folder, and none is removed before the end: on ext4 a large removal slows down what follows.
async function compare(
  folder: string,
  contestants: Awaited<ReturnType<typeof planContestants>>,
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

function printTable(rounds: ReadonlyMap<string, readonly Measurement[]>, count: number): void {
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
      `${name.padEnd(16)} ${median.seconds.toFixed(1)} s, ${rate(count, median)} requests/s, peak ${median.peak.toFixed(0)} MB${ratio}`,
    )
  }
}

function rate(count: number, { seconds }: Measurement): string {
  return Math.round(count / seconds).toLocaleString('en-GB')
}
