import { createHash } from 'node:crypto'
import { openHead, type Sink } from '../http/index.ts'
import type { Evidence } from '../snapshot/index.ts'

const HEAD_BYTES = 256
/** Maximum bytes read of a body that is not data. */
const MOST_BYTES = 256 * 1024

/** Describes a rejected body. A character that is cut at the end of the head is left out. */
export function describeEvidence(bytes: number, sha256: string, head: Uint8Array): Evidence {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head.subarray(0, HEAD_BYTES), {
    stream: head.length >= HEAD_BYTES,
  })
  return { bytes, sha256, head: text }
}

/** Thrown by a sink that needs no more bytes. */
export const ENOUGH = new Error('the rest of the body is not wanted')

/** Opens a sink for the body of an error response: it takes at most the first 256 KiB, then throws {@link ENOUGH}. */
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
