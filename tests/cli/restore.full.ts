import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openPackage, type RunningOrigin, startOrigin } from '../../scripts/origin/index.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { withLock, withState } from '../../src/lib/snapshot/index.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { differences, readTree } from '../support/files.ts'
import { AWKWARD, prepareStates, runHere } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const CLOCKS = ['manifest.json', 'status.json']

/** What lies in a site but for its clocks. */
function readSite(folder: string): Map<string, string> {
  const files = readTree(folder)
  for (const path of CLOCKS) files.delete(path)
  return files
}

describe('a lost snapshot of a published mirror', () => {
  const folder = temporaryFolder({ after })
  const at = (...names: string[]) => join(folder, ...names)
  const places = (name: string) => ['--state', at(name, 'state'), '--out', at(name, 'dist')]
  let origin: RunningOrigin
  let host: RunningServer
  before(async () => {
    origin = await startOrigin(await openPackage(AWKWARD))
    await prepareStates(...['first', 'second', 'third', 'fourth'].map((name) => at(name, 'state')))
    writeFileSync(at('quick.config.ts'), 'export default { retries: 0 }')
    const { code, stderr } = await runHere(['--origin', origin.url, ...places('first')])
    assert.equal(code, 0, stderr)
    host = await serveSite({ folder: at('first/dist'), host: '127.0.0.1', port: 0, base: '/repo/' })
  })
  after(async () => {
    await host?.close()
    await origin?.close()
  })

  it('is restored on another machine: the crawl receives no body, and the site is the same, byte for byte', async () => {
    const before = origin.requests.length
    const { code, stdout, stderr } = await runHere([
      '--json',
      '--origin',
      origin.url,
      '--restore',
      host.url,
      ...places('second'),
    ])
    assert.equal(code, 0, stderr)
    const report = JSON.parse(stdout)
    assert.equal(report.received, 0)
    assert.equal(report.counts.unchanged, report.representations)
    const bodies = origin.requests
      .slice(before)
      .filter(({ path, status, bodyBytes }) => status === 200 && bodyBytes > 0 && !path.includes('no-such'))
    assert.deepEqual(bodies, [])
    assert.deepEqual(differences(readSite(at('first/dist')), readSite(at('second/dist'))), [])
    assert.equal((await runHere(['verify', at('second/dist')])).code, 0)
  })

  it('states that the local snapshot is as recent, and continues', async () => {
    const { code, stderr } = await runHere([
      'crawl',
      '--origin',
      origin.url,
      '--restore',
      at('first/dist'),
      '--state',
      at('second/state'),
    ])
    assert.equal(code, 0, stderr)
    assert.match(stderr, /local snapshot of \S+Z .*nothing was restored\./)
  })

  it('can be built from a folder alone, without any origin', async () => {
    const { code, stderr } = await runHere(['build', '--restore', at('first/dist'), ...places('third')])
    assert.equal(code, 0, stderr)
    assert.match(stderr, /Restored \d+ files \(.* kB\) as of /)
    assert.deepEqual(differences(readSite(at('first/dist')), readSite(at('third/dist'))), [])
  })

  it('is not used for another service', async () => {
    const args = ['--origin', 'http://other.example.org/', '--restore', host.url, '--state', at('other')]
    const { code, stderr } = await runHere(['crawl', ...args])
    assert.equal(code, 2)
    assert.match(
      stderr,
      /--restore: http:\S+ is a mirror of http:\S+, not of http:\/\/other\.example\.org\/\./,
    )
  })

  it('is published again when the origin is unreachable too, with 7', async () => {
    await origin.close()
    const args = ['--origin', origin.url, '--config', at('quick.config.ts'), '--restore', host.url]
    const { code, stderr } = await runHere([...args, ...places('fourth')])
    assert.equal(code, 7, stderr)
    assert.match(stderr, /Continuing with the snapshot of /)
    assert.equal((await runHere(['verify', at('fourth/dist')])).code, 0)
    const data = (name: string) =>
      new Map([...readTree(at(name, 'dist/api'))].filter(([path]) => !path.endsWith('.html')))
    assert.deepEqual(differences(data('first'), data('fourth')), [])
  })
})

describe('a mirror that was prepared for a host, and restored on another machine', () => {
  it('is prepared for the same host in every run there', async (context) => {
    const folder = temporaryFolder(context)
    const places = (name: string) => [
      '--state',
      join(folder, name, 'state'),
      '--out',
      join(folder, name, 'dist'),
    ]
    const first = join(folder, 'first/dist')
    await prepareStates(join(folder, 'first/state'), join(folder, 'other/state'))
    const origin = ['--origin', (await startedSample(context)).url]
    assert.equal((await runHere([...origin, ...places('first')])).code, 0)
    assert.equal((await runHere(['host', 'nginx', first, '--base', '/data/'])).code, 0)
    const host = await serveSite({ folder: first, host: '127.0.0.1', port: 0, base: '/data/' })
    context.after(() => host.close())
    // A crawl that is restored, and again in a folder whose snapshot is as new; the sites are built by later runs.
    for (const time of ['first', 'second']) {
      const { code, stderr } = await runHere([
        'crawl',
        ...origin,
        '--restore',
        host.url,
        ...places('other').slice(0, 2),
      ])
      assert.equal(code, 0, `${time}: ${stderr}`)
    }
    for (const time of ['first', 'second']) {
      const { code, stderr } = await runHere([...origin, ...places('other')])
      assert.equal(code, 0, `${time}: ${stderr}`)
      assert.deepEqual(differences(readSite(first), readSite(join(folder, 'other/dist'))), [])
    }
    assert.match(
      readFileSync(join(folder, 'other/deploy/nginx/mirror-data.conf'), 'utf8'),
      /location \/data\/ /,
    )
    // What was restored does not outlive what a person did since.
    assert.equal((await runHere(['host', 'plain', join(folder, 'other/dist')])).code, 0)
    rmSync(join(folder, 'other/dist'), { recursive: true })
    assert.equal((await runHere([...origin, ...places('other')])).code, 0)
    assert.ok(!readSite(join(folder, 'other/dist')).has('hosts.json'))
  })
})

