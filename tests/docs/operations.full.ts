import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, readTree } from '../support/files.ts'
import { prepareStates, takeBundle } from '../support/mirror.ts'
import { type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { blocksUnder, ROOT, readText } from './support/markdown.ts'
import { follow, lacking, run } from './support/shell.ts'

const blocks = (heading: string) => blocksUnder(readText('docs/operations.md'), heading)

/** Follows the recipe for several mirrors; gives the folder of a mirror that has not run yet. */
async function setUp(t: { after(clean: () => void): void }, origin: ScriptedOrigin): Promise<string> {
  const folder = temporaryFolder(t)
  const [config = '', script = ''] = blocks('## Several mirrors from one checkout').map((block) =>
    block
      .replaceAll('/srv/open-data-mirror/', ROOT)
      .replace('https://data.example.org', origin.base.replace(/\/$/, '')),
  )
  writeFileSync(join(folder, 'mirror.config.ts'), config)
  writeFileSync(join(folder, 'package.json'), script)
  return folder
}

test('a mirror in a folder of its own is run, measured, backed up, restored and rolled back as the document says', {
  skip: lacking('jq', 'npm', 'tar'),
}, async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'first' }))
  const folder = await setUp(t, origin)
  await prepareStates(join(folder, '.mirror'))
  await follow('npm run mirror', folder)
  const [, metrics = ''] = blocks('## Monitoring')
  assert.equal((await run(metrics, folder, 'dist/status.json', 'mirror.prom')).printed, '')
  assert.match(
    readFileSync(join(folder, 'mirror.prom'), 'utf8'),
    /^open_data_mirror_complete 1\nopen_data_mirror_gaps 0\nopen_data_mirror_good_until_timestamp_seconds \d{10}\nopen_data_mirror_tried_timestamp_seconds \d{10}\nopen_data_mirror_records\{state="fetched"\} 10\n/,
  )
  const first = readTree(join(folder, 'dist'))

  origin.set(serviceRoutes({ a: 'second', b: 'new' }))
  await follow('npm run mirror', folder)
  const [save = '', restore = ''] = blocks('## Backup')
  await follow(save, folder)
  const other = await setUp(t, origin)
  writeFileSync(join(other, 'mirror-state.tgz'), readFileSync(join(folder, 'mirror-state.tgz')))
  const [unpack = '', build = ''] = restore.split(/\n(?=npm)/)
  await follow(unpack, other)
  takeBundle(join(other, '.mirror'))
  await follow(build, other)
  assert.deepEqual(differences(readTree(join(other, 'dist')), readTree(join(folder, 'dist'))), [])

  const [, back = ''] = blocks('## Roll back')
  const [earlier = ''] = readdirSync(join(folder, '.mirror/generations')).sort()
  const history = () => readFileSync(join(folder, 'dist/generations.jsonl'), 'utf8')
  const before = history()
  await follow(back.replace(/(?<=echo )\S+/, earlier), folder)
  await follow('npm run mirror -- verify', folder)
  assert.equal(history().split('\n', 2).join('\n'), before.trim())
  assert.match(history(), /^(?:.+\n){3}$/)
  const others = ['SHA256SUMS', 'generations.jsonl', 'status.json']
  assert.deepEqual(differences(first, readTree(join(folder, 'dist'))), others)
})
