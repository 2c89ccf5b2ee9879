import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, openCrawler, serviceRoutes } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const JSON_A = 'api/v1/get_dataset/a/?type=json'
const XML_A = 'api/v1/get_dataset/a/?type=xml'
const json = (value: unknown) => answer(JSON.stringify(value), 'application/json')

test('keeps the last good copy when the origin answers 200 with an error in place of data', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  origin.set({
    [JSON_A]: json({ error: 'database is locked' }),
    [XML_A]: answer('<error><code>500</code><message>database is locked</message></error>', 'text/xml'),
    'api/v1/get_dataset/b/?type=json': json([{ row: 'new' }]),
  })
  const { states, problems, record } = await crawler.run()
  assert.equal(states['get_dataset/a/index.json'], 'stale')
  assert.equal(states['get_dataset/a/index.xml'], 'stale')
  assert.equal(states['get_dataset/b/index.json'], 'fetched')
  assert.match(problems.join(), /a\/\?type=json: It answered 200 with an error .*database is locked.*refuse/)
  assert.match(record('get_dataset/a/index.json')?.evidence?.head ?? '', /database is locked/)
})

test('a list that is an error report counts as failed, not as empty', async (t) => {
  const origin = await startScripted(t, serviceRoutes({ a: 'x', b: 'y' }))
  const crawler = openCrawler(t, origin)
  await crawler.run()
  for (const list of ['list', 'list_datasets'])
    for (const type of ['json', 'xml'])
      origin.set({
        [`api/v1/${list}/?type=${type}`]:
          type === 'json' ? json({ success: false }) : answer('<error>no</error>', 'text/xml'),
      })
  const { states, manifest } = await crawler.run()
  assert.equal(states['list_datasets/index.json'], 'stale')
  assert.deepEqual(manifest.codes.order, ['a', 'b'])
  assert.equal(manifest.counts.withdrawn, 0)
})

test('accepts error reports if the config allows them', async (t) => {
  const origin = await startScripted(t, {
    ...serviceRoutes({ a: 'x' }),
    [JSON_A]: json({ error: 'none found' }),
  })
  const crawler = openCrawler(t, origin)
  assert.equal((await crawler.run()).states['get_dataset/a/index.json'], 'derived')
  assert.equal((await crawler.run({ refuse: ['mismatches'] })).states['get_dataset/a/index.json'], 'fetched')
})
