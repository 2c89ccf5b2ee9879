import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { verifySite } from '../../src/lib/site/index.ts'
import { findTimestampProblem } from '../../src/lib/site/proof/sign-site.ts'
import { differences, readTree } from '../support/files.ts'
import { buildWithBundle, runHere, settingsIn } from '../support/mirror.ts'
import { openAuthority, withoutOpenssl } from '../support/time-stamps.ts'
import { openMirrored } from './edited-mirror.ts'

/** A request about other bytes. */
const REQUEST = Buffer.from(`30390201013031300d060960864801650304020105000420${'ab'.repeat(32)}0101ff`, 'hex')

const TIMESTAMPS = ['SHA256SUMS.tsq', 'SHA256SUMS.tsr']

/** A mirror with an authority on this machine, whose answers a test may replace. */
async function openStamped(t: TestContext) {
  const { service, config, folder, crawl } = await openMirrored(t)
  const place = join(folder, 'authority')
  mkdirSync(place)
  const authority = openAuthority(place)
  const requests: { method: string | undefined; type: string | undefined }[] = []
  const faults: { status: number; body: Buffer; headers?: Record<string, string>; drips?: true }[] = []
  const server = createServer(async (request, response) => {
    requests.push({ method: request.method, type: request.headers['content-type'] })
    const { status, body, headers, drips } = faults[0] ?? {
      status: 200,
      body: authority.reply(await buffer(request)),
    }
    response.writeHead(status, { 'content-type': 'application/timestamp-reply', ...headers })
    if (!drips) return void response.end(body)
    const timer = setInterval(() => response.write('0'), 50)
    response.on('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  const timestampAuthority = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`
  Object.assign(config, { timestampAuthority })
  const settings = () => settingsIn(folder, config)
  const { out } = settings()
  const warnings: string[] = []
  const openssl = (...args: string[]) =>
    spawnSync('openssl', ['ts', '-verify', ...args, '-in', 'SHA256SUMS.tsr', '-CAfile', authority.root], {
      cwd: out,
    }).status === 0
  return {
    ...{ service, config, folder, settings, out, authority, requests, faults, warnings, timestampAuthority },
    async run(full = false) {
      await crawl(settings())
      await buildWithBundle(settings(), { full, onWarning: (warning) => warnings.push(warning) })
      assert.deepEqual(verifySite(out).findings, [])
    },
    /** Whether openssl accepts the time stamp, of the file and of the request. */
    isStamped: () => openssl('-data', 'SHA256SUMS') && openssl('-queryfile', 'SHA256SUMS.tsq'),
    hasFiles: () => TIMESTAMPS.filter((path) => existsSync(join(out, path))),
  }
}

describe('a mirror with a time stamping authority', { skip: withoutOpenssl }, () => {
  it('has a time stamp that openssl accepts, a new one only when the checksums changed', async (t) => {
    const { service, config, folder, out, run, isStamped, requests, warnings, timestampAuthority } =
      await openStamped(t)
    await run()
    assert.ok(isStamped())
    assert.match(
      readFileSync(join(out, 'about/index.html'), 'utf8'),
      /openssl ts -verify -data SHA256SUMS -in SHA256SUMS\.tsr/,
    )
    const first = readTree(out)
    await run()
    await run(true)
    assert.deepEqual(differences(first, readTree(out)), ['manifest.json', 'status.json'])
    assert.deepEqual(requests, [{ method: 'POST', type: 'application/timestamp-query' }])
    service.datasets.get('a')?.rows.push('new')
    await run()
    assert.deepEqual([isStamped(), requests.length], [true, 2])
    const file = join(folder, 'mirror.config.mjs')
    writeFileSync(file, `export default ${JSON.stringify({ timestampAuthority })}`)
    const { code, stderr } = await runHere(['host', 'netlify', out, '--config', file])
    assert.deepEqual([code, stderr, isStamped(), requests.length], [0, '', true, 3])
    Object.assign(config, { timestampAuthority: undefined })
    const { code: other } = await runHere(['host', 'node', out])
    assert.deepEqual([other, verifySite(out).findings], [0, []])
    await run()
    assert.deepEqual(
      TIMESTAMPS.filter((path) => existsSync(join(out, path))),
      [],
    )
    assert.deepEqual(warnings, [])
  })

  it('gets a new time stamp if something else has the name of the published one; no run waits for a pipe', async (t) => {
    const { out, run, isStamped } = await openStamped(t)
    await run()
    rmSync(join(out, 'SHA256SUMS.tsr'))
    execFileSync('mkfifo', [join(out, 'SHA256SUMS.tsr')])
    await run()
    assert.ok(isStamped())
  })

  it('is published without a time stamp if the authority fails, with a warning, and the next run asks again', async (t) => {
    const { out, authority, run, isStamped, hasFiles, faults, warnings } = await openStamped(t)
    const other = authority.reply(REQUEST)
    const refusal = Buffer.from('3009300702010203020005', 'hex')
    for (const [status, body, expected] of [
      [503, Buffer.from('later'), /http:\/\/127\.0\.0\.1:\d+\/tsr answered 503\. The next run asks again\.$/],
      [200, Buffer.from('<html>'), /sent an answer that is no answer of RFC 3161\./],
      [200, refusal, /sent an answer that is a refusal \(status 2\)\./],
      [200, other, /sent an answer that is about other bytes\./],
      [200, Buffer.alloc(70_000), /sent more than 65536 bytes\./],
    ] as const) {
      faults[0] = { status, body }
      await run()
      assert.match(warnings.pop() ?? '', expected)
      assert.deepEqual([hasFiles(), warnings], [[], []])
    }
    faults.length = 0
    const before = readTree(out)
    await run()
    assert.ok(isStamped())
    assert.deepEqual(differences(before, readTree(out)), [...TIMESTAMPS, 'manifest.json', 'status.json'])
  })

  it('waits for the authority only until one deadline, whatever it asks for, and states what happened', async (t) => {
    const { config, run, hasFiles, faults, requests, warnings } = await openStamped(t)
    Object.assign(config, { retries: 5, deadlines: { total: 1 } })
    const later = (seconds: string) => ({
      status: 503,
      body: Buffer.alloc(0),
      headers: { 'retry-after': seconds },
    })
    for (const [fault, expected, asked] of [
      [later('100'), /\/tsr answered 503 and asked for a pause of 100 s\. The next run asks again\.$/, 1],
      [
        { status: 200, body: Buffer.alloc(0), drips: true },
        /\/tsr (?:took longer than|gave no time stamp within) 1 s/,
        1,
      ],
      [
        { status: 500, body: Buffer.alloc(0) },
        /\/tsr (?:answered 500|gave no time stamp within 1 s)\. The next run/,
        0,
      ],
    ] as const) {
      faults[0] = fault
      requests.length = 0
      await run()
      assert.match(warnings.pop() ?? '', expected)
      assert.deepEqual([hasFiles(), warnings], [[], []])
      if (asked > 0) assert.equal(requests.length, asked)
    }
  })

  it('is not verified if the time stamp is of other checksums', async (t) => {
    const { out, run, authority } = await openStamped(t)
    await run()
    const reply = readFileSync(join(out, 'SHA256SUMS.tsr'))
    for (const [bytes, message] of [
      [authority.reply(REQUEST), /is about other bytes\.$/],
      [reply.subarray(0, -1), /is no answer of RFC 3161\.$/],
      [Buffer.alloc(0), /is no answer of RFC 3161\.$/],
    ] as const) {
      writeFileSync(join(out, 'SHA256SUMS.tsr'), bytes)
      const [finding, ...more] = verifySite(out).findings
      assert.deepEqual([finding?.kind, finding?.path, more], ['contradiction', 'SHA256SUMS.tsr', []])
      assert.match(finding?.message ?? '', message)
    }
    for (let length = 0; length < reply.length; length++)
      assert.notEqual(findTimestampProblem(reply.subarray(0, length), Buffer.alloc(32)), undefined)
  })
})
