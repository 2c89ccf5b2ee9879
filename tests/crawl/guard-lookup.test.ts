import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import type { LookupFunction } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { guardLookup, isPrivateAddress } from '../../src/lib/http/guard-lookup.ts'
import { FetchFailure } from '../../src/lib/http/index.ts'
import { parseBaseAddress } from '../../src/lib/interface/index.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { openTestClient } from '../support/timed-client.ts'

const familyOf = (address: string) => (address.includes(':') ? 6 : 4)

/** A lookup that gives these addresses, one answer after the other, the last one for ever. */
function answers(...turns: readonly (readonly string[])[]): LookupFunction {
  let turn = 0
  return (_host, _options, done) => {
    const found = turns[Math.min(turn++, turns.length - 1)] ?? []
    done(
      null,
      found.map((address) => ({ address, family: familyOf(address) })),
    )
  }
}

const SOURCE = new URL('../../src/', import.meta.url)
/** Looks up a host that does not exist, and prints the code of the error. */
const UNKNOWN = `
import { guardLookup } from '${new URL('lib/http/guard-lookup.ts', SOURCE)}'
const unknown = Object.assign(new Error(), { code: 'ENOTFOUND' })
guardLookup((_host, _options, done) => done(unknown, []))('absent.test', {}, ({ code }) => console.log(code))
`

function lookUp(lookup: LookupFunction, host: string): Promise<string | readonly string[]> {
  return new Promise((resolve) =>
    lookup(host, { all: true }, (error, found) =>
      resolve(
        error
          ? (error.code ?? '')
          : (found as unknown as { address: string }[]).map(({ address }) => address),
      ),
    ),
  )
}

const PUBLIC = '203.0.113.7'

test('once a service had a public address, neither host form may resolve to a private one', async () => {
  const lookup = guardLookup(answers([PUBLIC], ['127.0.0.1'], ['169.254.169.254'], [PUBLIC, '10.0.0.1']))
  assert.deepEqual(await lookUp(lookup, 'data.test'), [PUBLIC])
  assert.equal(await lookUp(lookup, 'data.test'), 'ERR_PRIVATE_ADDRESS')
  assert.equal(await lookUp(lookup, 'www.data.test'), 'ERR_PRIVATE_ADDRESS')
  assert.deepEqual(await lookUp(lookup, 'data.test'), [PUBLIC])
})

test('a service in a private network may be requested there, and one with both kinds only at its public addresses', async () => {
  const private_ = guardLookup(answers(['10.1.2.3'], ['fd00::1', '10.1.2.3']))
  assert.deepEqual(await lookUp(private_, 'intranet'), ['10.1.2.3'])
  assert.deepEqual(await lookUp(private_, 'www.intranet'), ['fd00::1', '10.1.2.3'])
  const both = guardLookup(answers(['10.1.2.3', '2001:db8::1']))
  assert.deepEqual(await lookUp(both, 'data.test'), ['2001:db8::1'])
})

test('no name may resolve to the metadata service of a cloud, not even at first', async () => {
  const addresses = [
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
  ]
  for (const address of addresses) {
    assert.equal(await lookUp(guardLookup(answers([address])), 'data.test'), 'ERR_PRIVATE_ADDRESS', address)
    assert.deepEqual(await lookUp(guardLookup(answers([address, '10.0.0.1'])), 'data.test'), ['10.0.0.1'])
  }
})

test('guards lookups of a single address as well, and passes their errors on', async () => {
  let turn = 0
  const single = guardLookup((_host, _options, done) => {
    if (turn++ === 2) return done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), '', 0)
    done(null, turn === 1 ? PUBLIC : '127.0.0.1', 4)
  })
  const look = () =>
    new Promise((resolve) => single('a.test', {}, (error, found) => resolve(error ? error.code : found)))
  assert.deepEqual([await look(), await look(), await look()], [PUBLIC, 'ERR_PRIVATE_ADDRESS', 'ENOTFOUND'])
})

test('a public service whose name now resolves to this machine is not requested there', async (t) => {
  const origin = await startScripted(t)
  origin.otherwise('[]')
  const guarded = answers([PUBLIC], ['127.0.0.1'])
  const connect = { lookup: guarded }
  const deadlines = { connect: 0.2, idle: 20, total: 60 }
  const client = openTestClient(t, [parseBaseAddress(`http://data.test:${origin.port}`)], {
    connect,
    deadlines,
  })
  await client.ask('a')
  const second = await client.ask('a')
  assert.ok(second instanceof FetchFailure)
  assert.equal(second.kind, 'redirect')
  assert.match(second.message, /private network, .*data\.test is 127\.0\.0\.1/)
  assert.equal(origin.requests.length, 0)
})

test('recognises addresses of this machine, of private networks and of the cloud in any notation', () => {
  const inside = [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '2002:a9fe:a9fe::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '168.63.129.16',
    '64:ff9b::168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'not an address',
    '',
  ]
  for (const address of inside) assert.equal(isPrivateAddress(address), true, address)
  const outside = [
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '64:ff9b::808:808',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
    '168.63.129.17',
    '2001:4860:4860::8888',
  ]
  for (const address of outside) assert.equal(isPrivateAddress(address), false, address)
})

test('a host that does not exist is one also where only the program may be read', () => {
  const args = [
    '--permission',
    `--allow-fs-read=${fileURLToPath(SOURCE)}`,
    '--input-type=module',
    '-e',
    UNKNOWN,
  ]
  assert.equal(execFileSync(process.execPath, args, { encoding: 'utf8' }), 'ENOTFOUND\n')
})
