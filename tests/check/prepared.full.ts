import assert from 'node:assert/strict'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { allowancesOf } from '../../src/lib/site/host/registry.ts'
import {
  findTarget,
  serveSite,
  TARGETS,
  type Target,
  type TargetName,
  writeHosts,
} from '../../src/lib/site/index.ts'
import { runHere } from '../support/mirror.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { check, runCheck } from './support/checking.ts'
import { startPlainHost } from './support/plain-host.ts'
import { type Alter, startProxy } from './support/proxy.ts'
import { copySite, mirrorSmall, replaceFile } from './support/sites.ts'

const folder = temporaryFolder({ after })
let site: string
before(async () => {
  site = await mirrorSmall({ after } as TestContext, folder)
})

/** A copy of the site that was prepared for these hosts. */
async function preparedFor(t: TestContext, ...names: TargetName[]): Promise<string> {
  const copy = copySite(t, site)
  const targets = names.map((name) => findTarget(name) as Target)
  await writeHosts(targets, { site: copy, facts: { folder: copy, base: '/' }, now: new Date() })
  return copy
}

async function serve(t: TestContext, copy: string, alter: Alter = () => undefined): Promise<string> {
  const server = await serveSite({ folder: copy, host: '127.0.0.1', port: 0, base: '/' })
  t.after(() => server.close())
  return (await startProxy(t, server.url, alter)).url
}

describe('a site that was prepared for a host with rules', () => {
  it('passes where those rules are in effect', async (t) => {
    const { code, report, of } = await check(await serve(t, await preparedFor(t, 'nginx')), '--sample', '0')
    assert.deepEqual([code, of('fail'), report.hosts], [0, [], ['nginx']])
  })

  it('fails where they are not, so ?type= gives the page', async (t) => {
    const address = await startPlainHost(t, await preparedFor(t, 'nginx'))
    const { code, report, find, noted } = await check(address, '--sample', '0')
    assert.equal(code, 6)
    for (const promise of ['query', 'cors', 'policy']) assert.equal(find(promise).outcome, 'fail', promise)
    assert.deepEqual([report.host, report.hosts], ['plain', ['nginx']])
    assert.match(noted('rules-not-in-effect').join(), /\bnginx\b/)
  })

  it('may be on a plain host if it was prepared for one, too', async (t) => {
    for (const names of [['github-pages'], ['nginx', 'github-pages']] as const) {
      const { code, of } = await check(
        await startPlainHost(t, await preparedFor(t, ...names)),
        '--sample',
        '0',
      )
      assert.deepEqual([code, of('fail')], [0, []])
    }
  })
})

describe('a documented deviation', () => {
  const refuses: Alter = ({ method }) => (method === 'OPTIONS' ? { status: 405 } : undefined)

  it('is a note and no failure on the host that documents it', async (t) => {
    const address = await serve(t, await preparedFor(t, 'netlify'), refuses)
    const { code, of, noted } = await check(address, '--sample', '0')
    assert.deepEqual([code, of('fail')], [0, []])
    assert.match(noted('documented-difference').join(), /Netlify.*\bpreflight, 2 /)
    const other = await serve(t, await preparedFor(t, 'nginx'), refuses)
    assert.deepEqual((await check(other, '--sample', '0')).of('fail'), ['preflight'])
  })

  it('excuses nothing else', async (t) => {
    const address = await serve(t, await preparedFor(t, 'netlify'), ({ target }, { headers }) =>
      target === 'about/' ? { headers: { ...headers, 'access-control-allow-origin': undefined } } : undefined,
    )
    assert.deepEqual((await check(address, '--sample', '0')).of('fail'), ['cors'])
  })

  it('is documented for its target', () => {
    for (const { name, deviations } of TARGETS)
      for (const { deviation } of allowancesOf(name)) assert.ok(deviations.includes(deviation), deviation)
  })
})

describe('files of an earlier version on a host', () => {
  it('fails for a dataset that was removed according to changes.json', async (t) => {
    const copy = copySite(t, site)
    const changes = JSON.parse(readFileSync(join(copy, 'changes.json'), 'utf8'))
    const run = { generation: '20200101T000000000Z', at: '2020-01-01T00:00:00.000Z', added: [], changed: [] }
    changes.runs.push({ ...run, withdrawn: [], returned: [], dropped: ['left over'] })
    replaceFile(copy, 'changes.json', JSON.stringify(changes))
    const address = await serve(t, copy)
    assert.deepEqual((await check(address, '--sample', '0')).of('fail'), [])
    cpSync(join(copy, 'api/v1/get_dataset/budget'), join(copy, 'api/v1/get_dataset/left over'), {
      recursive: true,
    })
    const { code, of, find } = await check(address, '--sample', '0')
    assert.deepEqual([code, of('fail')], [6, ['leftover']])
    assert.match(find('leftover').examples[0]?.address ?? '', /get_dataset\/left%20over\/$/)
  })

  it('fails for an outdated compressed sibling of an ordinary dataset', async (t) => {
    const address = await serve(t, site, (request, answer) =>
      request.target === 'api/v1/get_dataset/roads/' && request.headers['accept-encoding'] !== 'identity'
        ? { body: Buffer.from('<p>old'), headers: { ...answer.headers, 'content-length': '6' } }
        : undefined,
    )
    assert.deepEqual((await check(address)).of('fail'), ['coding'])
  })
})

describe('--max-age', () => {
  const answered =
    (days: number, name = 'answeredAt'): Alter =>
    ({ target }, { body, headers }) => {
      if (target !== 'status.json' || body.length === 0) return undefined
      const time = new Date(Date.now() - days * 86_400_000).toISOString()
      const altered = Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), [name]: time }))
      return { headers: { ...headers, 'content-length': `${altered.length}` }, body: altered }
    }

  it('fails if the last answer of the origin is older, and passes otherwise', async (t) => {
    const address = await serve(t, site, answered(3))
    const old = await check(address, '--sample', '0', '--max-age', '2d')
    assert.deepEqual([old.code, old.of('fail')], [6, ['alive']])
    assert.match(old.find('alive').examples[0]?.saw ?? '', /\d{4}-\d\d-\d\dT/)
    for (const age of ['96h', '6000m'])
      assert.equal((await runCheck(address, '--sample', '0', '--max-age', age)).code, 0, age)
  })

  it('fails, also without it, if the last run is in the future', async (t) => {
    const { code, of, find } = await check(
      await serve(t, site, answered(-20_000, 'triedAt')),
      '--sample',
      '0',
    )
    assert.deepEqual([code, of('fail')], [6, ['alive']])
    assert.match(find('alive').examples[0]?.saw ?? '', /the last run was 20\d\d-/)
  })

  it('accepts minutes, hours or days', async () => {
    for (const age of ['2', '2w', '0d', '-1d', '1.5h']) {
      const { code, stderr } = await runHere(['check', 'http://x.org', `--max-age=${age}`])
      assert.equal(code, 2)
      assert.match(stderr, /^--max-age: expected a whole number of minutes, hours or days/)
    }
  })
})
