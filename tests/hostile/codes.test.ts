import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { findCodeProblem, quoteCode } from '../../src/lib/interface/index.ts'
import { openCrawler } from '../support/crawling.ts'
import { assertPrintable, fillOrigin } from '../support/hostile/estate.ts'
import { reply } from '../support/hostile/fault.ts'
import { crawlTen, TEN } from '../support/hostile/lists.ts'
import { startHostile } from '../support/hostile/origin.ts'

const REFUSED: readonly (readonly [what: string, code: string, why: RegExp])[] = [
  ['the folder above', '..', /folder/],
  ['a folder of its own', '.', /folder/],
  ['a path', 'a/b', /slash/],
  ['a climb', '../../../../etc/passwd', /slash/],
  ['an absolute path', '/etc/passwd', /slash/],
  ['NUL', 'a\0b', /NUL/],
  ['three hundred bytes', 'x'.repeat(300), /300 bytes/],
  ['three hundred bytes of few characters', 'ж'.repeat(150), /300 bytes/],
  ['half a character', 'a\ud800', /surrogate/],
  ['the other half', '\udc00b', /surrogate/],
]

const ACCEPTED: readonly string[] = [
  '%2e%2e',
  '..%2f..%2fetc',
  'CON',
  'aux.txt',
  'trailing.',
  'trailing ',
  ' leading',
  'javascript:alert(1)',
  'line\nbreak',
  '\x1b[31mred\x1b[0m',
  '\u202egnp.exe',
  '<script>alert(1)',
  'a?b=c#d',
  'a\\b',
  '$(reboot)',
  '__proto__',
  'index.json',
  'ж'.repeat(127),
]

/** An origin whose list has a field of codes, which answers for all of them. */
async function crawlCodes(t: TestContext, codes: readonly string[]) {
  const origin = await startHostile(t)
  fillOrigin(origin, ['plain', ...codes.filter((code) => findCodeProblem(code) === undefined)])
  // Rows without the code, which xml cannot contain.
  for (const code of codes) origin.resources.set(`get_dataset/${code}`, [{ row: `of ${code.length}` }])
  for (const list of ['list', 'list_datasets'])
    origin.misbehave(list, (exchange) => {
      const json = exchange.format === 'json'
      const rows = ['plain', ...codes].map((code) => ({ code, title: 'x' }))
      reply(200, json ? JSON.stringify(rows) : '<data/>')(exchange)
    })
  const crawler = openCrawler(t, [origin.base])
  const run = await crawler.run({ fields: { code: 'code' } })
  return { run, crawler, origin }
}

/** The folders of datasets that have a file. */
function mirrored(folder: string): string[] {
  const datasets = join(folder, 'api/v1/get_dataset')
  return readdirSync(datasets)
    .filter((code) => readdirSync(join(datasets, code)).length > 0)
    .sort()
}

describe('a code that cannot be a folder name', { concurrency: 8 }, () => {
  for (const [what, code, why] of REFUSED)
    test(`is reported, and nothing is requested or written: ${what}`, async (t) => {
      const { run, crawler, origin } = await crawlCodes(t, [code])
      const gap = run.manifest.problems.find(({ subject }) => subject === quoteCode(code))
      assert.equal(gap?.severity, 'gap')
      assert.match(gap?.message ?? '', why)
      assertPrintable(run)
      assert.deepEqual(run.manifest.codes.order, ['plain'])
      assert.deepEqual(mirrored(run.folder), ['plain'])
      assert.deepEqual(readdirSync(dirname(crawler.state)), ['state'])
      assert.ok(origin.requested.every((path) => /^(api\/v1\/(list|get_dataset)|robots)/.test(path)))
      assert.equal(run.manifest.complete, false)
    })
})

describe('a code that looks dangerous but is a valid folder name', { concurrency: 8 }, () => {
  for (const code of ACCEPTED)
    test(`is mirrored under its own name: ${quoteCode(code)}`, async (t) => {
      const { run, crawler, origin } = await crawlCodes(t, [code])
      assertPrintable(run)
      assert.deepEqual(run.manifest.codes.order, ['plain', code])
      assert.deepEqual(mirrored(run.folder), ['plain', code].sort())
      for (const format of ['json', 'xml'] as const)
        assert.ok(
          run
            .bytes(`get_dataset/${code}/index.${format}`)
            .equals(origin.bytes(`get_dataset/${code}`, format)),
        )
      assert.deepEqual(readdirSync(dirname(crawler.state)), ['state'])
    })
})

describe('more codes than datasets', { concurrency: 8 }, () => {
  test('a code that is listed twice is requested once', async (t) => {
    const { run, origin } = await crawlCodes(t, ['twice', 'twice', 'twice'])
    assert.deepEqual(run.manifest.codes.order, ['plain', 'twice'])
    const requested = origin.requested.filter((path) => path === 'api/v1/get_dataset/twice/?type=json')
    assert.ok(requested.length <= 2, `requested ${requested.length} times`)
    assert.equal(run.states['get_dataset/twice/index.xml'], 'fetched')
  })

  test('a list of more codes than maxDatasets is a gap, and those beyond are not requested', async (t) => {
    const origin = await startHostile(t)
    fillOrigin(origin, TEN)
    const run = await openCrawler(t, [origin.base]).run({ maxDatasets: 3 })
    assert.match(run.problems.join('\n'), /gap datasets: .*\b10\b.*\b7\b.*maxDatasets/)
    assert.deepEqual(run.manifest.codes.order, TEN.slice(0, 3))
    assert.ok(!origin.requested.some((path) => path.includes('d7')))
  })

  test('a flood of new codes before the old ones removes no stored dataset', async (t) => {
    const { origin, crawler, first } = await crawlTen(t)
    const flood = Array.from({ length: 30 }, (_, at) => `new${at}`)
    fillOrigin(origin, [...flood, ...TEN])
    origin.resources.set('list_categories', [])
    const run = await crawler.run({ maxDatasets: 12, removalShare: 1 }).catch(() => first)
    for (const code of TEN)
      assert.ok(
        run.bytes(`get_dataset/${code}/index.json`).equals(first.bytes(`get_dataset/${code}/index.json`)),
      )
  })
})
