import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fillOrigin, listCodes } from '../support/hostile/estate.ts'
import { reply } from '../support/hostile/fault.ts'
import { FAULTS } from '../support/hostile/faults/index.ts'
import { LISTS, TEN } from '../support/hostile/lists.ts'
import { type HostileOrigin, startHostile } from '../support/hostile/origin.ts'
import { type Ended, runHere } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'

type Act = (origin: HostileOrigin) => void

const fault =
  (name: string, resource = 'get_dataset/d1'): Act =>
  (origin) => {
    const found = FAULTS.find((one) => one.name === name)
    assert.ok(found, name)
    origin.misbehave(resource, found.apply)
  }

const ENDINGS: readonly (readonly [what: string, act: Act, code: number, says: RegExp])[] = [
  ['nothing goes wrong', () => {}, 0, /gaps +none/],
  ['a dataset answers 500', fault('status 500'), 4, /d1.*answered 500/],
  ['a dataset resets its connection', fault('reset in the body'), 4, /d1.*(?:broke|was cut) off/],
  ['a dataset is a login page', fault('login page'), 4, /d1.*is html/],
  ['a dataset redirects to a script', fault('redirect to a script'), 4, /d1.*javascript:/],
  [
    'a dataset responds with an error report that has escapes',
    fault('200 with error with escapes'),
    4,
    /d1.*"/,
  ],
  ['a failure speaks to the terminal', fault('escapes behind a failure'), 4, /d1/],
  ['a dataset has the status 000', fault('status line "000 Nothing"'), 4, /d1/],
  [
    'a list is a page of maintenance',
    fault('maintenance page', 'list_datasets'),
    4,
    /list_datasets.*is html/,
  ],
  ['the lists are empty', (origin) => listCodes(origin, []), 5, /--accept-removals [\da-f]+/],
  ['half of the datasets are gone', (origin) => listCodes(origin, TEN.slice(5)), 5, /5 of 10/],
  [
    'no list answers',
    (origin) => LISTS.forEach((list) => void origin.misbehave(list, reply(404, 'x'))),
    7,
    /404/,
  ],
]

async function crawlTwice(
  t: TestContext,
  act: Act,
): Promise<{ ended: Ended; state: string; origin: HostileOrigin }> {
  const folder = temporaryFolder(t)
  const origin = await startHostile(t)
  fillOrigin(origin, TEN)
  const [state, config] = [join(folder, 'state'), join(folder, 'mirror.config.ts')]
  writeFileSync(config, 'export default { retries: 0, robots: "ignore" }')
  const args = ['crawl', '--origin', origin.base, '--state', state, '--config', config]
  const good = await runHere(args)
  assert.equal(good.code, 0, good.stderr)
  origin.resources.set('get_dataset/d0', [{ code: 'd0', row: 'changed' }])
  act(origin)
  return { ended: await runHere(args), state, origin }
}

describe('the exit of the command', { concurrency: 3 }, () => {
  for (const [what, act, code, says] of ENDINGS)
    test(`is code ${code} when ${what}`, { timeout: 240_000 }, async (t) => {
      const { ended, state, origin } = await crawlTwice(t, act)
      const printed = ended.stdout + ended.stderr
      assert.equal(ended.code, code, printed)
      assert.match(printed, says)
      assert.doesNotMatch(printed, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
      assert.doesNotMatch(printed, /\n {4}at /)
      const current = readFileSync(join(state, 'current'), 'utf8').trim()
      const file = (path: string) => join(state, 'generations', current, 'api/v1', path)
      const isPublished = code === 0 || code === 4
      const control = readFileSync(file('get_dataset/d0/index.json'))
      assert.equal(control.equals(origin.bytes('get_dataset/d0', 'json')), isPublished)
      for (const dataset of TEN) assert.ok(existsSync(file(`get_dataset/${dataset}/index.xml`)))
    })
})
