import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { openDecoder } from '../../src/lib/http/decode.ts'

const SKIPPED = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])

async function decode(chunks: readonly Uint8Array[]): Promise<Buffer> {
  const parts: Buffer[] = []
  const decoder = openDecoder('zstd', { write: (chunk) => void parts.push(Buffer.from(chunk)) }, () => {})
  assert.ok(typeof decoder !== 'string')
  for (const chunk of chunks) decoder.write(chunk)
  await decoder.end()
  return Buffer.concat(parts)
}

function cutEvery(bytes: Buffer, length: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
    bytes.subarray(at * length, (at + 1) * length),
  )
}

test('frames with all kinds of blocks are decoded, however the body is divided', async () => {
  const random = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919 * ((at % 251) + 3)) % 256))
  const texts = [Buffer.from('short'), Buffer.alloc(0), Buffer.alloc(300_000, 'a'), random]
  const body = Buffer.concat([SKIPPED, ...texts.flatMap((text) => [zstdCompressSync(text), SKIPPED])])
  const whole = Buffer.concat(texts)
  for (const length of [1, 2, 3, 5, 7, 64, 1000, body.length])
    assert.ok((await decode(cutEvery(body, length))).equals(whole), `in pieces of ${length}`)
})

test('a body that ends inside a later frame, or has other data after it, is rejected', async () => {
  const frame = zstdCompressSync('hello, hello, hello')
  for (let cut = 1; cut < frame.length; cut++)
    await assert.rejects(decode([Buffer.concat([frame, frame.subarray(0, cut)])]), `${cut} bytes`)
  await assert.rejects(decode([Buffer.concat([frame, Buffer.from('garbage')])]))
})