describe('--restore', () => {
  const crawl = (state: string, restore: string, origin = 'http://127.0.0.1:9') => {
    const config = join(state, 'quick.config.ts')
    writeFileSync(config, 'export default { retries: 0 }')
    return runHere([
      'crawl',
      '--config',
      config,
      '--origin',
      origin,
      '--restore',
      restore,
      '--state',
      join(state, 'state'),
    ])
  }

  it('continues without a mirror if none is published yet', async (context) => {
    const host = await startScripted(context)
    for (const named of [host.base, join(temporaryFolder(context), 'dist')]) {
      const { code, stderr } = await crawl(temporaryFolder(context), named)
      assert.equal(code, 3)
      assert.ok(stderr.includes(`\nwarning: ${named} — There is no mirror`), stderr)
      assert.match(stderr, /\/api\/v1\/list\/.*could not be reached/)
    }
  })

  it('warns of a place without a mirror, also with --quiet, and lists it in the json of every command', async (context) => {
    const folder = temporaryFolder(context)
    const origin = await startScripted(context, serviceRoutes({ a: 'one' }))
    const none = join(folder, 'none')
    await prepareStates(join(folder, 'state'))
    const at = ['--restore', none, '--state', join(folder, 'state')]
    for (const [command, ...args] of [
      ['plan', '--origin', origin.base],
      ['crawl', '--origin', origin.base],
      ['build', '--out', join(folder, 'dist')],
      ['mirror', '--origin', origin.base, '--out', join(folder, 'dist')],
    ] as const) {
      const line = [command, '--quiet', ...args, ...at]
      const quiet = await runHere(line)
      assert.equal(quiet.code, 0, quiet.stderr)
      assert.ok(quiet.stderr.startsWith(`warning: ${none} — `), quiet.stderr)
      const { problems } = JSON.parse((await runHere([...line, '--json'])).stdout)
      assert.deepEqual([problems[0].code, problems[0].subject], ['not-restored', none], command)
    }
  })

  it('ends with 3 if the host of the mirror fails, and sends no request to the origin', async (context) => {
    const host = await startScripted(context)
    host.otherwise({ status: 500 })
    const origin = await startScripted(context)
    const { code, stderr } = await crawl(temporaryFolder(context), host.base, origin.base)
    assert.equal(code, 3, stderr)
    assert.match(stderr, /manifest\.json answered 500\. Run again.*--restore\./)
    assert.deepEqual(origin.requests, [])
  })

  it('ends with 2 if it is no mirror', async (context) => {
    const state = temporaryFolder(context)
    for (const [named, says] of [
      ['ftp://example.org/', /--restore: expected an address that begins with http:\/\/ or https:\/\//],
      ['https://example.org/?a=b', /--restore: expected an address without a query/],
      [
        join(state, 'quick.config.ts'),
        /--restore: expected the address or folder of a mirror, saw the file /,
      ],
    ] as const) {
      const { code, stderr } = await crawl(state, named)
      assert.equal(code, 2, stderr)
      assert.match(stderr, says)
    }
  })
})

describe('a second simultaneous run', () => {
  it('ends with 8 and changes nothing: on the same snapshot, or into the same folder', async (context) => {
    const folder = temporaryFolder(context)
    const [state, out] = [join(folder, 'state'), join(folder, 'dist')]
    const origin = await startScripted(context)
    await withState(state, async () => {
      const { code, stderr } = await runHere(['crawl', '--origin', origin.base, '--state', state])
      assert.equal(code, 8)
      assert.match(
        stderr,
        new RegExp(`Another run \\(process ${process.pid}\\) is using .*state\\. .*--state`),
      )
    })
    assert.deepEqual(origin.requests, [])
    const first = await runHere(['crawl', '--state', state, '--origin', (await startedSample(context)).url])
    assert.equal(first.code, 0, first.stderr)
    await withLock(
      join(folder, '.dist.mirror-lock'),
      () => new Error('unexpected'),
      async () => {
        const { code, stderr } = await runHere(['build', '--state', state, '--out', out])
        assert.equal(code, 8, stderr)
        assert.match(
          stderr,
          new RegExp(`Another run \\(process ${process.pid}\\) is using .*dist\\. .*--out`),
        )
      },
    )
    assert.deepEqual(readdirSync(folder), ['state'])
  })
})

async function startedSample(context: Parameters<typeof temporaryFolder>[0]): Promise<RunningOrigin> {
  const origin = await startOrigin(await openPackage(AWKWARD))
  context.after(() => origin.close())
  return origin
}
