import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { datasetResource } from '../../../src/lib/interface/index.ts'
import type { Column, ColumnKind, Reading } from '../../../src/lib/reading/index.ts'
import { type UseFrom, useFromOf } from '../../../src/lib/site/view/index.ts'
import { datasetEntry, mirrorOf, readingOf, type SampleDataset } from '../../support/sample-mirror/index.ts'

describe('code for programs', () => {
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

  test('records are read from the csv and documents from the json, and every file has its address', () => {
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

  test('a document without a table is loaded as it is and has no csv', () => {
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

  test('without json, the xml is downloaded and the table is read', () => {
    const use = useOf({ format: 'xml' }, { json: { state: 'missing' } })
    assert.deepEqual(
      use.uses.map(({ tool, address }) => `${tool} ${address.replace(/.*[.]/, '')}`),
      ['curl xml', 'pandas csv', 'r csv', 'duckdb csv'],
    )
  })

  test('columns of codes are read as text, which preserves leading zeros, with names as each language writes them', () => {
    const use = useOf({ columns: columns({ code: 'code', 'it\'s "so\\"': 'code', n: 'number' }) })
    assert.match(codeOf(use, 'pandas') ?? '', /dtype=\{"code": str, "it's \\"so\\\\\\"": str\},/)
    assert.match(
      codeOf(use, 'r') ?? '',
      /colClasses = c\("code" = "character", "it's \\"so\\\\\\"" = "character"\)/,
    )
    assert.match(codeOf(use, 'duckdb') ?? '', /types = \{'code': 'VARCHAR', 'it''s "so\\"': 'VARCHAR'\}/)
    assert.doesNotMatch(codeOf(useOf({ columns: columns({ n: 'number' }) }), 'pandas') ?? '', /dtype/)
  })

  test('repeated texts of digits, which may have leading zeros, are read as text too', () => {
    const use = useOf(
      readingOf([{ region: '07' }, { region: '77' }, { region: '07' }], {
        columns: columns({ region: 'text' }),
      }),
    )
    assert.match(codeOf(use, 'pandas') ?? '', /dtype=\{"region": str\}/)
  })

  test('if there are many codes, or a name is not read the same everywhere, all columns are read as text', () => {
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

  test('texts that some program takes for something else are read as text if no value of the column is clearly text', () => {
    const words = ['T', 'yes', '0x1F', '1d5', '2i', 'inf', 'NA', '1e5']
    const row = Object.fromEntries(words.map((word, at) => [`c${at}`, word]))
    const kinds = Object.fromEntries(words.map((_, at) => [`c${at}`, 'text' as const]))
    assert.match(
      codeOf(useOf(readingOf([row], { columns: columns(kinds) })), 'r') ?? '',
      /colClasses = "character"/,
    )
    const plain = Object.fromEntries(words.map((_, at) => [`c${at}`, '12:30']))
    assert.doesNotMatch(
      codeOf(useOf(readingOf([row, plain], { columns: columns(kinds) })), 'r') ?? '',
      /colClasses/,
    )
  })

  test('numbers that a float would round are text in a table, and BigInt in JavaScript', () => {
    const [like] = readingOf([{ id: 1 }]).columns
    for (const [max, is] of [
      ['9007199254740993', true],
      ['9007199254740991', false],
    ] as const) {
      const use = useOf({ columns: [{ ...(like as Column), min: '1', max }] })
      assert.equal(/dtype=\{"id": str\}/.test(codeOf(use, 'pandas') ?? ''), is)
      assert.equal(/BigInt/.test(codeOf(use, 'javascript') ?? ''), is)
    }
  })

  test('DuckDB is given the column names if it cannot read the header, or otherwise the json', () => {
    const duckOf = (names: string[]) =>
      codeOf(useOf({ columns: columns(Object.fromEntries(names.map((name) => [name, 'link']))) }), 'duckdb')
    assert.match(duckOf(['a', 'b, c']) ?? '', /header = true/)
    assert.match(duckOf(["it's, a", 'b']) ?? '', /header = false, skip = 1,\n {2}names = \['it''s, a', 'b'\]/)
    for (const names of [
      ['a\nb'],
      ['a, b', 'c\nd'],
      ['a, b', 'A, B'],
      ['a,', ...Array.from({ length: 40 }, (_, at) => `n${at}`)],
    ])
      assert.match(duckOf(names) ?? '', /read_json/)
  })

  test('the example for R mentions empty lines only if a record is one value', () => {
    assert.match(codeOf(useOf({}), 'r') ?? '', /blank\.lines\.skip = FALSE/)
    const two = useOf(readingOf([{ a: 1, b: 2 }]))
    assert.doesNotMatch(codeOf(two, 'r') ?? '', /blank\.lines/)
  })

  test('the code for programs that infer types from the first rows makes them read all rows of a long table', () => {
    const long = useOf({ count: 600_000 })
    assert.match(codeOf(long, 'duckdb') ?? '', /sample_size = -1/)
    assert.match(codeOf(long, 'pandas') ?? '', /low_memory=False/)
    assert.doesNotMatch(
      `${codeOf(useOf({}), 'duckdb')}${codeOf(useOf({}), 'pandas')}`,
      /sample_size|low_memory/,
    )
  })

  test('an address contains nothing that ends a string in a shell or a language', () => {
    const entry = datasetEntry(`it's "a" $(b) \`c\`!*\\`)
    const mirror = mirrorOf({ datasets: [{ entry, reading: readingOf([{ n: 1 }]) }] })
    const { addresses = [] } = useFromOf(mirror, datasetResource(entry.code), undefined) ?? {}
    const address = addresses[0]?.address ?? ''
    assert.match(address, /^[\w/.%-]+$/)
    assert.equal(decodeURIComponent(address), `api/v1/get_dataset/${entry.code}/index.json`)
  })

  test('examples can be made for numbers of ten million digits', () => {
    const digits = '1'.repeat(10_000_000)
    const [like] = readingOf([{ n: 1 }]).columns
    for (const kind of ['number', 'text'] as const) {
      const column = { ...(like as Column), kind, min: digits, max: digits, frequent: [] }
      const use = useOf({ columns: [column], rows: [[digits], [`${digits}x`]] })
      assert.match(codeOf(use, 'pandas') ?? '', /round_trip|dtype=str/)
    }
  })
})
