import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findStatus } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, readTree } from '../support/files.ts'
import { mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const named = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`d${n}`, `text ${n}`]))

test('a refused run ends with 5 and leaves the site unchanged; its plan can be shown before and accepted after', async (t) => {
  const origin = await startScripted(t, serviceRoutes(named(4)))
  const folder = temporaryFolder(t)
  const [out, state] = [join(folder, 'dist'), join(folder, 'state')]
  const places = ['--origin', origin.base, '--state', state]
  await mirrorInto(settingsIn(folder, { origin: origin.base }))
  const before = readTree(out, { times: true })
  origin.set(serviceRoutes(named(1)))

  const plan = await runHere(['plan', ...places])
  assert.equal(plan.code, 5, plan.stderr)
  assert.match(plan.stdout, /withdrawn +3: "d1", "d2", "d3"/)
  const id = /--accept-removals (\w+)/.exec(plan.stdout)?.[1] ?? ''
  const quiet = await runHere(['plan', ...places, '--quiet'])
  assert.deepEqual([quiet.code, quiet.stdout], [5, ''])
  assert.match(quiet.stderr, new RegExp(`^The crawl would be refused[^]*--accept-removals ${id}\n$`))
  const accepting = await runHere(['plan', ...places, '--quiet', '--accept-removals', id])
  assert.deepEqual(accepting, { code: 0, stdout: '', stderr: '' })

  const refused = await runHere([...places, '--out', out, '--json'])
  assert.equal(refused.code, 5, refused.stderr)
  assert.match(refused.stderr, /datasets: 1 of 4 left\n[\s\S]*Nothing was published/)
  const { removal, code, exitCode } = JSON.parse(refused.stdout)
  assert.deepEqual([removal.planId, code, exitCode], [id, 'removal-refused', 5])
  assert.deepEqual(differences(before, readTree(out, { times: true })), [])
  assert.equal(findStatus(state)?.outcome, 'refused')
  assert.ok(existsSync(join(state, 'current')))

  const wrong = await runHere([...places, '--out', out, '--accept-removals', '0123456789ab'])
  assert.equal(wrong.code, 5)
  assert.match(wrong.stderr, /"0123456789ab"/)

  const accepted = await runHere([...places, '--out', out, '--accept-removals', id])
  assert.equal(accepted.code, 0, accepted.stderr)
  assert.match(accepted.stdout, /6 withdrawn/)
  assert.equal(findStatus(state)?.outcome, 'complete')
})

test('an outage that is answered with 200 ends with 5 and leaves the site unchanged, until the operator accepts it', async (t) => {
  const origin = await startScripted(t, serviceRoutes(named(4)))
  const folder = temporaryFolder(t)
  const [out, state] = [join(folder, 'dist'), join(folder, 'state')]
  const places = ['--origin', origin.base, '--state', state, '--out', out]
  await mirrorInto(settingsIn(folder, { origin: origin.base }))
  const before = readTree(out, { times: true })
  for (const code of Object.keys(named(4)))
    for (const type of ['json', 'xml'])
      origin.set({
        [`api/v1/get_dataset/${code}/?type=${type}`]: () =>
          type === 'json'
            ? `{"status":"maintenance","at":"${Date.now()}"}`
            : `<answer><status>maintenance</status><at>${Date.now()}</at></answer>`,
      })

  const refused = await runHere([...places, '--json'])
  assert.equal(refused.code, 5, refused.stderr)
  assert.match(
    refused.stderr,
    /4 of 4 datasets[\s\S]*"d0" \(json\) with the fields[\s\S]*Nothing was published/,
  )
  assert.deepEqual(differences(before, readTree(out, { times: true })), [])
  assert.equal(findStatus(state)?.outcome, 'refused')
  const { removal } = JSON.parse(refused.stdout)
  assert.deepEqual(removal.codes, Object.keys(named(4)))

  const accepted = await runHere([...places, '--accept-removals', removal.planId])
  assert.equal(accepted.code, 0, accepted.stderr)
})
