import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext, test } from 'node:test'
import { replaceStatements } from '../../../src/lib/site/index.ts'
import { planWorkerSums, renderServiceWorker, renderWorkerSums } from '../../../src/lib/site/publish.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const NAMES = ['manifest.json', 'status.json']

/** A site with the statements of an old run, and those of a new one. */
function open(context: TestContext) {
  const folder = temporaryFolder(context)
  const [site, generation, building] = ['site', 'generation', 'building'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  for (const place of [site, generation]) mkdirSync(place)
  for (const name of NAMES) writeFileSync(join(site, name), 'old')
  writeFileSync(join(generation, 'manifest.json'), 'new')
  const manifest = {} as never
  const statements = { generation: { folder: generation, manifest } as never, manifest, status: {} as never }
  return {
    building,
    site,
    replace: () => replaceStatements(site, statements, building),
    stated: () => NAMES.map((name) => readFileSync(join(site, name), 'utf8').trim()),
  }
}

describe('replacing what a site states about its last run', () => {
  it('replaces both files and leaves no others', (context) => {
    const { site, replace, stated } = open(context)
    replace()
    assert.deepEqual(stated(), ['new', '{}'])
    assert.deepEqual(readdirSync(site), NAMES)
  })

  it('replaces the manifest first, so that the status is never that of a run whose manifest is not published', (context) => {
    const { site, replace } = open(context)
    rmSync(join(site, 'status.json'))
    mkdirSync(join(site, 'status.json/in-the-way'), { recursive: true })
    assert.throws(replace)
    assert.equal(readFileSync(join(site, 'manifest.json'), 'utf8').trim(), 'new')
  })

  it('replaces neither if one of them cannot be written', (context) => {
    const { building, site, replace, stated } = open(context)
    mkdirSync(join(building, 'status.json/in-the-way'), { recursive: true })
    assert.throws(replace)
    assert.deepEqual(stated(), ['old', 'old'])
    assert.deepEqual(readdirSync(site), NAMES)
  })
})

describe('the checksums of the service worker', () => {
  const FILES = ['index.csv', 'index.html', 'index.json', 'index.xml']

  function listsOf(datasets: number): string[] {
    const folders = Array.from({ length: datasets }, (_, n) => `api/v1/get_dataset/набор ${n}/`)
    const paths = [
      ...[
        '_astro/site.abc.css',
        'about/index.html',
        'index.html',
        'search-index.js',
        'sw.js',
        'SHA256SUMS.br',
      ],
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
})
