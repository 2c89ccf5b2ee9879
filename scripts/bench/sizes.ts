import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { CONNECTIONS, crawlArgs, type Generated, mirrorArgs, withGenerated } from './crawling.ts'
import { type Measurement, measureProcess, median, medianOf, printMeasurement } from './measure.ts'

const MANY = 100_000
const FEW = 10
const LARGE_MEGABYTES = 1000
const DATASETS_OF_SHARDS = 3000
const SHARDS = 4

/** Measures each step of a mirror of many datasets. */
export async function benchMany(place: string, datasets = MANY): Promise<void> {
  await measureSteps(place, { datasets }, ['crawl', 'crawl again', 'build', 'build again', 'verify'])
}

/** Measures each step of a mirror with one large dataset. */
export async function benchLarge(place: string, megabytes = LARGE_MEGABYTES): Promise<void> {
  await measureSteps(place, { datasets: FEW, megabytes }, ['crawl', 'build', 'verify', 'pack'])
}

async function measureSteps(
  place: string,
  size: { readonly datasets: number; readonly megabytes?: number },
  steps: readonly string[],
): Promise<void> {
  await withGenerated(place, size, async (origin, folder) => {
    const [state, site] = [join(folder, 'state'), join(folder, 'site')]
    const argsOf = (step: string) => {
      if (step.startsWith('crawl')) return crawlArgs(origin.url, state)
      if (step.startsWith('build')) return mirrorArgs('build', '--quiet', '--state', state, '--out', site)
      return mirrorArgs(step, site, ...(step === 'pack' ? ['--out', join(folder, 'mirror.zip')] : []))
    }
    for (const step of steps) printMeasurement(step, await measureProcess(process.execPath, argsOf(step)))
  })
}

/** Compares a crawl in shards, which run one after the other, with a crawl by one process. */
export async function benchShards(place: string, datasets = DATASETS_OF_SHARDS): Promise<void> {
  await withGenerated(place, { datasets }, async (origin, folder) => {
    const plan = join(folder, 'plan.json')
    const run = (...args: string[]) =>
      measureProcess(process.execPath, crawlArgs(origin.url, join(folder, 'shards'), ...args))
    const one = await measureProcess(process.execPath, crawlArgs(origin.url, join(folder, 'one')))
    printMeasurement('crawl by one', one)
    const planned = await run('plan', '--json')
    writeFileSync(plan, planned.output)
    const all: Measurement[] = [planned]
    for (let shard = 1; shard <= SHARDS; shard++)
      all.push(await run('crawl', '--quiet', '--plan', plan, '--shard', `${shard}/${SHARDS}`))
    all.push(await run('merge', '--quiet', '--plan', plan))
    const names = ['plan', ...Array.from({ length: SHARDS }, (_, at) => `shard ${at + 1}`), 'merge']
    for (const [at, one] of all.entries()) printMeasurement(names[at] as string, one)
    const sum = all.reduce((total, { processor }) => total + processor, 0)
    console.log(
      `by ${SHARDS} shards: ${(sum / one.processor).toFixed(2)} × the processor time of a crawl by one`,
    )
  })
}

const DATASETS_OF_BUILDS = 10_000
/** The percentages of datasets that have changed since the site was published. */
const CHANGED = [0, 1, 10] as const

/** Compares builds after some datasets have changed with full builds of the same data. */
export async function benchBuilds(place: string, datasets = DATASETS_OF_BUILDS): Promise<void> {
  await withGenerated(place, { datasets }, async (origin, folder) => {
    const state = join(folder, 'state')
    const crawl = () => measureProcess(process.execPath, crawlArgs(origin.url, state))
    const build = (out: string, ...options: string[]) => {
      const args = ['build', '--quiet', '--state', state, '--out', join(folder, out), ...options]
      return measureProcess(process.execPath, mirrorArgs(...args))
    }
    printMeasurement('first crawl', await crawl())
    printMeasurement('first build, with the templates bundled', await build('incremental'))
    for (const percent of CHANGED) {
      await origin.change(percent)
      printMeasurement(`crawl, ${percent} % changed`, await crawl())
      const incremental = await build('incremental')
      const full = await build('full', '--full')
      printMeasurement(`build, ${percent} % changed`, incremental)
      printMeasurement('the same, --full', full)
      console.log(`${percent} % changed: ${(incremental.seconds / full.seconds).toFixed(3)} × a full build`)
    }
  })
}

