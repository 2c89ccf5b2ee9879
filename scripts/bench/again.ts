import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { CONNECTIONS, crawlArgs, type Generated, withGenerated } from './crawling.ts'
import { type Measurement, measureProcess, median, medianOf, printMeasurement } from './measure.ts'

const ROUNDS = 3
type Times = Pick<Measurement, 'seconds' | 'processor'>
const DATASETS = 10_000
/** ms before each answer of a slow origin, and its datasets, each in two representations. */
const LATENCY = 100
const DATASETS_OF_SLOW = 1000

/** Measures a first crawl, one in which nothing has changed, and the same conditional requests of a bare client, in rounds. */
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

/** Measures a crawl with `revisit` after 1 % of the datasets have changed; the entries of the lists are dated. */
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

/** Measures a crawl of an origin that takes 100 ms for each answer, against the time that its requests take at full concurrency. */
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

// Requests every representation, then again with its ETag; gives what the latter took.
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
