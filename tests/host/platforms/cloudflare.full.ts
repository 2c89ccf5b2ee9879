import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { cloudflare } from '../../../src/lib/site/host/targets/cloudflare.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { HANDLER_CASES } from '../cases/handler.ts'
import { askRaw, assertCase, CASES, type Host } from '../cases.ts'
import { awkwardSite } from '../site.ts'
import { deployed } from './deployed.ts'
import { type Emulator, startWrangler } from './wrangler.ts'

const [modified = '', tags = ''] = cloudflare.deviations
const DEVIATIONS = {
  [modified]: /^answers 304 to If-Modified-Since|^answers 412 to If-Unmodified-Since/,
  [tags]: /^sends the same bytes under any content coding/,
}
const ENGINES = {
  'Cloudflare Pages': ['pages', 'dev', 'dist', '--compatibility-date', '2026-01-01'],
  'Cloudflare Workers': ['dev', '--config', 'deploy/cloudflare/wrangler.jsonc'],
}

const folder = temporaryFolder({ after })
let site: string
before(async () => {
  site = await awkwardSite(folder)
})

for (const [engine, args] of Object.entries(ENGINES))
  for (const base of ['/', '/data/'])
    describe(`${engine} (workerd) at ${base}`, () => {
      let emulator: Emulator
      let host: Host
      before(async () => {
        const at = join(folder, `${engine}${base.replaceAll('/', ' ')}`)
        mkdirSync(at)
        const copy = deployed(site, at, cloudflare, base)
        emulator = await startWrangler(at, args)
        host = { ask: askRaw(`${emulator.url.slice(0, -1)}${base}`), folder: copy, base }
      })
      after(() => emulator.close())

      for (const one of [...CASES, ...HANDLER_CASES]) it(one.name, () => assertCase(host, one, DEVIATIONS))

      it('does not serve files that are only for the host', async () => {
        for (const file of ['_worker.js', '_routes.json', '_headers', '.assetsignore'])
          assert.notEqual((await host.ask(file)).status, 200, file)
      })
    })

describe('the files for Cloudflare', () => {
  const files = cloudflare.render({ folder: '/srv/dist', base: '/' })
  const contentOf = (path: string) => files.find((file) => file.path === path)?.content ?? ''

  it('keep within the limits of its rules', () => {
    assert.ok(
      contentOf('_headers')
        .split('\n')
        .filter((line) => line.startsWith('/')).length <= 100,
    )
    const { include, exclude } = JSON.parse(contentOf('_routes.json'))
    assert.ok(include.length + exclude.length <= 100)
  })

  it('are the same whatever the site contains', () => {
    assert.deepEqual(cloudflare.render({ folder: '/other/dist', base: '/' }), files)
  })
})
