import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { listFiles, verifySite } from '../../src/lib/site/index.ts'
import { answer, both } from '../support/crawling.ts'
import { runHere } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const page = (items: readonly string[]) =>
  answer(
    `<!DOCTYPE html><html><body><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></body></html>`,
    'text/html',
  )

it('mirrors a service with pages for lists and without publishers completely: titles from the links, no page of publishers, no way to it', async (context) => {
  const datasets = page(['<a href="../get_dataset/a/">Roads</a>', '<a href="../get_dataset/b/">Parks</a>'])
  const origin = await startScripted(context, {
    'api/v1/list/': datasets,
    'api/v1/list_datasets/': datasets,
    ...both('get_dataset/a', [{ name: 'Main Street', lanes: '2' }]),
    ...both('get_dataset/b', [{ name: 'Central Park', trees: '9' }]),
  })
  const folder = temporaryFolder(context)
  const [config, out] = [join(folder, 'mirror.config.ts'), join(folder, 'dist')]
  const settings = {
    origin: origin.base,
    out,
    state: join(folder, 'state'),
    retries: 0,
    lists: { list: 'html', datasets: 'html', categories: 'none', oivs: 'none' },
  }
  writeFileSync(config, `export default ${JSON.stringify(settings)}`)
  const planned = await runHere(['plan', '--config', config])
  assert.equal(planned.code, 0, planned.stdout + planned.stderr)
  const { code, stdout, stderr } = await runHere(['--config', config])
  assert.equal(code, 0, stdout + stderr)
  assert.match(readFileSync(join(out, 'api/v1/get_dataset/a/index.html'), 'utf8'), /<h1[^>]*>.*Roads/)
  assert.deepEqual(verifySite(out).findings, [])
  const pages = listFiles(out).filter((path) => path.endsWith('.html'))
  for (const list of ['list_oivs', 'list_categories']) {
    assert.ok(!existsSync(join(out, `api/v1/${list}`)), list)
    for (const path of pages)
      assert.ok(!readFileSync(join(out, path), 'utf8').includes(`${list}/`), `${path}: ${list}`)
  }
  const undeclared = join(folder, 'undeclared.config.ts')
  writeFileSync(undeclared, `export default ${JSON.stringify({ ...settings, lists: {} })}`)
  assert.equal((await runHere(['plan', '--config', undeclared])).code, 4)
})
