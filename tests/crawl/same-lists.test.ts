import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { planCrawl } from '../../src/lib/crawl/index.ts'
import { layout, openDerived, SURVEY } from '../../src/lib/snapshot/index.ts'
import { both, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

/** A service whose lists have a problem: a link to another host. */
async function openService(t: TestContext) {
  const links = [
    '/api/v1/get_dataset/a/',
    '/api/v1/get_dataset/b/',
    'https://other.example/api/v1/get_dataset/c/',
  ]
  const list = links.map((url, index) => ({ title: `Title ${index}`, url, category: 'c1', oiv: 'o1' }))
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x', b: 'y' }),
    ...both('list_datasets', list),
  })
  return { origin, list, ...openCrawler(t, origin) }
}

test('the same lists have the same datasets and problems in every run, also when what was found in them is lost', async (t) => {
  const { run, state } = await openService(t)
  const first = await run()
  assert.match(first.problems.join('\n'), /warning other\.example/)
  const second = await run()
  rmSync(layout.derived(state), { recursive: true })
  const third = await run()
  for (const { manifest, problems } of [second, third]) {
    assert.deepEqual(problems, first.problems)
    assert.deepEqual(manifest.codes, first.manifest.codes)
  }
})

test('what was found in the lists is used while they are the same, and only if it is undamaged', async (t) => {
  const { run, state, list, origin } = await openService(t)
  await run()
  const cache = openDerived(layout.derived(state))
  const alter = (more: string) => {
    const stored = cache.find(SURVEY) as { problems: object[] }
    const problem = { severity: 'warning', code: 'other-host', subject: more, message: more }
    cache.store(SURVEY, [JSON.stringify({ ...stored, problems: [...stored.problems, problem] })])
  }
  alter('first')
  assert.match((await run()).problems.join(), /warning first/)
  alter('second')
  const file = join(layout.derived(state), SURVEY)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('second', 'fourth'))
  assert.doesNotMatch((await run()).problems.join(), /warning (?:first|second|fourth)/)
  alter('third')
  origin.set(both('list_datasets', list.toReversed()))
  assert.doesNotMatch((await run()).problems.join(), /warning third/)
})

test('the lists are read again when the config changed, and a plan gives the same as for a first crawl', async (t) => {
  const { run, options } = await openService(t)
  const planned = await planCrawl(options)
  const wrong = await run({ fields: { code: 'wrong' } })
  assert.match(wrong.problems.join('\n'), /fields\.code/)
  assert.doesNotMatch((await run()).problems.join('\n'), /fields\.code/)
  const again = await planCrawl(options)
  assert.deepEqual(again.lists, planned.lists)
  assert.deepEqual(again.problems, planned.problems)
  assert.equal(again.datasets, planned.datasets)
})

for (const [what, codes] of Object.entries({ 'with copies': ['a', 'b'], 'without a copy': ['a'] }))
  test(`what was found in the lists is used again although the origin always answers 500 for one dataset ${what}`, async (t) => {
    const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y', c: 'z' }))
    const fail = () => {
      for (const type of ['?type=json', '?type=xml', ''])
        origin.set({ [`api/v1/get_dataset/b/${type}`]: { status: 500 } })
    }
    origin.otherwise({ status: 500 })
    if (!codes.includes('b')) fail()
    const { run, state } = openCrawler(t, origin)
    await run()
    fail()
    for (const _ of [2, 3]) {
      origin.forget()
      const { manifest } = await run()
      assert.equal(manifest.complete, false)
      const stored = openDerived(layout.derived(state)).find(SURVEY) as { generation: string }
      assert.equal(stored.generation, manifest.generation)
      const asked = origin.requests.map(({ path }) => path)
      assert.deepEqual(
        asked.filter((path) => path.includes('no-such-dataset')),
        [],
      )
    }
  })
