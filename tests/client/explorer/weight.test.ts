import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { placeClient } from '../../../scripts/job/renderer.ts'
import { temporaryFolder } from '../../support/temporary.ts'

test('the scripts of the explorer are less than 40 kB compressed with the worker, and less than 60 with charts or parts', async (context) => {
  const folder = temporaryFolder(context)
  await placeClient(folder)
  const [page, worker, chart, parts] = ['', '-worker', '-chart', '-parts'].map(
    (name) => gzipSync(readFileSync(join(folder, `explorer${name}.js`))).length,
  ) as [number, number, number, number]
  assert.ok(page < 21_300, `the page loads ${page} bytes`)
  assert.ok(page + worker < 40_000, `${page + worker} bytes`)
  assert.ok(page + worker + chart < 60_000, `${page + worker + chart} bytes with charts`)
  assert.ok(page + worker + parts < 60_000, `${page + worker + parts} bytes with parts`)
})
