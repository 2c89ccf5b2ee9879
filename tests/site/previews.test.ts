import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { verifySite } from '../../src/lib/site/index.ts'
import { mirrorEveryKind } from '../support/every-kind.ts'
import { temporaryFolder } from '../support/temporary.ts'

const SITE = 'https://mirror.example.org/data/'
const DATASETS = 'api/v1/get_dataset'

describe('previews of links', () => {
  const folder = temporaryFolder({ after })
  let out: string
  before(async () => {
    out = (await mirrorEveryKind(folder)).out
  })
  const metaOf = (page: string) => {
    const html = readFileSync(join(out, page), 'utf8')
    return (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
  }

  test('every page names a picture of 1200 by 630 pixels that is in the site', () => {
    for (const page of globSync('**/index.html', { cwd: out })) {
      const meta = metaOf(page)
      const image = meta('og:image') ?? ''
      assert.ok(image.startsWith(SITE), page)
      const bytes = readFileSync(join(out, decodeURIComponent(image.slice(SITE.length))))
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630], page)
      assert.ok(bytes.length < 100_000, page)
      assert.equal(meta('twitter:card'), 'summary_large_image')
      assert.ok(meta('og:image:alt'), page)
    }
    assert.deepEqual(verifySite(out).findings, [])
  })

  test('a dataset has a picture of its own exactly if its page has a map or a chart', () => {
    const pages = globSync(`${DATASETS}/*/index.html`, { cwd: out })
    const own = pages.filter((page) => existsSync(join(out, dirname(page), 'preview.png')))
    const drawn = pages.filter((page) =>
      /<figure class="(?:map|chart)/.test(readFileSync(join(out, page), 'utf8')),
    )
    assert.deepEqual(own, drawn)
    assert.ok(own.length > 1 && own.length < pages.length)
    assert.ok(own.some((page) => readFileSync(join(out, page), 'utf8').includes('class="tally"')))
    for (const page of pages) {
      const image = own.includes(page) ? `${dirname(page)}/preview.png` : 'preview.png'
      assert.equal(decodeURIComponent(metaOf(page)('og:image') ?? ''), SITE + image)
    }
  })
})
