import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openCrawler } from '../support/crawling.ts'
import { assertPrintable } from '../support/hostile/estate.ts'
import { reply } from '../support/hostile/fault.ts'
import { crawlTen, TEN } from '../support/hostile/lists.ts'
import type { HostileOrigin } from '../support/hostile/origin.ts'

/** Datasets that do not state their code. */
function withoutNames({ resources }: HostileOrigin, text: (code: string) => string): void {
  for (const code of TEN) resources.set(`get_dataset/${code}`, [{ street: text(code) }, { street: 'Lenina' }])
}

async function crawlUnnamed(t: Parameters<typeof crawlTen>[0]) {
  const { origin } = await crawlTen(t)
  const crawler = openCrawler(t, [origin.base])
  withoutNames(origin, (code) => `first of ${code}`)
  const first = await crawler.run()
  assert.deepEqual(first.problems, [])
  origin.resources.set('get_dataset/d9', [{ street: 'changed' }])
  return { origin, crawler, first }
}

describe('the data of another dataset that does not state its code', { concurrency: 4 }, () => {
  for (const format of ['json', 'xml'] as const)
    test(`is rejected when the origin gives it in ${format}`, async (t) => {
      const { origin, crawler, first } = await crawlUnnamed(t)
      origin.misbehave('get_dataset/d1', (exchange) => reply(200, exchange.of('d2'))(exchange), { format })
      const run = await crawler.run()
      assertPrintable(run)
      const path = `get_dataset/d1/index.${format}`
      assert.equal(run.states[path], 'stale')
      assert.ok(run.bytes(path).equals(first.bytes(path)))
      assert.match(run.problems.join('\n'), /gap .*d1.*with the data of "d2"/)
      assert.equal(run.states[`get_dataset/d2/index.${format}`], 'unchanged')
      assert.equal(run.states[`get_dataset/d9/index.${format}`], 'fetched')
    })

  test('is rejected when a cache gives every client the same dataset', async (t) => {
    const { origin, crawler, first } = await crawlUnnamed(t)
    for (const code of TEN.slice(0, 9))
      origin.misbehave(`get_dataset/${code}`, (exchange) => reply(200, exchange.of('d3'))(exchange))
    const run = await crawler.run()
    for (const code of TEN.slice(0, 9))
      assert.ok(
        run.bytes(`get_dataset/${code}/index.json`).equals(first.bytes(`get_dataset/${code}/index.json`)),
        code,
      )
    assert.equal(run.states['get_dataset/d3/index.json'], 'unchanged')
    assert.equal(run.manifest.complete, false)
  })

  test('is rejected when it is the answer for a dataset that does not exist', async (t) => {
    const { origin, crawler, first } = await crawlUnnamed(t)
    const nothing = (format: string) =>
      format === 'json'
        ? '[{"street":"See our new portal"}]'
        : '<data><item><street>See our new portal</street></item></data>'
    origin.otherwise(({ response, format, type }) =>
      response.writeHead(200, { 'content-type': type }).end(nothing(format)),
    )
    origin.misbehave('get_dataset/d1', (exchange) => reply(200, nothing(exchange.format))(exchange))
    const run = await crawler.run()
    for (const format of ['json', 'xml']) {
      const path = `get_dataset/d1/index.${format}`
      assert.equal(run.states[path], 'stale')
      assert.ok(run.bytes(path).equals(first.bytes(path)))
    }
    assert.match(run.problems.join('\n'), /answer for a dataset that does not exist/)
  })

  test('is accepted if the config allows mismatches', async (t) => {
    const { origin, crawler } = await crawlUnnamed(t)
    origin.misbehave('get_dataset/d1', (exchange) => reply(200, exchange.of('d2'))(exchange))
    const run = await crawler.run({ refuse: ['errors'] })
    assert.equal(run.states['get_dataset/d1/index.json'], 'fetched')
    assert.deepEqual(run.problems, [])
  })

  test('is accepted for datasets that really became equal if the operator confirms it', async (t) => {
    const { origin, crawler } = await crawlUnnamed(t)
    for (const code of TEN) origin.resources.set(`get_dataset/${code}`, [])
    const { removal } = await crawler.run().then(
      () => assert.fail('it was published'),
      (error) => error,
    )
    const run = await crawler.run({ acceptRemovals: removal.planId })
    assert.equal(run.states['get_dataset/d1/index.json'], 'fetched')
    assert.deepEqual(run.problems, [])
  })
})
