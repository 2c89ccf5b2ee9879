import assert from 'node:assert/strict'
import type { Format } from '../../../src/lib/interface/index.ts'
import {
  createDocumentCheck,
  deriveDocument,
  openTable,
  UnreadableDocument,
} from '../../../src/lib/reading/index.ts'
import { readDocument } from '../../../src/lib/reading/read.ts'

export const MIB = 2 ** 20
const PIECE = 256 * 1024

/** A document with a beginning, a piece that is repeated up to a number of bytes, and an end. */
export function* repeated(begin: string, piece: string, bytes: number, end: string): Iterable<Uint8Array> {
  yield Buffer.from(begin)
  const block = Buffer.from(piece.repeat(Math.max(1, Math.floor(PIECE / piece.length))))
  for (let at = 0; at < bytes; at += block.length) yield block
  yield Buffer.from(end)
}

/** A valid document that exceeds a limit of the readers, and their message. */
export type Large = readonly [
  format: Format,
  name: string,
  document: () => Iterable<Uint8Array>,
  says: RegExp,
]

/** Every way to read a document. */
export function readersOf(format: Format, document: () => Iterable<Uint8Array>): readonly (() => void)[] {
  return [
    () => readDocument(document, { format }),
    () => openTable(document, { format }).each(() => {}),
    () => deriveDocument(document, { format }, format === 'json' ? 'xml' : 'json', () => {}),
  ]
}

/** Asserts that something refuses to read a document because it is too large, with this message. */
export function assertTooLarge(read: () => void, says: RegExp): void {
  const error = refusal(read)
  assert.equal(error.fault, 'large')
  assert.match(error.message, says)
}

/** Checks a document against the grammar of its format. */
export function check(format: Format, document: () => Iterable<Uint8Array>): void {
  const whole = createDocumentCheck(format)
  for (const chunk of document()) whole.write(chunk)
  whole.end()
}

/** The error with which something refuses to read a document. */
export function refusal(act: () => void): UnreadableDocument {
  try {
    act()
  } catch (error) {
    if (error instanceof UnreadableDocument) return error
    throw error
  }
  return assert.fail('it was read')
}
