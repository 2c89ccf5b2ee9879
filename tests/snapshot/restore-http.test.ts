import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { openHttpMirror } from '../../src/lib/crawl/restore-http.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { findCurrent, RestoreFailed, renderManifest } from '../../src/lib/snapshot/index.ts'
import { readTree } from '../support/files.ts'
import { type Reply, type Route, type ScriptedOrigin, startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { publishedManifest, restoreInto } from './published.ts'
import { pathOf } from './records.ts'

const DATA = { a: '[{"row":"a"}]', 'код ?#%': '[{"row":"b"}]' }
const FILES = Object.keys(DATA).map(pathOf)
const MANIFEST = [...renderManifest(publishedManifest(DATA))].join('')
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** A plain static host: it knows files by their paths, and ignores queries. */
function routes(): Record<string, Route> {
  const data = Object.entries(DATA).map(([code, text]) => [encoded(pathOf(code)), text])
  return { 'manifest.json': MANIFEST, ...Object.fromEntries(data) }
}

async function restoreFrom(
  t: TestContext,
  host: ScriptedOrigin,
  more: { retries?: number; idle?: number; minRate?: number } = {},
) {
  const state = join(temporaryFolder(t), 'state')
  const mirror = openHttpMirror({
    base: host.base,
    userAgent: 'mirror-test/1.0',
    connections: 4,
    deadlines: { connect: 5, idle: more.idle ?? 20, total: 60 },
    retries: more.retries ?? 0,
    minRate: more.minRate,
    signal: new AbortController().signal,
  })
  t.after(() => mirror.close())
  return { state, restored: await restoreInto(state, mirror) }
}

test('reads a mirror from a static host below a path, by the paths of its files only', async (t) => {
  const host = await startScripted(t, routes(), '/repo')
  const { state, restored } = await restoreFrom(t, host)
  assert.equal(restored.kind, 'restored')
  assert.deepEqual(
    [...readTree(findCurrent(state)?.folder ?? '').keys()],
    [...FILES, 'generations.jsonl', 'manifest.json'],
  )
  assert.ok(host.requests.every(({ path }) => !path.includes('?')))
})

test('a mirror that does not exist yet is no error: 404, or 410', async (t) => {
  for (const status of [404, 410]) {
    const host = await startScripted(t, { 'manifest.json': { status } })
    assert.equal((await restoreFrom(t, host)).restored.kind, 'absent')
  }
})

test('a host that fails is an error, so no history is lost silently', async (t) => {
  const failing: [Reply, RegExp][] = [
    [{ status: 500 }, /manifest\.json answered 500\. Run again/],
    [{ status: 503 }, /answered 503/],
    [{ status: 429 }, /answered 429/],
    [{ status: 403 }, /answered 403, .*--restore/],
    [{ status: 401 }, /answered 401/],
    [
      { body: MANIFEST.slice(0, 50), headers: { 'content-length': '999' }, ending: 'reset' },
      /manifest\.json .*Run again/,
    ],
    [{ body: '<html>welcome</html>' }, /is not json/],
  ]
  for (const [reply, says] of failing) {
    const host = await startScripted(t, { 'manifest.json': reply })
    await assert.rejects(restoreFrom(t, host), (error: Error) => {
      assert.ok(error instanceof RestoreFailed, error.stack)
      assert.match(error.message, says)
      return true
    })
  }
  const gone = await startScripted(t)
  gone.close()
  await assert.rejects(restoreFrom(t, gone), /manifest\.json .*ECONNREFUSED/)
})

test('a file that the host repeatedly fails to send is an error too; one that it does not have is a gap', async (t) => {
  const [first = ''] = FILES
  const host = await startScripted(t, routes())
  host.set({ [first]: { status: 502 } })
  await assert.rejects(restoreFrom(t, host), /get_dataset\/a\/index\.json answered 502/)
  for (const reply of [
    { status: 404, body: 'no' },
    { status: 403 },
    { status: 204 },
    '<html>not found</html>',
  ] as const) {
    host.set({ [first]: reply })
    const { restored } = await restoreFrom(t, host)
    assert.ok(restored.kind === 'restored')
    assert.equal(restored.leftOut.length, 1)
  }
})

test('retries after a temporary failure, and after a cut body', async (t) => {
  const [first = ''] = FILES
  const host = await startScripted(t, {
    ...routes(),
    'manifest.json': (_, count) =>
      count === 1 ? { status: 503, headers: { 'retry-after': '0' } } : MANIFEST,
    [first]: (_, count) =>
      count === 1
        ? { body: DATA.a.slice(0, 4), headers: { 'content-length': '13' }, ending: 'reset' }
        : DATA.a,
  })
  const { restored } = await restoreFrom(t, host, { retries: 2 })
  assert.ok(restored.kind === 'restored')
  assert.deepEqual(restored.leftOut, [])
})

test('decodes the content coding of the host', async (t) => {
  const [first = ''] = FILES
  const host = await startScripted(t, routes())
  host.set({ [first]: { body: gzipSync(DATA.a), headers: { 'content-encoding': 'gzip' } } })
  const { restored } = await restoreFrom(t, host)
  assert.ok(restored.kind === 'restored')
  assert.deepEqual(restored.leftOut, [])
})

test('a body that never ends, or expands, is stopped at the recorded length', async (t) => {
  const [first = ''] = FILES
  const host = await startScripted(t, routes())
  const endless = async function* () {
    for (;;) yield Buffer.alloc(65_536, 'x')
  }
  host.set({ [first]: { body: endless() } })
  const { restored } = await restoreFrom(t, host)
  assert.ok(restored.kind === 'restored')
  assert.match(restored.leftOut[0]?.message ?? '', /more bytes/)
})

test('a host that stops responding is given up', async (t) => {
  const host = await startScripted(t, {
    'manifest.json': { body: '{', headers: { 'content-length': '99' }, ending: 'hang' },
  })
  await assert.rejects(restoreFrom(t, host, { idle: 1 }), /manifest\.json .*Timeout/)
})

test('a slow body is given up, even if it never stops', async (t) => {
  const trickle = async function* () {
    for (;;) {
      yield Buffer.from(' ')
      await setTimeout(100, undefined, { ref: false })
    }
  }
  const host = await startScripted(t, { 'manifest.json': { body: trickle() } })
  await assert.rejects(
    restoreFrom(t, host, { idle: 1, minRate: 1000 }),
    /manifest\.json sent less than 1000 bytes per second \(the config key minRate\)/,
  )
})

test('an endless error page is not waited for', async (t) => {
  const endless = async function* () {
    for (;;) yield Buffer.alloc(65_536, 'x')
  }
  const host = await startScripted(t, { 'manifest.json': { status: 404, body: endless() } })
  assert.equal((await restoreFrom(t, host)).restored.kind, 'absent')
})

test('follows redirects on the same host only', async (t) => {
  const other = await startScripted(t, routes())
  const host = await startScripted(t, {
    ...routes(),
    'manifest.json': { status: 301, headers: { location: '/moved/manifest.json' } },
    'moved/manifest.json': MANIFEST,
  })
  assert.equal((await restoreFrom(t, host)).restored.kind, 'restored')
  for (const location of [
    `${other.base}manifest.json`,
    'http://example.org/manifest.json',
    'file:///etc/passwd',
  ]) {
    host.set({ 'manifest.json': { status: 302, headers: { location } } })
    await assert.rejects(restoreFrom(t, host), /redirects (?:to another|from http)/)
  }
  assert.deepEqual(other.requests, [])
  assert.equal(parseBaseAddress(host.base), host.base)
})
