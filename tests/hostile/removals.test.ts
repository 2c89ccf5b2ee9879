import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertPrintable, listCodes } from '../support/hostile/estate.ts'
import { reply } from '../support/hostile/fault.ts'
import {
  assertNothingLost,
  assertRefused,
  changeOne,
  crawlTen,
  LISTS,
  TEN,
} from '../support/hostile/lists.ts'
import type { HostileOrigin } from '../support/hostile/origin.ts'

const halve = (origin: HostileOrigin, list: string) =>
  origin.resources.set(list, (origin.resources.get(list) ?? []).slice(0, 2))

const REFUSED: readonly (readonly [what: string, act: (origin: HostileOrigin) => void, says: RegExp])[] = [
  ['every list is empty', (origin) => emptyAll(origin), /0 of/],
  ['the lists of datasets are empty', (origin) => listCodes(origin, []), /0 of 10/],
  [
    'one of the two lists of datasets is empty',
    ({ resources }) => resources.set('list_datasets', []),
    /0 of 10/,
  ],
  ['half of the datasets are gone', (origin) => listCodes(origin, TEN.slice(5)), /5 of 10/],
  ['two of ten datasets are gone', (origin) => listCodes(origin, TEN.slice(2)), /8 of 10/],
  ['all datasets have other codes', (origin) => renameAll(origin), /0 of 10/],
  ['half of the bodies are gone', (origin) => halve(origin, 'list_oivs'), /list_oivs.*2 of 4/],
  [
    'the categories are empty',
    ({ resources }) => resources.set('list_categories', []),
    /list_categories.*0 of 4/,
  ],
  [
    'a list is null in both formats, and the other one halved',
    (origin) => {
      listCodes(origin, TEN.slice(5))
      origin.misbehave('list', (exchange) =>
        reply(200, exchange.format === 'json' ? '{}' : '<data/>')(exchange),
      )
    },
    /of 10/,
  ],
]

function emptyAll({ resources }: HostileOrigin): void {
  for (const list of LISTS) resources.set(list, [])
}

function renameAll(origin: HostileOrigin): void {
  const codes = TEN.map((code) => `new-${code}`)
  for (const code of codes) origin.resources.set(`get_dataset/${code}`, [{ code, row: 'x' }])
  listCodes(origin, codes)
}

describe('a removal beyond the limit is refused, and nothing is published', { concurrency: 8 }, () => {
  for (const [what, act, says] of REFUSED)
    test(`when ${what}`, async (t) => {
      const { origin, crawler, first } = await crawlTen(t)
      changeOne(origin, 'd0')
      act(origin)
      await assertRefused(crawler, first, () => crawler.run(), 'RemovalRefused', says)
    })

  test('when no list answers, the run ends as unreachable', async (t) => {
    const { origin, crawler, first } = await crawlTen(t)
    for (const list of LISTS) origin.misbehave(list, reply(503, 'down'))
    await assertRefused(crawler, first, () => crawler.run(), 'OriginUnreachable', /answered 503/)
  })

  test('after a refusal, the next good run is complete', async (t) => {
    const { origin, crawler, first } = await crawlTen(t)
    listCodes(origin, [])
    await assertRefused(crawler, first, () => crawler.run(), 'RemovalRefused', /0 of 10/)
    listCodes(origin, TEN)
    changeOne(origin, 'd0')
    const run = await crawler.run()
    assert.deepEqual(run.problems, [])
    assertNothingLost(run, first, TEN, 'd0')
  })
})

describe('a removal within the limit is withdrawn, and its copy stays', { concurrency: 8 }, () => {
  test('one dataset of ten', async (t) => {
    const { origin, crawler, first } = await crawlTen(t)
    listCodes(origin, TEN.slice(1))
    origin.resources.delete('get_dataset/d0')
    changeOne(origin, 'd1')
    const run = await crawler.run()
    assertPrintable(run)
    for (const format of ['json', 'xml']) {
      assert.equal(run.states[`get_dataset/d0/index.${format}`], 'withdrawn')
      assert.ok(
        run.bytes(`get_dataset/d0/index.${format}`).equals(first.bytes(`get_dataset/d0/index.${format}`)),
      )
      assert.equal(run.states[`get_dataset/d1/index.${format}`], 'fetched')
    }
    assert.deepEqual(
      run.problems.filter((problem) => problem.startsWith('gap')),
      [],
    )
  })

  test('a code that leaves the lists during the run, with its data', async (t) => {
    const { origin, crawler, first } = await crawlTen(t)
    origin.misbehave('get_dataset/d0', (exchange) => {
      listCodes(origin, TEN.slice(1))
      return reply(404, 'gone')(exchange)
    })
    const run = await crawler.run()
    assert.equal(run.states['get_dataset/d0/index.json'], 'withdrawn')
    assert.ok(run.bytes('get_dataset/d0/index.json').equals(first.bytes('get_dataset/d0/index.json')))
  })

  test('but a code that answers 404 and is still listed is a gap, and its copy stays', async (t) => {
    const { origin, crawler, first } = await crawlTen(t)
    origin.resources.delete('get_dataset/d0')
    const run = await crawler.run()
    assertNothingLost(run, first, TEN)
    assert.equal(run.states['get_dataset/d0/index.xml'], 'stale')
    assert.match(run.problems.join('\n'), /gap .*d0.*answered 404/)
  })
})
