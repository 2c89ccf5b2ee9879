import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { Agent } from 'undici'
import { exchange } from '../../src/lib/http/exchange.ts'

it('accepts a complete body whose connection closes before it is decompressed', async (context) => {
  const row = () => `${randomBytes(12).toString('hex')}${' and so on'.repeat(30)}`
  const document = Buffer.from(Array.from({ length: 15_000 }, row).join('\n'))
  const body = zstdCompressSync(document)
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'zstd', 'content-length': body.length }).end(body)
  })
  server.keepAliveTimeout = 1
  Object.assign(server, { keepAliveTimeoutBuffer: 0 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const agent = new Agent()
  context.after(async () => {
    await agent.destroy()
    server.close()
  })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  for (let round = 0; round < 5; round++) {
    let bytes = 0
    // A sink that keeps the only thread busy, as checking a large document does, so that the pause lasts.
    const write = (chunk: Uint8Array) => {
      for (const until = performance.now() + 1; performance.now() < until; );
      bytes += chunk.length
    }
    const { signal } = new AbortController()
    await exchange(agent, { url, headers: {}, total: 20_000, signal, open: () => ({ write }) })
    assert.equal(bytes, document.length)
  }
})
