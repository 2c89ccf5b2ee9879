import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEvidence } from '../../src/lib/crawl/request.ts'
import { readDocument } from '../../src/lib/reading/read.ts'

/** The pieces of a text, each in the same memory as the one before, as a file is read. */
function* inOneBuffer(text: string, length: number): Iterable<Uint8Array> {
  const bytes = Buffer.from(text)
  const buffer = Buffer.alloc(length)
  for (let at = 0; at < bytes.length; at += length)
    yield buffer.subarray(0, bytes.copy(buffer, 0, at, Math.min(at + length, bytes.length)))
}

test('a document whose first chunks are small and share memory is read correctly', () => {
  const text = JSON.stringify(Array.from({ length: 2000 }, (_, at) => ({ id: `a${at}`, name: `Парк ${at}` })))
  const reading = readDocument(() => inOneBuffer(text, 1000), { format: 'json' })
  assert.equal(reading.count, 2000)
  assert.deepEqual(reading.rows.at(70), ['a70', 'Парк 70'])
})

test('evidence from chunks that share memory is correct', () => {
  const evidence = openEvidence()
  for (const chunk of inOneBuffer('Sorry, we are closed.', 7)) evidence.write(chunk)
  assert.equal(evidence.evidence()?.head, 'Sorry, we are closed.')
})
