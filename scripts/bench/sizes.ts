import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONNECTIONS, crawlArgs, mirrorArgs, withGenerated } from './crawling.ts'
import { type Measurement, measureProcess, printMeasurement } from './measure.ts'

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

/** Measures a crawl by several processes, one after the other, against a crawl by one. */
export async function benchShards(place: string, datasets = DATASETS_OF_SHARDS): Promise<void> {
  await withGenerated(place, { datasets }, async (origin, folder) => {
    const plan = join(folder, 'plan.json')
    const options = [
      '--origin',
      origin.url,
      '--state',
      join(folder, 'shards'),
      '--concurrency',
      String(CONNECTIONS),
    ]
    const run = (...args: string[]) => measureProcess(process.execPath, mirrorArgs(...args, ...options))
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
/** How many datasets of a hundred have changed since the site was published. */
const CHANGED = [0, 1, 10] as const

/** Measures builds of a site of which some datasets have changed, each against a full build of the same data. */
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
