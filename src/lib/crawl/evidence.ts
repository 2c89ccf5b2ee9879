import { createHash } from 'node:crypto'
import type { Evidence } from '../snapshot/index.ts'
import type { Sink } from './decode.ts'
import { openHead } from './head.ts'

const HEAD_BYTES = 256
/** Of a body that is no data, so much is read. */
const MOST_BYTES = 256 * 1024

/** What is known of bytes that are not believed. A character the head cuts in two is left out. */
export function describeEvidence(bytes: number, sha256: string, head: Uint8Array): Evidence {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head.subarray(0, HEAD_BYTES), {
    stream: head.length >= HEAD_BYTES,
  })
  return { bytes, sha256, head: text }
}

/** Thrown by a sink that has seen enough. */
export const ENOUGH = new Error('the rest of the body is not wanted')

/** Takes the body of an answer that is no data: at most its first 256 KiB, then it throws {@link ENOUGH}. */
export function openEvidence(): Sink & { evidence(): Evidence | undefined } {
  const head = openHead(MOST_BYTES)
  let bytes = 0
  return {
    write(chunk) {
      head.write(chunk)
      bytes += chunk.length
      if (bytes > MOST_BYTES) throw ENOUGH
    },
    evidence() {
      const body = head.bytes()
      if (body.length === 0) return undefined
      return describeEvidence(body.length, createHash('sha256').update(body).digest('hex'), body)
    },
  }
}
