import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { planWorkerSums, renderServiceWorker, renderWorkerSums } from '../../../src/lib/site/publish.ts'

const FILES = ['index.csv', 'index.html', 'index.json', 'index.xml']

function listsOf(datasets: number): string[] {
  const folders = Array.from({ length: datasets }, (_, n) => `api/v1/get_dataset/набор ${n}/`)
  const paths = [
    ...['_astro/site.abc.css', 'about/index.html', 'index.html', 'search-index.js', 'sw.js', 'SHA256SUMS.br'],
    ...folders.flatMap((folder) => FILES.map((name) => folder + name)),
  ]
  const sums = new Map(paths.map((path) => [path, hash('sha256', path)]))
  return planWorkerSums(sums.keys()).map((list) => renderWorkerSums(list, sums))
}

test('the worker grows by less than 10 kB with 100,000 datasets, and reads few checksums for one dataset', () => {
  const lists = listsOf(100_000)
  assert.ok(
    renderServiceWorker(
      '',
      lists.map((list) => hash('sha256', list)),
    ).length < 10_000,
  )
  assert.ok(Math.max(...lists.map((list) => list.length)) < 1_000_000)
  assert.equal(lists.join('').split('\n').length - 1, 3 + 400_000)
})

test('the files of a dataset are in one list, and the frame excludes the worker and unrelated files', () => {
  const [frame = '', ...lists] = listsOf(1000)
  assert.deepEqual(
    frame.match(/ .*/g)?.map((path) => path.slice(1)),
    ['_astro/site.abc.css', '', 'search-index.js'],
  )
  assert.equal(lists.length, 16)
  for (let n = 0; n < 1000; n++) {
    const folder = `api/v1/get_dataset/${encodeURIComponent(`набор ${n}`)}/`
    const of = lists.filter((list) => list.includes(` ${folder}`))
    assert.equal(of.length, 1)
    assert.ok(of[0]?.includes(`${hash('sha256', `api/v1/get_dataset/набор ${n}/index.html`)} ${folder}\n`))
    assert.equal(of[0]?.split(` ${folder}`).length, 1 + FILES.length)
  }
})
