import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { blocksUnder, readText } from './support/markdown.ts'
import { follow, lacking, run } from './support/shell.ts'

const blocks = (heading: string) => blocksUnder(readText('docs/operations.md'), heading)

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('the script for an alarm is silent while the mirror is alive, and fails when it is not', {
  skip: lacking('curl', 'jq'),
}, async (t) => {
  const [script = ''] = blocks('## Monitoring')
  const folder = temporaryFolder(t)
  const host = await startScripted(t, { 'status.json': JSON.stringify({ goodUntil: day(1) }) })
  assert.deepEqual(await run(script, folder, host.base), { code: 0, printed: '' })
  const dead: Readonly<Record<string, string>> = {
    'an earlier goodUntil': JSON.stringify({ goodUntil: day(-1) }),
    'an empty file': '',
    'a page': '<!doctype html>',
  }
  for (const [what, body] of Object.entries(dead)) {
    host.set({ 'status.json': body })
    const { code, printed } = await run(script, folder, host.base)
    assert.match(printed, /no run has reached the origin in time\n$/, what)
    assert.equal(code, 1, what)
  }
  host.set({ 'status.json': { status: 404 } })
  assert.equal((await run(script, folder, host.base)).code, 1, 'no such file')
  host.close()
  assert.equal((await run(script, folder, host.base)).code, 1, 'no host')
})

test('the count of problems has a line for each kind', { skip: lacking('jq') }, async (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'dist'))
  const [code, rare] = ['server-error', 'no-title']
  const problems = [
    { severity: 'gap', code },
    { severity: 'gap', code },
    { severity: 'warning', code: rare },
  ]
  writeFileSync(join(folder, 'dist/manifest.json'), JSON.stringify({ problems }))
  const [count = ''] = blocks('## Troubleshooting')
  assert.deepEqual((await follow(count, folder)).trim().split(/\s*\n\s*/), [
    `2 gap ${code}`,
    `1 warning ${rare}`,
  ])
})
