import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planSite } from '../../src/lib/check/plan.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'

test('files in a dotted folder are requested, which some deployments leave out; those of the host itself are not', () => {
  const sums = new Map(
    [
      '.htaccess',
      '.nojekyll',
      '.well-known/api-catalog',
      '404.html',
      '_headers',
      'index.html',
      'robots.txt',
    ].map((path) => [path, '0'.repeat(64)]),
  )
  const site = { base: parseBaseAddress('https://m.example/'), sums, records: new Map(), hosts: [] }
  const asked = [...planSite(site, { left: new Set() }, 'none')].map(({ target }) => target)
  for (const target of ['.well-known/api-catalog', 'robots.txt', ''])
    assert.ok(asked.includes(target), target)
  for (const target of ['.htaccess', '.nojekyll', '404.html', '_headers'])
    assert.ok(!asked.includes(target), target)
})
