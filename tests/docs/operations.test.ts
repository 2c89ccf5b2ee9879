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
  const status = (goodUntil: number, triedAt: number) =>
    JSON.stringify({ goodUntil: day(goodUntil), triedAt: day(triedAt) })
  const host = await startScripted(t, { 'status.json': status(1, -1) })
  assert.deepEqual(await run(script, folder, host.base), { code: 0, printed: '' })
  const dead: ReadonlyArray<readonly [what: string, body: string, printed: RegExp]> = [
    ['an earlier goodUntil', status(-1, -3), /no run has reached the origin in time\n$/],
    ['a clock that was wrong', status(402, 400), /the last run is in the future/],
    ['an empty file', '', /not that of a mirror\n$/],
    ['a page', '<!doctype html>', /not that of a mirror\n$/],
    ['another file', '{}', /not that of a mirror\n$/],
  ]
  for (const [what, body, expected] of dead) {
    host.set({ 'status.json': body })
    const { code, printed } = await run(script, folder, host.base)
    assert.match(printed, expected, what)
    assert.equal(code, 1, what)
  }
  host.set({ 'status.json': { status: 404 } })
  const none = await run(script, folder, host.base)
  assert.equal(none.code, 1)
  assert.match(none.printed, /does not send a status\.json\n$/)
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