const ROUNDS = 3
type Times = Pick<Measurement, 'seconds' | 'processor'>
const DATASETS = 10_000
/** The ms before each answer of a slow origin, and the number of its datasets, each with two representations. */
const LATENCY = 100
const DATASETS_OF_SLOW = 1000

/** Measures a first crawl, a crawl in which nothing has changed, and a bare client that sends the same conditional requests, in rounds. */
export async function benchAgain(place: string): Promise<void> {
  await withGenerated(place, { datasets: DATASETS }, async (origin, folder) => {
    const rounds: { first: Measurement; again: Measurement; bare: Times }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const args = crawlArgs(origin.url, join(folder, String(round)))
      const first = await measureProcess(process.execPath, args)
      const again = await measureProcess(process.execPath, args)
      rounds.push({ first, again, bare: await requestAgain(origin) })
    }
    const of = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value))
    console.log(
      `${DATASETS} datasets × json and xml, nothing changed, medians of ${ROUNDS} rounds, in ${place}`,
    )
    printMeasurement('first crawl', medianOf(rounds.map(({ first }) => first)))
    printMeasurement('crawl again', medianOf(rounds.map(({ again }) => again)))
    const [seconds, processor] = [of(({ bare }) => bare.seconds), of(({ bare }) => bare.processor)]
    console.log(
      `${'bare client again'.padEnd(40)} ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time`,
    )
    const share = of((one) => one.again.processor / one.first.processor)
    const durations = of((one) => one.again.seconds / one.bare.seconds)
    const processors = of((one) => one.again.processor / one.bare.processor)
    console.log(
      `again: ${share.toFixed(2)} × the processor time of the first crawl, ${durations.toFixed(1)} × the duration and ${processors.toFixed(1)} × the processor time of the bare client`,
    )
    await measureRevisit(origin, folder)
  })
}

/** Measures a crawl with `revisit` after 1 % of the datasets have changed. The lists state when each has changed. */
async function measureRevisit(origin: Generated, folder: string): Promise<void> {
  const config = join(folder, 'revisit.config.mjs')
  writeFileSync(config, 'export default { revisit: 30 }')
  await origin.change(1)
  const args = crawlArgs(origin.url, join(folder, '0'))
  const crawl = await measureProcess(process.execPath, [...args, '--json', '--config', config])
  printMeasurement('crawl with revisit, 1 % changed', crawl)
  const { requests } = JSON.parse(crawl.output)
  const share = (100 * requests) / origin.paths.length
  console.log(`${requests} requests, ${share.toFixed(1)} % of the ${origin.paths.length} representations`)
}

/** Compares a crawl of an origin that takes 100 ms for each answer with the time that the requests take at full concurrency. */
export async function benchLatency(place: string): Promise<void> {
  await withGenerated(place, { datasets: DATASETS_OF_SLOW, latency: LATENCY }, async (origin, folder) => {
    const least = (DATASETS_OF_SLOW * 2 * LATENCY) / 1000 / CONNECTIONS
    const all: Measurement[] = []
    for (let round = 0; round < ROUNDS; round++)
      all.push(await measureProcess(process.execPath, crawlArgs(origin.url, join(folder, String(round)))))
    const one = medianOf(all)
    const what = `${DATASETS_OF_SLOW} datasets × json and xml, ${LATENCY} ms for each answer, ${CONNECTIONS} at once`
    console.log(`${what}, median of ${ROUNDS} rounds`)
    printMeasurement('crawl', one)
    console.log(`${(one.seconds / least).toFixed(2)} × the ${least} s that the datasets alone take`)
  })
}

// Requests every representation, then again with its ETag. Resolves to the time of the second requests.
async function requestAgain({ url, paths }: Generated): Promise<Times> {
  const dispatcher = new Agent({ connections: CONNECTIONS })
  const etags = new Map<string, string>()
  const requestAll = async () => {
    const rest = paths.values()
    const requestRest = async () => {
      for (const path of rest) {
        const etag = etags.get(path)
        const headers = etag === undefined ? {} : { 'if-none-match': etag }
        const answer = await request(url + path, { dispatcher, headers })
        etags.set(path, String(answer.headers.etag))
        await answer.body.dump()
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, requestRest))
  }
  await requestAll()
  const [began, used] = [performance.now(), process.cpuUsage()]
  await requestAll()
  const { user, system } = process.cpuUsage(used)
  const seconds = (performance.now() - began) / 1000
  await dispatcher.close()
  return { seconds, processor: (user + system) / 1e6 }
}
