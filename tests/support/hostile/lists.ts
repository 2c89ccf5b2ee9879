import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { findCurrent } from '../../../src/lib/snapshot/index.ts'
import { type Crawled, type Crawler, openCrawler } from '../crawling.ts'
import { assertPrintable, fillOrigin, rowsOf } from './estate.ts'
import { type HostileOrigin, startHostile } from './origin.ts'

export const TEN = Array.from({ length: 10 }, (_, at) => `d${at}`)
export const LISTS = ['list', 'list_categories', 'list_oivs', 'list_datasets'] as const

/** An origin with ten datasets, four categories and four publishers, crawled once without a fault. */
export async function crawlTen(
  t: TestContext,
): Promise<{ origin: HostileOrigin; crawler: Crawler; first: Crawled }> {
  const origin = await startHostile(t)
  fillOrigin(origin, TEN)
  for (const [list, key] of [
    ['list_categories', 'c'],
    ['list_oivs', 'o'],
  ] as const)
    origin.resources.set(
      list,
      ['1', '2', '3', '4'].map((id) => ({ id: `${key}${id}`, title: `Number ${id}` })),
    )
  const crawler = openCrawler(t, [origin.base])
  const first = await crawler.run()
  assert.deepEqual(first.problems, [])
  return { origin, crawler, first }
}

/** Changes a dataset at the origin, to distinguish a run that does nothing from one that works. */
export function changeOne({ resources }: HostileOrigin, code: string): void {
  resources.set(`get_dataset/${code}`, [...rowsOf(code), { code, row: 'third' }])
}

/** Asserts that a run ended with an error of a class, and that the published generation is unchanged. */
export async function assertRefused(
  crawler: Crawler,
  first: Crawled,
  run: () => Promise<unknown>,
  name: string,
  says: RegExp,
): Promise<void> {
  await assert.rejects(run, (error: Error) => {
    assert.equal(error.name, name, error.stack)
    assert.match(error.message, says)
    assert.doesNotMatch(error.message.replaceAll('\n', ''), /[\x00-\x1f\x7f-\x9f]/)
    return true
  })
  const current = findCurrent(crawler.state)
  assert.equal(current?.folder, first.folder)
  assert.deepEqual(current?.manifest, first.manifest)
}

/** Asserts that every stored dataset is still stored, with the same bytes unless the origin has changed them. */
export function assertNothingLost(
  run: Crawled,
  first: Crawled,
  codes: readonly string[],
  changed = '',
): void {
  for (const code of codes)
    for (const format of ['json', 'xml']) {
      const path = `get_dataset/${code}/index.${format}`
      const same = run.bytes(path).equals(first.bytes(path))
      assert.equal(same, code !== changed, path)
      assert.notEqual(run.states[path], 'withdrawn')
    }
  assertPrintable(run)
}
