import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { datasetResource, parseDatasetCode } from '../../../src/lib/interface/index.ts'
import {
  aboutView,
  datasetView,
  homeView,
  listView,
  type Page,
  pathOfAsset,
  relativeFile,
  relativeLink,
  rootFrom,
  slotsOfKeys,
} from '../../../src/lib/site/view/index.ts'
import fc from '../../support/fast-check.ts'
import { datasetEntry, mirrorOf } from '../../support/sample-mirror/index.ts'

describe('links between pages', () => {
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
})

describe('links for programs', () => {
  const LICENCE = 'https://creativecommons.org/licenses/by/4.0/'
  const entry = datasetEntry('a b', { title: 'A', fields: new Map([['licence', LICENCE]]) })
  const mirror = (site?: string) => mirrorOf({ ...(site !== undefined && { site }), datasets: [{ entry }] })
  const linksOf = ({ typed }: ReturnType<typeof datasetView>['chrome'], rel: string) =>
    typed.filter((link) => link.rel === rel).map(({ href }) => href)

  test('the page of a dataset leads programs to its files, its list, its licence and its origin', () => {
    const { chrome } = datasetView(mirror(), entry)
    assert.deepEqual(linksOf(chrome, 'item'), ['index.json', 'index.xml'])
    assert.deepEqual(linksOf(chrome, 'collection'), ['../../list_datasets/index.html'])
    assert.deepEqual(linksOf(chrome, 'license'), [LICENCE])
    assert.deepEqual(linksOf(chrome, 'type'), ['https://schema.org/Dataset', 'https://schema.org/AboutPage'])
    const [related = ''] = linksOf(chrome, 'related')
    assert.match(related, /^https:\/\/data\.example\.org\/open\/.*a(%20|\+)b/)
    assert.doesNotMatch(related, /type=/)
    assert.deepEqual(linksOf(chrome, 'cite-as'), [], 'the mirror knows no persistent identifier')
  })

  test('every page says what it is; only the home page of a whole host leads to the catalogue of its interface', () => {
    const whole = mirror('https://m.example/')
    for (const { chrome } of [homeView(whole), aboutView(whole), listView(whole, 'list_datasets')])
      assert.equal(linksOf(chrome, 'type').length, 1)
    for (const { chrome } of [homeView(whole), datasetView(whole, entry)])
      for (const [rel, path] of [
        ['service-desc', 'openapi.json'],
        ['service-doc', 'about/api/index.html'],
      ] as const)
        assert.ok(linksOf(chrome, rel)[0]?.endsWith(path), rel)
    assert.deepEqual(linksOf(homeView(whole).chrome, 'api-catalog'), ['.well-known/api-catalog'])
    assert.deepEqual(linksOf(homeView(mirror('https://m.example/x/')).chrome, 'api-catalog'), [])
  })
})

describe('folders of keys', () => {
  const slotOfKey = (key: string) => slotsOfKeys([key]).get(key) ?? ''

  test('a key that is a safe name is its own slot', () => {
    for (const key of ['roads', '12', 'nature-science', 'a_b', '7710878000'])
      assert.equal(slotOfKey(key), key)
  })

  test('the slot of any other key has its readable part and a hash', () => {
    assert.match(slotOfKey('Дороги и мосты / №7'), /^дороги-и-мосты-no7-[0-9a-f]{12}$/)
    assert.match(slotOfKey('Roads'), /^roads-[0-9a-f]{12}$/)
    for (const key of ['', ' ', '/', '..', '\u0000', '"<script>'])
      assert.match(slotOfKey(key), /^[a-z]+-[0-9a-f]{12}$/)
  })

  test('names with a meaning on disks or in the site are never slots', () => {
    for (const key of [
      'con',
      'nul',
      'com1',
      'none',
      '.',
      '..',
      'index.html',
      'feed.xml',
      `a-${'0'.repeat(12)}`,
    ])
      assert.notEqual(slotOfKey(key), key)
  })

  test('different keys have different slots, even on a disk that ignores case, and each is a single path segment', () => {
    const key = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a', 'A', 'ä', 'a\u0308', 'Ä', 'ﬁ', 'fi', 'ß', 'SS', 'İ'),
    )
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 12 }), (keys) => {
        const slots = [...slotsOfKeys(keys).values()]
        assert.equal(new Set(slots.map((slot) => slot.normalize('NFD').toLowerCase())).size, keys.length)
        for (const slot of slots) {
          assert.match(slot, /^[\p{L}\p{N}\p{M}_-]+$/u)
          assert.ok(Buffer.byteLength(slot) <= 200)
          assert.equal(decodeURIComponent(encodeURIComponent(slot)), slot)
        }
      }),
    )
  })

  // Found in about a minute: the first 48 bits of their sha256 are the same, and so is what can be read of them.
  const ALIKE = ['A;^|-,!.!', 'A:+(+)~.!']

  test('keys chosen to have the same short hash have separate pages', () => {
    const [one = '', other = ''] = ALIKE
    assert.equal(slotOfKey(one), slotOfKey(other))
    const slots = slotsOfKeys([one, 'Roads', other, one])
    assert.equal(slots.size, 3)
    assert.equal(new Set(slots.values()).size, 3)
    assert.deepEqual(slots, new Map([...slotsOfKeys([other, one]), ['Roads', slotOfKey('Roads')]]))
  })
})
