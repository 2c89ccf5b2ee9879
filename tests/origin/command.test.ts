import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runMirror } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

test('the command lists every resource of a package that is left out, with the reason', async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'good.csv'), 'a,b\n1,2\n')
  writeFileSync(join(folder, 'bad.tsv'), 'a\tb\n1\tno "quotes"\n')
  const resources = ['good.csv', 'bad.tsv', 'gone.csv'].map((path) => ({ name: path.slice(0, -4), path }))
  const file = join(folder, 'datapackage.json')
  writeFileSync(file, JSON.stringify({ name: 'mixed', resources }))
  const { stdout, stderr } = await runMirror(['origin', file, '--port', '0'], {
    onOutput: (all, kill) => /^Shape /m.test(all) && kill('SIGTERM'),
  })
  assert.match(stdout, /^Serving 1 dataset at /)
  assert.match(stderr, /^.*\bbad \(.*tsv.*utf-8.*\)\n.*\bgone \(.+\)\nShape plain/)
})
