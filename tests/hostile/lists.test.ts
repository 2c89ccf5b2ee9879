import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { before, describe, type TestContext, test } from 'node:test'
import { openCrawler } from '../support/crawling.ts'
import { BODIES } from '../support/hostile/faults/bodies.ts'
import { CODINGS } from '../support/hostile/faults/codings.ts'
import { EMPTIED, ERRORS } from '../support/hostile/faults/errors.ts'
import { FRAMING } from '../support/hostile/faults/framing.ts'
import { STATUSES } from '../support/hostile/faults/statuses.ts'
import { assertNothingLost, changeOne, crawlTen, LISTS, TEN } from '../support/hostile/lists.ts'
import { suiteContext } from '../support/suite.ts'

const named = (...names: string[]) =>
  [...STATUSES, ...FRAMING, ...BODIES, ...ERRORS, ...EMPTIED, ...CODINGS].filter(({ name }) =>
    names.includes(name),
  )
const FAULTS = named(
  'status 206 with data',
  'status 204',
  'status 403',
  'status 404',
  'status 500',
  'reset in the body',
  'length too long',
  'no last chunk',
  'login page',
  'login page as data',
  'xhtml',
  'empty body',
  'blank body',
  'cut document',
  'two documents',
  'the other format',
  '200 with error',
  '200 with detail',
  '200 with null',
  'cut gzip, close-delimited',
)

describe('a list that is not acceptable removes nothing', { concurrency: 8 }, () => {
  const suite = suiteContext()
  let crawled: Awaited<ReturnType<typeof crawlTen>>
  let opened = 0
  before(async () => {
    crawled = await crawlTen(suite)
    changeOne(crawled.origin, 'd0')
  })

  /** A crawler of what is stored so far. The origin misbehaves only towards its user agent. */
  function openCopy(t: TestContext) {
    const { origin, crawler, first } = crawled
    const copy = openCrawler(t, [origin.base])
    cpSync(crawler.state, copy.state, { recursive: true })
    const userAgent = `mirror-test/${opened++}.0`
    return { origin, first, userAgent, run: () => copy.run({ userAgent }) }
  }

  for (const fault of FAULTS)
    for (const lists of [['list_datasets'], ['list', 'list_datasets']])
      test(`when the origin ${fault.describe} as ${lists.join(' and ')}`, async (t) => {
        const { origin, first, userAgent, run } = openCopy(t)
        for (const list of lists) origin.misbehave(list, fault.apply, { userAgent })
        const second = await run()
        assertNothingLost(second, first, TEN, 'd0')
        for (const list of lists)
          for (const format of ['json', 'xml']) {
            assert.equal(second.states[`${list}/index.${format}`], 'stale')
            assert.ok(second.bytes(`${list}/index.${format}`).equals(first.bytes(`${list}/index.${format}`)))
          }
        assert.match(second.problems.join('\n'), fault.says ?? /./)
        assert.equal(second.manifest.complete, false)
      })

  for (const format of ['json', 'xml'] as const)
    test(`when the origin breaks every list in ${format} alone`, async (t) => {
      const { origin, first, userAgent, run } = openCopy(t)
      const [fault] = named('login page')
      for (const list of LISTS)
        origin.misbehave(list, (exchange) => fault?.apply(exchange), { format, userAgent })
      const second = await run()
      assertNothingLost(second, first, TEN, 'd0')
      assert.equal(second.problems.filter((problem) => problem.startsWith('gap')).length, 4)
    })
})
