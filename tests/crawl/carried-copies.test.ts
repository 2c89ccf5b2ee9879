import assert from 'node:assert/strict'
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkedSource, DamagedSnapshot, openGeneration } from '../../src/lib/snapshot/index.ts'
import { type Crawled, openCrawler, serviceRoutes, tagged } from '../support/crawling.ts'
import { startScripted } from '../support/scripted-origin.ts'

const CODES = Array.from({ length: 12 }, (_, index) => `d${index}`)
const goodOf = (code: string) => `[{"row":"good ${code}"}]`
const fileOf = (code: string) => `get_dataset/${code}/index.json`
const day = (count: number) => new Date(Date.UTC(2026, 0, count))

/** A service with validators for its datasets. */
const ROUTES = {
  ...serviceRoutes(Object.fromEntries(CODES.map((code) => [code, `good ${code}`]))),
  ...Object.fromEntries(
    CODES.map((code) => [`api/v1/get_dataset/${code}/?type=json`, tagged(goodOf(code), '"1"')]),
  ),
}

/** Alters a stored file as a faulty disk does: neither its size nor its time changes. */
function rot({ folder }: Crawled, path: string): void {
  const file = join(folder, 'api/v1', path)
  const { atime, mtime } = statSync(file)
  writeFileSync(file, readFileSync(file, 'utf8').replace('good', 'evil'))
  utimesSync(file, atime, mtime)
}

test('copies that a disk altered unnoticed are found within 14 days of daily runs, a share of them in each', async (t) => {
  const crawler = openCrawler(t, await startScripted(t, ROUTES))
  let run = await crawler.run({}, day(1))
  for (const code of CODES) rot(run, fileOf(code))
  const foundIn = new Map<string, number>()
  for (let count = 2; count <= 15; count++) {
    run = await crawler.run({}, day(count))
    for (const code of CODES) if (run.states[fileOf(code)] === 'fetched') foundIn.set(code, count)
  }
  assert.equal(foundIn.size, CODES.length)
  assert.ok(new Set(foundIn.values()).size > 5)
  assert.ok(CODES.every((code) => run.text(fileOf(code)) === goodOf(code)))
})

test('runs that are further apart than 14 days find all of them', async (t) => {
  const crawler = openCrawler(t, await startScripted(t, ROUTES))
  const first = await crawler.run({}, day(1))
  for (const code of CODES) rot(first, fileOf(code))
  const second = await crawler.run({}, day(16))
  assert.ok(CODES.every((code) => second.states[fileOf(code)] === 'fetched'))
})

test('a copy whose damage was reported is fetched by the next run', async (t) => {
  const crawler = openCrawler(t, await startScripted(t, ROUTES))
  const { folder, ...first } = await crawler.run({}, day(1))
  for (const code of CODES) rot({ folder, ...first }, fileOf(code))
  const generation = openGeneration(folder)
  for (const code of CODES) {
    const record = first.record(fileOf(code))
    assert.ok(record)
    assert.throws(() => checkedSource(generation, record), DamagedSnapshot)
  }
  const second = await crawler.run({}, new Date(day(1).getTime() + 60_000))
  assert.ok(CODES.every((code) => second.states[fileOf(code)] === 'fetched'))
})
