import assert from 'node:assert/strict'
import type { Format } from '../../src/lib/interface/index.ts'
import {
  createDocumentCheck,
  deriveDocument,
  eachRecord,
  eachText,
  findErrorReport,
  sniffEncoding,
  UnreadableDocument,
} from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'

export interface Outcome {
  readonly accepted: boolean
  readonly count: number
}

/** Runs a reader; undefined when it refused the document in the way it may. Any other error is a fault of ours. */
function allowed<T>(act: () => T): { value: T } | undefined {
  try {
    return { value: act() }
  } catch (error) {
    if (error instanceof UnreadableDocument) return undefined
    throw error
  }
}

function isTooLarge(act: () => unknown): boolean {
  try {
    act()
    return false
  } catch (error) {
    return error instanceof UnreadableDocument && error.fault === 'large'
  }
}

/** Reads a document with every reader, and compares the results. */
export function exercise(bytes: Uint8Array, format: Format, pieces = 4096): Outcome {
  const source = function* () {
    for (let at = 0; at < bytes.length; at += pieces) yield bytes.subarray(at, at + pieces)
  }
  const hint = { format }
  sniffEncoding(bytes, undefined)
  const checked = allowed(() => check(source, format))
  const reading = allowed(() => readDocument(source, hint))
  // A check holds no values, so that it takes what is too large to be read.
  if (checked && !reading && isTooLarge(() => readDocument(source, hint))) return { accepted: true, count: 0 }
  assert.equal(reading !== undefined, checked !== undefined, 'the check and the reader agree')
  let records = 0
  const visited = allowed(() => eachRecord(source, hint, () => void records++).visited)
  let texts = 0
  const all = allowed(() => eachText(source, hint, () => void texts++))
  assert.equal(visited !== undefined, checked !== undefined, 'the check and the visitor of records agree')
  assert.equal(all !== undefined, checked !== undefined, 'the check and the visitor of texts agree')
  findErrorReport(source, hint)
  if (!reading || !checked) return { accepted: false, count: 0 }
  assert.equal(reading.value.count, visited?.value)
  assert.equal(records, visited?.value)
  assert.equal(reading.value.encoding, checked.value)
  assert.ok(texts <= bytes.length + 1, 'no more texts than bytes')
  JSON.stringify(reading.value)
  for (const to of ['json', 'xml'] as const) if (to !== format) exerciseDerived(source, format, to, records)
  return { accepted: true, count: records }
}

function check(source: () => Iterable<Uint8Array>, format: Format): string {
  const whole = createDocumentCheck(format, undefined, { maxDepth: 100_000 })
  for (const piece of source()) whole.write(piece)
  return whole.end().encoding
}

/** The derived document is complete, and has as many records as its source. */
function exerciseDerived(
  source: () => Iterable<Uint8Array>,
  format: Format,
  to: 'json' | 'xml',
  records: number,
): void {
  const parts: Buffer[] = []
  deriveDocument(source, { format }, to, (part) => parts.push(Buffer.from(part)))
  const derived = () => parts
  const whole = createDocumentCheck(to, undefined, { maxDepth: 5000 })
  for (const part of parts) whole.write(part)
  whole.end()
  const seen = eachRecord(derived, { format: to }, () => {})
  if (records > 1) assert.equal(seen.visited, records, 'the derived document has the records of its source')
}
