import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { nginx } from '../../src/lib/site/host/targets/nginx.ts'
import { type SiteFacts, writeHosts } from '../../src/lib/site/index.ts'
import { startNginx } from '../host/servers/nginx.ts'
import { freePort, hasProgram } from '../host/servers/started.ts'
import { copyOf } from '../host/site.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { check } from './support/checking.ts'
import { mirrorSmall } from './support/sites.ts'

/** Faults of an operator, or of an incomplete copy, on a server that was set up as documented. */
interface Change {
  readonly what: string
  /** The requirements that must fail; none if the change is harmless. */
  readonly breaks: readonly string[]
  readonly configuration?: readonly [from: string | RegExp, to: string]
  site?(folder: string): void
}

const besides = (line: string) => ['if_modified_since before;', `if_modified_since before;\n${line}`] as const
const header = (line: string) =>
  [/(?=add_header content-security-policy)/, `add_header ${line} always;\n`] as const
const stale = (path: string) => ({
  what: `sends outdated gzip for ${path}`,
  breaks: ['coding'],
  site: (folder: string) => writeFileSync(join(folder, `${path}.gz`), gzipSync('<p>old')),
})

const CHANGES: readonly Change[] = [
  {
    what: 'answers ?type=json with the page',
    breaks: ['query', 'first'],
    configuration: [/^ {2}".*" json;$/m, ''],
  },
  stale('site.js'),
  stale('search-index.js'),
  stale('changes.json'),
  stale('api/v1/get_dataset/roads/index.html'),
  stale('api/v1/get_dataset/roads/index.json'),
  { what: 'sends no Vary', breaks: ['vary'], configuration: ['gzip_vary on;', 'gzip_vary off;'] },
  { what: 'refuses OPTIONS', breaks: ['preflight'], configuration: ['return 204;', 'return 405;'] },
  {
    what: 'accepts PUT',
    breaks: ['methods'],
    configuration: besides('if ($request_method = PUT) { return 200 "ok"; }'),
  },
  {
    what: 'adds a second policy',
    breaks: ['policy'],
    configuration: header(`content-security-policy "default-src 'none'"`),
  },
  {
    what: 'sends noindex',
    breaks: ['open'],
    configuration: header('x-robots-tag noindex'),
  },
  {
    what: 'makes pages downloads',
    breaks: ['open'],
    configuration: header('content-disposition attachment'),
  },
  { what: 'sets a cookie', breaks: ['open'], configuration: header('set-cookie "a=1"') },
  { what: 'lists folders', breaks: ['listing'], configuration: besides('autoindex on;') },
  {
    what: 'publishes .git',
    breaks: ['leftover'],
    site(folder) {
      mkdirSync(join(folder, '.git'))
      writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n')
    },
  },
  {
    what: 'limits the rate of requests',
    breaks: [],
    configuration: [
      /^server \{[\s\S]*?if_modified_since before;/m,
      'limit_req_zone $binary_remote_addr zone=mirror:1m rate=100r/s;\n$&\nlimit_req zone=mirror burst=20 nodelay;\nlimit_req_status 429;',
    ],
  },
]

const folder = temporaryFolder({ after })
let site: string
before(async () => {
  site = await mirrorSmall({ after } as TestContext, folder)
})

describe('a mirror on nginx with one change', () => {
  const skip = !hasProgram('nginx') && 'nginx is not on this machine'
  for (const { what, breaks, configuration, site: damage } of CHANGES)
    it(`${breaks.length > 0 ? 'fails' : 'passes'} if it ${what}`, {
      skip,
    }, async (t) => {
      const scratch = mkdtempSync(join(folder, 'host-'))
      chmodSync(scratch, 0o755)
      const facts: SiteFacts = { folder: copyOf(site, scratch), base: '/' }
      await writeHosts([nginx], { site: facts.folder, facts, now: new Date() })
      damage?.(facts.folder)
      const files = nginx.render(facts).map((file) => {
        const content = configuration ? file.content.replace(...configuration) : file.content
        assert.notEqual(content === file.content, configuration !== undefined, 'the change changes nothing')
        return { ...file, content }
      })
      const started = await startNginx({ facts, files, scratch, port: await freePort() })
      t.after(() => started.close())
      const { code, of } = await check(started.url)
      assert.deepEqual([of('fail'), of('unchecked'), code], [breaks, [], breaks.length > 0 ? 6 : 0])
    })
})
