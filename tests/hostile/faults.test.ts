import assert from 'node:assert/strict'
import { cpSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { findCodeProblem, quoteCode } from '../../src/lib/interface/index.ts'
import { openCrawler } from '../support/crawling.ts'
import { assertPrintable, fillOrigin, listCodes } from '../support/hostile/estate.ts'
import { reply } from '../support/hostile/fault.ts'
import { BODIES } from '../support/hostile/faults/bodies.ts'
import { CODINGS } from '../support/hostile/faults/codings.ts'
import { EMPTIED, ERRORS } from '../support/hostile/faults/errors.ts'
import { FRAMING } from '../support/hostile/faults/framing.ts'
import { FAMILIES, FAULTS } from '../support/hostile/faults/index.ts'
import { STATUSES } from '../support/hostile/faults/statuses.ts'
import {
  assertNothingLost,
  assertRefused,
  changeOne,
  crawlTen,
  LISTS,
  TEN,
} from '../support/hostile/lists.ts'
import { type HostileOrigin, startHostile } from '../support/hostile/origin.ts'
import { testFaults } from '../support/hostile/two-passes.ts'
import { suiteContext } from '../support/suite.ts'

test('there are many faults, each with its own name and description', () => {
  assert.ok(FAULTS.length >= 200)
  assert.equal(new Set(FAULTS.map(({ name }) => name)).size, FAULTS.length)
  assert.equal(new Set(FAULTS.map(({ describe }) => describe)).size, FAULTS.length)
})

for (const [family, faults] of Object.entries(FAMILIES)) testFaults(family, faults)

describe('hostile lists', () => {
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
              assert.ok(
                second.bytes(`${list}/index.${format}`).equals(first.bytes(`${list}/index.${format}`)),
              )
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
})

describe('hostile codes', () => {
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
})

describe('mismatches without names', () => {
  /** Datasets that do not state their code. */
  function withoutNames({ resources }: HostileOrigin, text: (code: string) => string): void {
    for (const code of TEN)
      resources.set(`get_dataset/${code}`, [{ street: text(code) }, { street: 'Lenina' }])
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
  })
})

describe('removals', () => {
  const REFUSED: readonly (readonly [what: string, act: (origin: HostileOrigin) => void, says: RegExp])[] = [
    [
      'one of the two lists of datasets is empty',
      ({ resources }) => resources.set('list_datasets', []),
      /0 of 10/,
    ],
    ['all datasets have other codes', (origin) => renameAll(origin), /0 of 10/],
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
  })
})
