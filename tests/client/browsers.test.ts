import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { transform } from 'esbuild'
import { placeClient } from '../../scripts/job/renderer.ts'
import { ROOT } from '../support/files.ts'
import { temporaryFolder } from '../support/temporary.ts'

const NAMES = { 'Chrome, Edge': 'chrome', Firefox: 'firefox', 'Safari, also on phones': 'safari' } as const

/** The oldest browsers that docs/browsers.md names, as esbuild does. */
function oldest(): string[] {
  const text = readFileSync(join(ROOT, 'docs/browsers.md'), 'utf8')
  return Object.entries(NAMES).map(([browser, name]) => {
    const version = new RegExp(`^\\| ${browser} \\| ([\\d.]+) \\|`, 'm').exec(text)?.[1]
    assert.ok(version, `the oldest ${browser}`)
    return name + version
  })
}

describe('the scripts of the pages', () => {
  const folder = temporaryFolder({ after })

  it('use no syntax newer than the oldest supported browsers', async () => {
    await placeClient(folder)
    const places = [folder, join(ROOT, 'public')]
    const files = places.flatMap((place) => readdirSync(place).map((name) => join(place, name)))
    const scripts = files.filter((name) => name.endsWith('.js'))
    assert.ok(scripts.length >= 8)
    const written = async (code: string, target: string | string[]) => {
      // Which letters a class of letters has depends on the browser's Unicode, so esbuild counts no browser in.
      const supported = { 'regexp-unicode-property-escapes': true }
      return (await transform(code, { target, supported, charset: 'utf8', minify: true })).code
    }
    for (const script of scripts) {
      const code = readFileSync(script, 'utf8')
      assert.equal(await written(code, oldest()), await written(code, 'esnext'), script)
    }
    assert.notEqual(await written('using x = open()', oldest()), await written('using x = open()', 'esnext'))
  })
})
