import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datasetResource, parseDatasetCode } from '../../../src/lib/interface/index.ts'
import {
  type Page,
  pathOfAsset,
  relativeFile,
  relativeLink,
  rootFrom,
} from '../../../src/lib/site/view/index.ts'

const dataset = (code: string) => datasetResource(parseDatasetCode(code))
const list = { operation: 'list_oivs' } as const

test('links between pages are relative and end in index.html, so that they work from a disk', () => {
  const cases: [Page, Page, string][] = [
    ['home', 'home', 'index.html'],
    ['home', 'about', 'about/index.html'],
    ['home', list, 'api/v1/list_oivs/index.html'],
    ['home', dataset('a'), 'api/v1/get_dataset/a/index.html'],
    ['about', 'home', '../index.html'],
    ['about', list, '../api/v1/list_oivs/index.html'],
    [list, list, 'index.html'],
    [list, { operation: 'list' }, '../list/index.html'],
    [list, dataset('a'), '../get_dataset/a/index.html'],
    [dataset('a'), 'home', '../../../../index.html'],
    [dataset('a'), list, '../../list_oivs/index.html'],
    [dataset('a'), dataset('b'), '../b/index.html'],
    [dataset('a'), dataset('a'), 'index.html'],
  ]
  for (const [from, to, link] of cases) assert.equal(relativeLink(from, to), link)
})

test('every link leads to the folder of its page, for any code', () => {
  for (const code of [
    'a b',
    '100%',
    'a?b',
    'a#b',
    'a:b',
    '..a',
    'Ёж',
    '%2F',
    '"<&>',
    '+',
    '   ',
    'index.html',
  ]) {
    const link = relativeLink(list, dataset(code))
    const url = new URL(link, 'https://mirror.example/base/api/v1/list_oivs/index.html')
    assert.equal(url.search + url.hash, '')
    assert.equal(
      url.pathname.split('/').map(decodeURIComponent).join('/'),
      `/base/api/v1/get_dataset/${code}/index.html`,
    )
    assert.equal(new URL(relativeLink(dataset(code), 'home'), url).pathname, '/base/index.html')
  }
})

test('a page of a dataset has the same links at its slot as at its code, because only the depth matters', () => {
  assert.equal(
    relativeLink(dataset('x'), 'about'),
    relativeLink(dataset('9006f8f59e913ce149f839e4'), 'about'),
  )
})

test('a link can lead to a part of a page', () => {
  assert.equal(relativeLink('about', list, 'oiv-7'), '../api/v1/list_oivs/index.html#oiv-7')
})

test('files of the root can be linked from every depth', () => {
  assert.equal(relativeFile('home', 'manifest.json'), 'manifest.json')
  assert.equal(relativeFile(dataset('a'), 'manifest.json'), '../../../../manifest.json')
  assert.deepEqual(
    ['home', 'about', list, dataset('a')].map((page) => rootFrom(page as Page)),
    ['', '../', '../../../', '../../../../'],
  )
})

test('the address of a bundled asset does not contain the base of the build', () => {
  assert.equal(pathOfAsset('/_astro/site.abc.css', '/'), '_astro/site.abc.css')
  assert.equal(pathOfAsset('/any/base/_astro/site.abc.css', '/any/base'), '_astro/site.abc.css')
  assert.equal(pathOfAsset('/any/base/_astro/site.abc.css', '/any/base/'), '_astro/site.abc.css')
})
