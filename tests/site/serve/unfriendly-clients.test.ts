import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openFolder } from '../../../src/lib/site/handler/folder.mjs'
import { createHandler } from '../../../src/lib/site/handler/handler.mjs'
import { createHandlerServer } from '../../../src/lib/site/handler/listener.mjs'
import { isWorthCompressing } from '../../../src/lib/site/host/compress.ts'
import { rulesOf } from '../../../src/lib/site/host/rules.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const BIG = 'api/v1/get_dataset/big/index.json'
const BYTES = 30_000_000
const skip = existsSync('/proc/self/fd') ? false : 'the open files of a process are not listed in /proc'

test('a client that sends many requests and reads no response takes one file, and the others are answered', {
  skip,
}, async (t) => {
  const { port, folder } = await startServer(t)
  const client = await open(t, port)
  client.write(get(BIG).repeat(50))
  await once(client, 'readable')
  const other = await fetch(`http://127.0.0.1:${port}/index.html`)
  assert.deepEqual([other.status, await other.text()], [200, 'home'])
  assert.equal(countOpen(join(folder, BIG)), 1)
})

test('the responses to requests that were sent together have their order', async (t) => {
  const { port } = await startServer(t)
  const client = await open(t, port)
  client.write(get('1.txt') + get('none') + get('2.txt') + get('3.txt', 'connection: close'))
  const text = await readAll(client)
  assert.deepEqual(
    text.match(/HTTP\/1\.1 \d+/g),
    [200, 404, 200, 200].map((status) => `HTTP/1.1 ${status}`),
  )
  assert.match(text, /first.+second.+third$/s)
})

for (const count of [90, 101, 1000])
  test(`${count} requests that were sent together are all answered`, async (t) => {
    const { port } = await startServer(t)
    const client = await open(t, port)
    client.write(get('1.txt').repeat(count - 1) + get('2.txt', 'connection: close'))
    const text = await readAll(client)
    assert.equal(text.match(/HTTP\/1\.1 200/g)?.length, count)
    assert.match(text, /first.+second$/s)
  })

test('a client that sends requests without end and reads no response is not read from either, then disconnected', async (t) => {
  const { port, server } = await startServer(t, 1000)
  let received = 0
  server.on('request', () => {
    received += 1
  })
  const connection = once(server, 'connection')
  const client = await open(t, port)
  client.on('error', () => {})
  client.write(get(BIG).repeat(100_000))
  const [socket] = await connection
  await once(socket, 'close')
  assert.ok(received > 100 && received < 5000, `${received} requests were received`)
})

test('a client that stops reading is disconnected', { skip }, async (t) => {
  const { port, folder } = await startServer(t, 100)
  const client = await open(t, port)
  client.on('error', () => {})
  client.write(get(BIG))
  await once(client, 'readable')
  while (countOpen(join(folder, BIG)) > 0) await new Promise(setImmediate)
})

for (const coding of ['identity', 'gzip'])
  test(`a file that is shortened while it is sent ends the connection, so nothing else is taken for the rest: ${coding}`, async (t) => {
    const { port, folder } = await startServer(t)
    const client = await open(t, port)
    client.on('error', () => {})
    client.write(get(BIG, `accept-encoding: ${coding}`) + get('1.txt', 'connection: close'))
    await once(client, 'readable')
    truncateSync(join(folder, BIG), 0)
    const text = await readAll(client)
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200'])
    assert.ok(!text.endsWith('0\r\n\r\n'), 'a cut response looks complete')
  })

async function startServer(t: TestContext, idle?: number) {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, BIG, '..'), { recursive: true })
  // Random, so that gzip does not make it so short that it is sent at once.
  const bytes = Buffer.alloc(BYTES)
  for (let at = 0, value = 1; at < BYTES; at += 4) {
    value = (Math.imul(value, 1664525) + 1013904223) >>> 0
    bytes.writeUInt32LE(value, at)
  }
  writeFileSync(join(folder, BIG), bytes)
  for (const [name, text] of [
    ['index.html', 'home'],
    ['404.html', 'not here'],
    ['1.txt', 'first'],
    ['2.txt', 'second'],
    ['3.txt', 'third'],
  ] as const)
    writeFileSync(join(folder, name), text)
  const site = openFolder(folder, isWorthCompressing)
  const server = createHandlerServer(createHandler(rulesOf('/'), site), idle)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { folder, server, port: (server.address() as AddressInfo).port }
}

async function open(t: TestContext, port: number): Promise<Socket> {
  const client = connect(port, '127.0.0.1')
  t.after(() => client.destroy())
  await once(client, 'connect')
  return client
}

function get(path: string, header = 'accept: */*'): string {
  return `GET /${path} HTTP/1.1\r\nhost: mirror\r\n${header}\r\n\r\n`
}

async function readAll(client: Socket): Promise<string> {
  const chunks: Buffer[] = []
  client.on('data', (chunk) => chunks.push(chunk))
  await closing(client)
  return Buffer.concat(chunks).toString('latin1')
}

/** Resolves when the connection has ended, also by an error. */
function closing(client: Socket): Promise<void> {
  return new Promise((resolve) => client.on('close', () => resolve()))
}

/** How often this process has a file open. */
function countOpen(path: string): number {
  const targets = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`)
    } catch {
      return undefined
    }
  })
  return targets.filter((target) => target === path).length
}
