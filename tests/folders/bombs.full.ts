import assert from 'node:assert/strict'
import {
  closeSync,
  cpSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { findCurrent, layout } from '../../src/lib/snapshot/index.ts'
import { openApart } from '../support/apart.ts'
import { serviceRoutes } from '../support/crawling.ts'
import { mirrorInto, runHere, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { suiteContext } from '../support/suite.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Much less than what these files would take, and more than a run takes. */
const LITTLE_MEMORY = '--max-old-space-size=160'
const PIECE = 4 * 2 ** 20
const PIECES = 60

const TOO_DEEP = /deeper than 64 levels/

/** 240 MB, of which some 240 kB are sent. */
function compressed(text: string): Buffer {
  const piece = gzipSync(Buffer.alloc(PIECE, text))
  return Buffer.concat([gzipSync('['), ...Array.from({ length: PIECES }, () => piece)])
}

function fill(file: string, text: string): void {
  const piece = Buffer.alloc(PIECE, text)
  rmSync(file, { force: true })
  const opened = openSync(file, 'w')
  writeSync(opened, '[')
  for (let at = 0; at < PIECES; at++) writeSync(opened, piece)
  closeSync(opened)
}

describe('a file of 240 MB where a few statements belong', () => {
  const folder = temporaryFolder({ after })
  const site = join(folder, 'dist')
  const suite = suiteContext()
  const apart = openApart([process.execPath, LITTLE_MEMORY])
  after(() => apart.close())
  before(async () => {
    const origin = await startScripted(suite, serviceRoutes({ a: 'one' }))
    await mirrorInto(settingsIn(folder, { origin: origin.base }))
    assert.equal((await runHere(['host', 'plain', site])).code, 0)
  })

  /** Serves the site with a bomb in the place of one file. */
  async function serveBomb(t: TestContext, path: string, body: Buffer): Promise<string> {
    const server = createServer(({ url = '/' }, response) => {
      const file = join(site, decodeURIComponent(url.split('?')[0] ?? ''))
      if (url === `/${path}`) return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end()
      response.end(readFileSync(file))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  for (const [path, text, limit] of [
    ['manifest.json', '[],', /more than 10000000 values/],
    ['status.json', '[],', /1048576 bytes/],
    ['hosts.json', '[],', /1048576 bytes/],
    ['changes.json', '[', TOO_DEEP],
  ] as const)
    it(`ends a restore from a published mirror with its name and limit: ${path}`, async (t) => {
      const url = await serveBomb(t, path, compressed(text))
      const state = join(temporaryFolder(t), 'state')
      const { code, stdout } = await apart.run([
        'build',
        '--json',
        '--restore',
        url,
        '--state',
        state,
        '--out',
        join(state, '../dist'),
      ])
      const { error, code: name } = JSON.parse(stdout)
      assert.deepEqual([code, name], [3, 'restore-failed'], error)
      assert.match(error, new RegExp(`^${path} of ${url} `))
      assert.match(error, limit)
      assert.match(error, /--restore/)
    })

  for (const path of ['manifest.json', 'status.json', 'hosts.json', 'changes.json', 'SHA256SUMS'])
    it(`fails a check of the deployed mirror: ${path}`, async (t) => {
      const url = await serveBomb(t, path, compressed(path === 'SHA256SUMS' ? '\n' : '['))
      const { code, stdout } = await apart.run(['check', url, '--json', '--sample', '0'])
      assert.equal(code, 6, stdout)
      const { promises } = JSON.parse(stdout)
      const { outcome, examples } = promises.find(
        ({ promise }: { promise: string }) => promise === 'statements',
      )
      assert.equal(outcome, 'fail')
      assert.equal(examples[0].address, `${url}${path}`)
      if (path !== 'SHA256SUMS') assert.match(examples[0].saw, TOO_DEEP)
    })

  it('is found by verify, and ends neither it nor a build over it', async (t) => {
    const copy = join(temporaryFolder(t), 'dist')
    for (const path of ['manifest.json', 'status.json', 'changes.json', 'SHA256SUMS']) {
      cpSync(site, copy, { recursive: true })
      fill(join(copy, path), path === 'SHA256SUMS' ? '\n' : '[')
      const { code, stdout } = await apart.run(['verify', '--json', copy])
      assert.equal(code, 6, path)
      const findings: { kind: string; path: string }[] = JSON.parse(stdout).findings
      assert.ok(findings.some((one) => one.kind === 'unreadable' && one.path === path))
      if (path === 'SHA256SUMS') continue
      const paths = ['--state', join(folder, 'state'), '--out', copy]
      const built = await apart.run(['build', '--quiet', ...paths])
      assert.equal(built.code, 0, built.stderr)
      assert.equal((await runHere(['verify', copy])).code, 0)
    }
  })

  it('is named when it is the manifest, or what names it, of the state folder', async (t) => {
    const state = join(temporaryFolder(t), 'state')
    cpSync(join(folder, 'state'), state, { recursive: true })
    const manifest = layout.manifest(findCurrent(state)?.folder ?? '')
    for (const file of [manifest, layout.current(state)]) {
      const whole = readFileSync(file)
      fill(file, '[')
      const { code, stdout } = await apart.run([
        'build',
        '--json',
        '--state',
        state,
        '--out',
        join(state, '../dist'),
      ])
      const { error, code: name } = JSON.parse(stdout)
      assert.deepEqual([code, name], [1, 'damaged-snapshot'], error)
      assert.ok(error.startsWith(`${file} is damaged`), error)
      assert.match(error, file === manifest ? TOO_DEEP : /4096 bytes/)
      writeFileSync(file, whole)
    }
  })

  it('does no harm where the state folder can do without it', async (t) => {
    const state = join(temporaryFolder(t), 'state')
    cpSync(join(folder, 'state'), state, { recursive: true })
    const changes = layout.changes(findCurrent(state)?.folder ?? '')
    for (const file of [
      layout.status(state),
      join(layout.derived(state), 'tables.json'),
      layout.journal(state),
      changes,
    ])
      fill(file, '[')
    const { code, stderr } = await apart.run([
      'build',
      '--quiet',
      '--state',
      state,
      '--out',
      join(state, '../dist'),
    ])
    assert.equal(code, 0, stderr)
  })
})
