import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numbersAround, PAGE_SIZE, pageCount, slicePage } from '../../../../src/lib/site/view/index.ts'

test('an empty list has one page, and a full page plus one entry has two', () => {
  const counts = [0, 1, PAGE_SIZE, PAGE_SIZE + 1, 2 * PAGE_SIZE, 20_000]
  assert.deepEqual(counts.map(pageCount), [1, 1, 1, 2, 2, Math.ceil(20_000 / PAGE_SIZE)])
})

test('the pages of a list contain each entry once, in order', () => {
  for (const count of [0, 1, PAGE_SIZE, PAGE_SIZE + 1, 20_000]) {
    const entries = Array.from({ length: count }, (_, at) => at)
    const pages = Array.from({ length: pageCount(count) }, (_, at) => slicePage(entries, at + 1))
    assert.deepEqual(pages.flat(), entries)
    assert.ok(pages.every((page) => page.length <= PAGE_SIZE))
  }
})

test('a pager shows the first, last and neighbouring pages, and never leaves out a single page', () => {
  const shown = (page: number, pages: number) =>
    numbersAround(page, pages)
      .map((number) => number ?? '…')
      .join(' ')
  assert.equal(shown(1, 1), '1')
  assert.equal(shown(1, 3), '1 2 3')
  assert.equal(shown(1, 334), '1 2 3 … 334')
  assert.equal(shown(5, 334), '1 2 3 4 5 6 7 … 334')
  assert.equal(shown(6, 334), '1 … 4 5 6 7 8 … 334')
  assert.equal(shown(331, 334), '1 … 329 330 331 332 333 334')
  assert.equal(shown(334, 334), '1 … 332 333 334')
})
