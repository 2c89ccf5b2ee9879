import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { crawlArgs, MIRROR, NODE, startGenerated } from './crawling.ts'
import { type Measurement, measureProcess } from './measure.ts'

const DATASETS = 10_000
/** How many datasets of a hundred have changed since the site was published. */
const CHANGED = [0, 1, 10] as const

/** Measures builds of a site of which some datasets have changed, each against a full build of the same data. */
export async function benchBuilds(place: string, datasets = DATASETS): Promise<void> {
  const origin = await startGenerated(datasets)
  const folder = mkdtempSync(join(place, 'mirror-bench-'))
  const state = join(folder, 'state')
  const crawl = () => measureProcess(process.execPath, crawlArgs(origin.url, state))
  const build = (out: string, ...options: string[]) => {
    const args = ['build', '--quiet', '--state', state, '--out', join(folder, out), ...options]
    return measureProcess(process.execPath, [...NODE, MIRROR, ...args])
  }
  try {
    print('first crawl', await crawl())
    print('first build, with the templates bundled', await build('incremental'))
    for (const percent of CHANGED) {
      await origin.change(percent)
      print(`crawl, ${percent} % changed`, await crawl())
      const incremental = await build('incremental')
      const full = await build('full', '--full')
      print(`build, ${percent} % changed`, incremental)
      print('the same, --full', full)
      console.log(`${percent} % changed: ${(incremental.seconds / full.seconds).toFixed(3)} × a full build`)
    }
  } finally {
    origin.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function print(what: string, { seconds, peak }: Measurement): void {
  console.log(`${what.padEnd(40)} ${seconds.toFixed(1)} s, peak ${peak.toFixed(0)} MB`)
}
