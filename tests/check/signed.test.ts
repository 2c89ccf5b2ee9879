import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { serveSite } from '../../src/lib/site/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { makeKey, withoutSshKeygen } from '../support/ssh-keygen.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { check } from './support/checking.ts'

test('a signed mirror fails a check if a signature is missing or of other bytes', {
  skip: withoutSshKeygen,
}, async (t) => {
  const folder = temporaryFolder(t)
  const origin = await startScripted(t, serviceRoutes({ a: 'one' }))
  const { out } = settingsIn(folder, {})
  await mirrorInto(settingsIn(folder, { origin: origin.base, signingKey: makeKey(join(folder, 'key')) }))
  const host = await serveSite({ folder: out, host: '127.0.0.1', port: 0, base: '/' })
  t.after(() => host.close())
  assert.deepEqual([(await check(host.url)).code, existsSync(join(out, 'SHA256SUMS.sig'))], [0, true])
  const signatures = ['SHA256SUMS.sig', 'manifest.json.sig']
  const [sums, manifest] = signatures.map((path) => readFileSync(join(out, path)))
  const named = ({ find }: Awaited<ReturnType<typeof check>>) =>
    find('statements')
      .examples.map(({ address }) => basename(address))
      .sort()
  for (const path of signatures) rmSync(join(out, path))
  const missing = await check(host.url)
  assert.deepEqual([missing.code, missing.of('fail')], [6, ['statements']])
  assert.deepEqual(named(missing), signatures)
  for (const [path, other] of [
    ['manifest.json.sig', sums],
    ['SHA256SUMS.sig', manifest],
  ] as const)
    writeFileSync(join(out, path), other ?? '')
  const wrong = await check(host.url)
  assert.deepEqual([wrong.code, wrong.of('fail')], [6, ['statements']])
  assert.deepEqual(named(wrong), signatures)
  for (const { saw } of wrong.find('statements').examples)
    assert.match(saw, /^as a signature of .*, it is not of these bytes$/)
})
