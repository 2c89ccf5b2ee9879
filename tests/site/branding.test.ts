import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readBranding } from '../../scripts/job/branding.ts'
import { parseConfig } from '../../src/lib/config/index.ts'
import { brandingOf, contrasting } from '../../src/lib/site/branding.ts'
import fc from '../support/fast-check.ts'
import { temporaryFolder } from '../support/temporary.ts'

const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (a: string, b: string) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

test('an accent is readable on every page, light or dark, and stays as it is where it was readable', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (accent) => {
      for (const [scheme, paper] of [
        ['light', '#fbfcfa'],
        ['dark', '#101614'],
      ] as const)
        assert.ok(contrast(contrasting(accent, scheme), paper) >= 4.5, `${accent} ${scheme}`)
    }),
    { numRuns: 500, seed: 1 },
  )
  assert.equal(contrasting('#0b5d4c', 'light'), '#0b5d4c')
  assert.equal(contrasting('#86d4b7', 'dark'), '#86d4b7')
})

test('files have a hash of their contents in their names, so another logo is another file', () => {
  const logoOf = (text: string) =>
    brandingOf({ logo: { extension: '.svg', bytes: Buffer.from(text) } }).branding.logo
  assert.match(logoOf('<svg/>') ?? '', /^_astro\/logo\.[0-9a-f]{16}\.svg$/)
  assert.notEqual(logoOf('<svg/>'), logoOf('<svg />'))
  assert.deepEqual(brandingOf({}), { branding: {}, files: [] })
})

test('a contact that is no address is not shown to readers', () => {
  const shown = [
    'data@example.org',
    'https://example.org/',
    'mailto:a@b.org',
    'room 5',
    'javascript:alert(1)',
  ]
  assert.deepEqual(
    shown.map((contact) => brandingOf({ contact }).branding.contact),
    [...shown.slice(0, 3), undefined, undefined],
  )
})

test('a wrong file or value is named, with its key', (context) => {
  const folder = temporaryFolder(context)
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const read = (branding: object) => () => readBranding(parseConfig({ branding } as never))
  const faults: readonly (readonly [object, RegExp])[] = [
    [{ logo: join(folder, 'none.svg') }, /branding\.logo: .*none\.svg could not be read/],
    [{ logo: file('logo.gif', 'GIF89a') }, /branding\.logo: expected a file that ends in \.svg or \.png/],
    [{ logo: file('page.svg', '<html></html>') }, /branding\.logo: .*page\.svg is not a picture/],
    [{ logo: file('text.png', 'text') }, /branding\.logo: .*text\.png is not a picture/],
    [{ css: folder }, /branding\.css: .* is not a file/],
    [{ css: file('large.css', ' '.repeat(2 ** 20)) }, /branding\.css: .*large\.css has 1048576 bytes/],
    [{ accent: 'red' }, /branding\.accent.*expected a colour/],
    [
      { links: [{ text: 'x', href: 'javascript:alert(1)' }] },
      /branding\.links\.0\.href.*expected an address/,
    ],
    [{ color: '#fff' }, /branding\.color.*unknown key.*accent/],
  ]
  for (const [branding, message] of faults) assert.throws(read(branding), message)
  assert.ok(read({ logo: file('good.svg', '<?xml version="1.0"?><svg/>'), css: file('a.css', 'a{}') })())
})
