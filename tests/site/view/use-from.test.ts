import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datasetResource } from '../../../src/lib/interface/index.ts'
import type { Reading } from '../../../src/lib/reading/index.ts'
import { useFromOf } from '../../../src/lib/site/view/index.ts'
import { datasetEntry, mirrorOf, readingOf } from '../../support/sample-mirror.ts'

function pythonFor(over: Partial<Reading>): string {
  const entry = datasetEntry('a')
  const reading = readingOf([{ n: 1 }], over)
  const mirror = mirrorOf({ datasets: [{ entry, reading }] })
  const { uses = [] } = useFromOf(mirror, datasetResource(entry.code), reading) ?? {}
  const [python] = uses.filter(({ tool }) => tool === 'pandas' || tool === 'python')
  return `${python?.tool}: ${python?.before}…${python?.after}`
}

test('pandas is for records, wherever in the document they lie', () => {
  assert.match(pythonFor({ path: '' }), /^pandas: .*read_json\("…", dtype=False, convert_dates=False\)/s)
  assert.match(
    pythonFor({ path: 'ответ.items[]' }),
    /json_normalize\(json\.load\(answer\)\["ответ"\]\["items"\]\)/,
  )
})

test('what is no table, or lies where code could not be sure of it, is only loaded', () => {
  for (const over of [{ shape: 'tree' }, { shape: 'rows', path: 'data' }, { path: 'a b"c.d[]' }] as const)
    assert.match(pythonFor(over), /^python: .*data = json\.load\(answer\)$/s)
  assert.match(pythonFor({ format: 'xml' }), /^python: /)
})

test('an address holds nothing that ends a text in a shell or a language', () => {
  const entry = datasetEntry(`it's "a" $(b) \`c\`!*\\`)
  const mirror = mirrorOf({ datasets: [{ entry, reading: readingOf([{ n: 1 }]) }] })
  const { address = '' } = useFromOf(mirror, datasetResource(entry.code), undefined) ?? {}
  assert.match(address, /^[\w/.%-]+$/)
  assert.equal(decodeURIComponent(address), `api/v1/get_dataset/${entry.code}/index.json`)
})
