import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseDatasetCode } from '../../src/lib/interface/index.ts'
import { slotOf } from '../../src/lib/site/index.ts'
import type { Generation } from '../../src/lib/snapshot/index.ts'
import { main } from '../cli/main.ts'
import { withLocks } from '../job/folders.ts'
import { loadSettings } from '../job/load-settings.ts'
import { openSite } from '../job/site.ts'

/** The whole job with plain pages instead of Astro's, since Astro takes seconds to start: the crawl command, then the steps of a build. */
const [origin = '', state = '', out = ''] = process.argv.slice(2)
process.exitCode = await main(['crawl', '--quiet', '--origin', origin, '--state', state])
if (process.exitCode === 0) await publish()

async function publish(): Promise<void> {
  const settings = await loadSettings(undefined, { state, out })
  const site = openSite(settings)
  await withLocks(settings, async () => {
    site.begin()
    writePages(site.pages, site.generation())
    await site.finish()
  })
}

function writePages(pages: string, { manifest }: Generation): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(pages, path)), { recursive: true })
    writeFileSync(join(pages, path), `<!doctype html><title>${text}</title>`)
  }
  write('index.html', `${manifest.records.length} files`)
  write('404.html', 'nothing here')
  for (const code of manifest.codes.order) {
    const sums = manifest.records.filter((record) => record.code === code).map(({ sha256 }) => sha256)
    write(`api/v1/get_dataset/${slotOf(parseDatasetCode(code))}.html`, sums.join(' '))
  }
}
