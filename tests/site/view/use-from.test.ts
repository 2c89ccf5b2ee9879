import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datasetResource } from '../../../src/lib/interface/index.ts'
import type { Column, ColumnKind, Reading } from '../../../src/lib/reading/index.ts'
import { type UseFrom, useFromOf } from '../../../src/lib/site/view/index.ts'
import { datasetEntry, mirrorOf, readingOf, type SampleDataset } from '../../support/sample-mirror.ts'

function useOf(over: Partial<Reading>, records: SampleDataset['records'] = {}): UseFrom {
  const entry = datasetEntry('a')
  const reading = readingOf([{ n: 1 }], over)
  const mirror = mirrorOf({ datasets: [{ entry, reading, records }] })
  return useFromOf(mirror, datasetResource(entry.code), reading) ?? assert.fail('there is no use of it')
}

const codeOf = ({ uses }: UseFrom, tool: string) => {
  const use = uses.find((one) => one.tool === tool)
  return use && `${use.before}…${use.after}`
}

const columns = (kinds: Record<string, ColumnKind>): Column[] => {
  const [like] = readingOf([{ n: 1 }]).columns
  return Object.entries(kinds).map(([name, kind]) => ({ ...(like as Column), name, kind }))
}

test('records are read from the csv, json from where it is json, and every file has its address', () => {
  const use = useOf({})
  assert.deepEqual(
    use.addresses.map(({ format, address }) => [format, address.replace(/.*\//, '')]),
    [
      ['json', 'index.json'],
      ['xml', 'index.xml'],
      ['csv', 'index.csv'],
    ],
  )
  assert.deepEqual(
    use.uses.map(({ tool, address }) => `${tool} ${address.replace(/.*[.]/, '')}`),
    ['curl json', 'pandas csv', 'r csv', 'javascript json', 'duckdb csv'],
  )
})

test('what is no table is loaded as it is built, and has no csv', () => {
  const use = useOf({ shape: 'tree' })
  assert.deepEqual(
    use.uses.map(({ tool, address }) => `${tool} ${address.replace(/.*[.]/, '')}`),
    ['curl json', 'python json', 'r json', 'javascript json', 'duckdb json'],
  )
  assert.deepEqual(
    use.addresses.map(({ format }) => format),
    ['json', 'xml'],
  )
})

test('where there is no json, the xml is brought and the table is read', () => {
  const use = useOf({ format: 'xml' }, { json: { state: 'quarantined' } })
  assert.deepEqual(
    use.uses.map(({ tool, address }) => `${tool} ${address.replace(/.*[.]/, '')}`),
    ['curl xml', 'pandas csv', 'r csv', 'duckdb csv'],
  )
})

test('columns of codes stay text, so that leading zeros stay; a name is spelled as each language does', () => {
  const use = useOf({ columns: columns({ code: 'code', 'it\'s "so\\"': 'code', n: 'number', t: 'text' }) })
  assert.match(codeOf(use, 'pandas') ?? '', /dtype=\{"code": str, "it's \\"so\\\\\\"": str\},/)
  assert.match(
    codeOf(use, 'r') ?? '',
    /colClasses = c\("code" = "character", "it's \\"so\\\\\\"" = "character"\)/,
  )
  assert.match(codeOf(use, 'duckdb') ?? '', /types = \{'code': 'VARCHAR', 'it''s "so\\"': 'VARCHAR'\}/)
  assert.doesNotMatch(codeOf(useOf({ columns: columns({ n: 'number' }) }), 'pandas') ?? '', /dtype/)
})

test('texts of digits that repeat, which may have leading zeros, stay text too', () => {
  const use = useOf(
    readingOf([{ region: '07' }, { region: '77' }, { region: '07' }], {
      columns: columns({ region: 'text' }),
    }),
  )
  assert.match(codeOf(use, 'pandas') ?? '', /dtype=\{"region": str\}/)
})

test('where codes are many, or a name is not read alike everywhere, all columns are read as text', () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`c${at}`, 'code' as const]))
  const odd: Record<string, ColumnKind>[] = [
    many,
    { '': 'code' },
    { ' a': 'code' },
    { 'a\u0000': 'code' },
    { a: 'code', A: 'text' },
  ]
  for (const kinds of odd) {
    const use = useOf({ columns: columns(kinds) })
    assert.match(codeOf(use, 'pandas') ?? '', /dtype=str,/)
    assert.match(codeOf(use, 'r') ?? '', /colClasses = "character"/)
    assert.match(codeOf(use, 'duckdb') ?? '', /all_varchar = true/)
  }
})

test('an address holds nothing that ends a text in a shell or a language', () => {
  const entry = datasetEntry(`it's "a" $(b) \`c\`!*\\`)
  const mirror = mirrorOf({ datasets: [{ entry, reading: readingOf([{ n: 1 }]) }] })
  const { addresses = [] } = useFromOf(mirror, datasetResource(entry.code), undefined) ?? {}
  const address = addresses[0]?.address ?? ''
  assert.match(address, /^[\w/.%-]+$/)
  assert.equal(decodeURIComponent(address), `api/v1/get_dataset/${entry.code}/index.json`)
})
