import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertPrintable, listCodes } from '../support/hostile/estate.ts'
import { reply } from '../support/hostile/fault.ts'
import { assertNothingLost, changeOne, crawlTen, TEN } from '../support/hostile/lists.ts'

describe('lists that change while they are being read', { concurrency: 8 }, () => {
  test('a dataset that is added to the lists during the run is fetched in it', async (t) => {
    const { origin, crawler } = await crawlTen(t)
    origin.resources.set('get_dataset/late', [{ code: 'late', row: 'x' }])
    origin.misbehave('get_dataset/d9', (exchange) => {
      listCodes(origin, [...TEN, 'late'])
      return reply(200, exchange.good)(exchange)
    })
    const run = await crawler.run()
    assert.deepEqual(run.problems, [])
    assert.equal(run.text('get_dataset/late/index.json'), origin.bytes('get_dataset/late', 'json').toString())
  })

  test('lists whose entries change on each reading are reported, and every dataset is stored', async (t) => {
    const { origin, crawler, first } = await crawlTen(t)
    changeOne(origin, 'd0')
    let reading = 0
    for (const list of ['list', 'list_datasets'])
      origin.misbehave(list, (exchange) => {
        const title = `reading ${reading++}`
        const rows = TEN.map((code) => ({ title, url: `/api/v1/get_dataset/${code}/` }))
        const xml = rows.map(({ url }) => `<item><title>${title}</title><url>${url}</url></item>`).join('')
        reply(200, exchange.format === 'json' ? JSON.stringify(rows) : `<data>${xml}</data>`)(exchange)
      })
    const run = await crawler.run()
    assertNothingLost(run, first, TEN, 'd0')
    assert.match(run.problems.join('\n'), /warning lists: .*list \(json\) title/)
  })

  test('a list whose two formats disagree loses no dataset of either', async (t) => {
    const { origin, crawler } = await crawlTen(t)
    origin.resources.set('get_dataset/json-only', [{ code: 'json-only', row: 'x' }])
    origin.misbehave(
      'list_datasets',
      ({ response }) => {
        const rows = [...TEN, 'json-only'].map((code) => ({ url: `/api/v1/get_dataset/${code}/` }))
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
      },
      { format: 'json' },
    )
    const run = await crawler.run()
    assertPrintable(run)
    assert.deepEqual([...run.manifest.codes.order].sort(), [...TEN, 'json-only'].sort())
  })

  test('a list that fails when it is read again is a gap, and its first reading is used', async (t) => {
    const { origin, crawler, first } = await crawlTen(t)
    changeOne(origin, 'd0')
    const seen = new Map<string, number>()
    origin.misbehave('list_datasets', (exchange) => {
      const count = (seen.get(exchange.format) ?? 0) + 1
      seen.set(exchange.format, count)
      return reply(count === 1 ? 200 : 500, count === 1 ? exchange.good : 'down')(exchange)
    })
    const run = await crawler.run()
    assertNothingLost(run, first, TEN, 'd0')
    assert.match(run.problems.join('\n'), /gap .*list_datasets.*again.*answered 500/)
    assert.equal(run.manifest.complete, false)
  })
})
