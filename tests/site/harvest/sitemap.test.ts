import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { findPublished } from '../../../src/lib/site/index.ts'
import { renderSitemap, sitemapOf } from '../../../src/lib/site/view/harvest/sitemap.ts'
import { API_CATALOG, type Mirror } from '../../../src/lib/site/view/index.ts'
import { mirrorEveryKind } from '../../support/every-kind.ts'
import { datasetEntry, mirrorOf } from '../../support/sample-mirror/index.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { harvestTexts } from './support/texts.ts'

const parser = new XMLParser({
  isArray: (name) => name === 'url' || name === 'sitemap',
  ignoreAttributes: false,
})
const textOf = (file?: { readonly pieces: readonly string[] }) => file?.pieces.join('') ?? ''
const filesOf = (site?: string) => {
  const mirror = mirrorOf({
    ...(site !== undefined && { site }),
    datasets: [{ entry: datasetEntry('a&b', { title: 'A' }) }],
  })
  return harvestTexts(mirror)
}

describe('the sitemap of a mirror with every kind of page', () => {
  const folder = temporaryFolder({ after })
  let out: string
  const site = 'https://mirror.example.org/data/'
  let pages: { loc: string; lastmod?: string }[]
  before(async () => {
    out = (await mirrorEveryKind(folder)).out
    pages = parser.parse(readFileSync(join(out, 'sitemap.xml'), 'utf8')).urlset.url
  })

  test('has every page once, but those that scripts fill', () => {
    const html = globSync('**/index.html', { cwd: out })
      .map((path) => path.replace(/index\.html$/, ''))
      .filter((path) => path !== 'search/' && path !== 'offline/')
    const mapped = pages.map(({ loc }) => {
      assert.ok(loc.startsWith(site), loc)
      return decodeURIComponent(loc.slice(site.length))
    })
    assert.deepEqual(mapped.toSorted(), html.toSorted())
  })

  test('states for a dataset when its data changed, and no time of a run', () => {
    const { records } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as {
      records: { code?: string; format: string; changedAt?: string }[]
    }
    for (const { loc, lastmod } of pages) {
      const code = /\/get_dataset\/([^/]+)\/$/.exec(loc)?.[1]
      if (code === undefined) continue
      const times = records
        .filter((record) => record.code === decodeURIComponent(code) && record.format !== 'html')
        .flatMap(({ changedAt }) => changedAt ?? [])
      assert.equal(lastmod, times.toSorted().at(-1), loc)
    }
    const changes = JSON.parse(readFileSync(join(out, 'changes.json'), 'utf8'))
    const home = pages.find(({ loc }) => loc === site)
    assert.equal(home?.lastmod, changes.runs[0].at)
  })

  test('is covered by the checksums; below a path there are no files that only a whole host has', () => {
    assert.ok(findPublished(out).has('sitemap.xml'))
    for (const path of ['robots.txt', API_CATALOG]) assert.ok(!existsSync(join(out, path)), path)
  })
})

test('a mirror that is a whole host tells robots and programs where to begin', () => {
  const files = filesOf('https://m.example/')
  assert.equal(files.get('robots.txt'), 'User-agent: *\nAllow: /\n\nSitemap: https://m.example/sitemap.xml\n')
  const { linkset } = JSON.parse(files.get(API_CATALOG) ?? '{}')
  for (const { anchor, ...relations } of linkset) {
    assert.ok(anchor.startsWith('https://m.example/'), anchor)
    // RFC 9264, 4.2.3: the targets of each relation are objects with an address.
    for (const targets of Object.values(relations) as { href: string }[][])
      for (const { href } of targets) assert.ok(URL.canParse(href), href)
  }
  assert.deepEqual(linkset[0].item, [{ href: 'https://m.example/api/v1/' }])
  assert.equal(linkset[1]['service-desc'][0].href, 'https://m.example/openapi.json')
  assert.equal(linkset[1]['service-doc'][0].href, 'https://m.example/about/api/')
})

test('a mirror without an address of its own has no files with addresses', () => {
  assert.deepEqual([...filesOf().keys()], [])
})

test('a list of categories has changed when the list of datasets has, since it shows numbers of datasets', () => {
  const mirror = mirrorOf({ datasets: [{ entry: datasetEntry('a', { title: 'A' }) }] })
  const recordsOf: Mirror['recordsOf'] = (resource) => {
    const { operation } = resource
    const changedAt = operation === 'list_datasets' ? '2026-02-02T00:00:00.000Z' : '2026-01-01T00:00:00.000Z'
    return {
      json: {
        ...resource,
        path: operation,
        address: 'https://a.example',
        format: 'json',
        state: 'fetched',
        changedAt,
      },
    }
  }
  const [file] = sitemapOf({ ...mirror, recordsOf }, 'https://mirror.example.org/')
  const { url } = parser.parse(textOf(file)).urlset
  const list = url.find(({ loc }: { loc: string }) => loc.endsWith('/api/v1/list_categories/'))
  assert.equal(list.lastmod, '2026-02-02T00:00:00.000Z')
})

test('a sitemap is divided by the number of pages and by bytes, and an index leads to each part', () => {
  const pages = Array.from({ length: 7 }, (_, n) => ({
    address: `https://m.example/${n}&/`,
    changedAt: `2026-01-0${n + 1}T00:00:00.000Z`,
  }))
  const size = Buffer.byteLength(textOf(renderSitemap(pages.slice(0, 1), 'https://m.example/')[0]))
  for (const most of [
    { pages: 3, bytes: 1e9 },
    { pages: 1e9, bytes: size },
  ]) {
    const [index, ...parts] = renderSitemap(pages, 'https://m.example/', most)
    const { sitemap } = parser.parse(textOf(index)).sitemapindex
    assert.deepEqual(
      sitemap.map(({ loc }: { loc: string }) => loc),
      parts.map(({ path }) => `https://m.example/${path}`),
    )
    assert.equal(sitemap.at(-1).lastmod, '2026-01-07T00:00:00.000Z')
    const locs = parts.flatMap((part) => {
      const { url } = parser.parse(textOf(part)).urlset
      assert.ok(url.length <= most.pages)
      return url.map(({ loc }: { loc: string }) => loc)
    })
    assert.deepEqual(
      locs,
      pages.map(({ address }) => address),
    )
  }
})

test('a page without a known time has none in the sitemap', () => {
  const [file] = renderSitemap([{ address: 'https://m.example/a/' }], 'https://m.example/')
  assert.match(textOf(file), /<loc>/)
  assert.doesNotMatch(textOf(file), /lastmod/)
})
