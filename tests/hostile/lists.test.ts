import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BODIES } from '../support/hostile/faults/bodies.ts'
import { CODINGS } from '../support/hostile/faults/codings.ts'
import { EMPTIED, ERRORS } from '../support/hostile/faults/errors.ts'
import { FRAMING } from '../support/hostile/faults/framing.ts'
import { STATUSES } from '../support/hostile/faults/statuses.ts'
import { assertNothingLost, changeOne, crawlTen, LISTS, TEN } from '../support/hostile/lists.ts'

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
  for (const fault of FAULTS)
    for (const lists of [['list_datasets'], ['list', 'list_datasets']])
      test(`when the origin ${fault.describe} as ${lists.join(' and ')}`, async (t) => {
        const { origin, crawler, first } = await crawlTen(t)
        changeOne(origin, 'd0')
        for (const list of lists) origin.misbehave(list, fault.apply)
        const run = await crawler.run()
        assertNothingLost(run, first, TEN, 'd0')
        for (const list of lists)
          for (const format of ['json', 'xml']) {
            assert.equal(run.states[`${list}/index.${format}`], 'stale')
            assert.ok(run.bytes(`${list}/index.${format}`).equals(first.bytes(`${list}/index.${format}`)))
          }
        assert.match(run.problems.join('\n'), fault.says ?? /./)
        assert.equal(run.manifest.complete, false)
      })

  for (const format of ['json', 'xml'] as const)
    test(`when the origin breaks every list in ${format} alone`, async (t) => {
      const { origin, crawler, first } = await crawlTen(t)
      changeOne(origin, 'd0')
      const [fault] = named('login page')
      for (const list of LISTS) origin.misbehave(list, (exchange) => fault?.apply(exchange), { format })
      const run = await crawler.run()
      assertNothingLost(run, first, TEN, 'd0')
      assert.equal(run.problems.filter((problem) => problem.startsWith('gap')).length, 4)
    })
})
