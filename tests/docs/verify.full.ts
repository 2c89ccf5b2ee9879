import assert from 'node:assert/strict'
import { appendFileSync, copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { serveSite } from '../../src/lib/site/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { makeKey, withoutSshKeygen } from '../support/ssh-keygen.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { blocksUnder, readText } from './support/markdown.ts'
import { follow, lacking, run } from './support/shell.ts'

const blocks = (heading: string) => blocksUnder(readText('docs/verify.md'), heading)

test('a signed mirror is downloaded and verified by the commands of the document', {
  skip: withoutSshKeygen || lacking('wget', 'sha256sum'),
}, async (t) => {
  const folder = temporaryFolder(t)
  const codes = {
    'a b': 'x',
    'b\\n': 'v',
    'b\nc\r': 'w',
    'c#1': 'y',
    'd%20': 'z',
    'e?f': 'more',
    школы: 'last',
  }
  const origin = await startScripted(t, serviceRoutes(codes))
  const signingKey = join(folder, 'key')
  makeKey(signingKey)
  const settings = settingsIn(folder, { origin: origin.base, signingKey })
  await mirrorInto(settings)
  const host = await serveSite({ folder: settings.out, host: '127.0.0.1', port: 0, base: '/' })
  t.after(() => host.close())

  const copy = temporaryFolder(t)
  const [download = '', check = ''] = blocks('## The files')
  const [downloadMore = '', signatures = '', time = ''] = blocks('## The signatures')
  for (const script of [download, downloadMore])
    await follow(script.replaceAll('https://mirror.example.org/', host.url), copy)
  assert.equal(await follow(check, copy), '')
  assert.match(await follow(signatures, copy), /^(?:Good "open-data-mirror" signature for mirror .*\n){2}$/)
  assert.match(await follow(time, copy), /^ {2}"completedAt": "\S+Z",\n$/)

  const [compare = '', sums = ''] = blocks('## The history')
  const [chain, stored] = ['generations.jsonl', 'stored.jsonl'].map((name) => join(copy, name)) as [
    string,
    string,
  ]
  copyFileSync(chain, stored)
  assert.equal(await follow(compare, copy), '')
  const [sum = '', line = ''] = (await follow(sums, copy)).split('\n')
  assert.equal(JSON.parse(line).data, sum.split(' ')[0])

  appendFileSync(join(copy, 'index.html'), ' ')
  assert.match((await run(check, copy)).printed, /^index\.html: FAILED\n/)
  appendFileSync(stored, readFileSync(chain))
  assert.equal((await run(compare, copy)).code, 1)
})
