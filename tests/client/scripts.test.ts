import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it, test } from 'node:test'
import { transform } from 'esbuild'
import { placeClient } from '../../scripts/job/renderer.ts'
import { cornersOf, degreesOf, dotsOf, nearestOf, pathOf, type Spot } from '../../src/client/map/box.ts'
import { addressesOf, commandOf, isPageInstead } from '../../src/client/try/request.ts'
import { frameOf, xOf, yOf } from '../../src/lib/site/view/map/frame.ts'
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
    await placeClient(folder, 'en')
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

describe('the map of a page', () => {
  const frame = frameOf({ west: 37.3, south: 55.5, east: 37.9, north: 55.9 })

  test('a box on a map has the degrees that the map draws there, and back', () => {
    const box = [
      [xOf(frame, 37.7), yOf(frame, 55.6)],
      [xOf(frame, 37.5), yOf(frame, 55.8)],
    ] as const
    const degrees = degreesOf(frame, box)
    assert.deepEqual(degrees, { is: 'box', west: 37.5, south: 55.6, east: 37.7, north: 55.8 })
    const near = (a: readonly [number, number], b: readonly [number, number]) =>
      Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.01
    const [leftTop, rightBottom] = cornersOf(frame, degrees)
    assert.ok(near(leftTop, [box[1][0], box[1][1]]) && near(rightBottom, [box[0][0], box[0][1]]))
  })

  test('the dots of a path are found, and the nearest of them within reach', () => {
    const dots = dotsOf('m10 20h0m5-7h0m100 0h0')
    assert.deepEqual(dots, [
      [10, 20],
      [15, 13],
      [115, 13],
    ])
    assert.deepEqual(dotsOf(pathOf(dots)), dots)
    assert.equal(nearestOf(dots, [14, 14], 5), 1)
    assert.equal(nearestOf(dots, [60, 60], 24), -1)
  })

  test('the nearest of many dots is found wherever a click is', () => {
    const dots = Array.from({ length: 200 }, (_, at) => [(at * 37) % 101, (at * 53) % 97] as const).sort(
      (one, other) => one[0] - other[0],
    )
    for (let at = 0; at < 100; at++) {
      const [x, y] = [(at * 29) % 110, (at * 31) % 100]
      const distanceOf = (dot = dots[0] as Spot) => Math.hypot(dot[0] - x, dot[1] - y)
      assert.equal(distanceOf(dots[nearestOf(dots, [x, y], 200)]), Math.min(...dots.map(distanceOf)))
    }
  })
})

describe('a request of a reader', () => {
  test('a request has the address of the interface, and that of the file for hosts that ignore queries', () => {
    assert.deepEqual(addressesOf({ operation: 'list', format: 'json' }), {
      address: 'api/v1/list/?type=json',
      file: 'api/v1/list/index.json',
    })
    assert.deepEqual(addressesOf({ operation: 'get_dataset', code: 'a/b ü', format: 'csv' }), {
      address: 'api/v1/get_dataset/a%2Fb%20%C3%BC/index.csv',
      file: 'api/v1/get_dataset/a%2Fb%20%C3%BC/index.csv',
    })
    assert.equal(addressesOf({ operation: 'list', format: 'html' }).address, 'api/v1/list/')
  })

  test('a page is what was asked for only if it is html', () => {
    assert.ok(isPageInstead({ operation: 'list', format: 'json' }, 'text/html; charset=utf-8'))
    assert.ok(!isPageInstead({ operation: 'list', format: 'html' }, 'text/html'))
    assert.ok(!isPageInstead({ operation: 'list', format: 'xml' }, 'application/xml'))
  })

  test('no code ends the string of a command', () => {
    const { address } = addressesOf({ operation: 'get_dataset', code: "a' ; rm", format: 'json' })
    assert.equal(commandOf(address), "curl 'api/v1/get_dataset/a%27%20%3B%20rm/?type=json'")
  })
})
