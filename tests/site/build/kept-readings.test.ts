import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { findKept, openKeptReadings } from '../../../src/lib/site/build/pieces.ts'
import { temporaryFolder } from '../../support/temporary.ts'

test('readings that are kept until their pages are made are the same then, infinite means included', (context) => {
  const documents = ['[{"a":1e308},{"a":1.5e308},{"a":-0.0}]', '[]', '{"name":"Ё","inside":{"b":[1,null]}}']
  const readings = documents.map((text) => readDocument(() => [Buffer.from(text)], { format: 'json' }))
  assert.equal(readings[0]?.columns[0]?.numbers?.mean, Number.POSITIVE_INFINITY)
  const keep = openKeptReadings(join(temporaryFolder(context), 'incoming', 'readings'))
  assert.deepEqual(readings.map(keep).map(findKept), readings)
})
