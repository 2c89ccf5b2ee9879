import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { readCsv } from '../support/csv.ts'
import { NO_DUCK, openDuck } from '../support/loading/duck.ts'
import { isSameNumber } from '../support/loading/parquet.ts'
import { buildWithBundle, mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

// Codes and columns that are awkward in SQL, in a path, or in a pattern.
const TABLES: Readonly<Record<string, readonly object[]>> = {
  "it's [1]*?": [
    { a: '007', "b'": 1, 'c"': true, 'd;--': '' },
    { a: null, "b'": -5 },
  ],
  'say "ё" %41': [
    { select: '2024-01-01', at: '2024-01-01T10:00:00Z', n: 0.5, version: '2.1' },
    { select: null, n: 1e-7, version: '1.1' },
  ],
  Airports: [{ Name: 1, name: 'x', NAME: null, name_1: 'y' }],
  airports: [{ '': 'no name', 'a,b': 1 }, { 'a,b': 2 }],
  nul: [{ '\0a': 1, '\ufffda': null, '\ud800A': 'NUL \0' }],
  days: [{ day: null }, { day: '2024-02-29' }, {}],
  single: [{ only: '' }, { only: null }, { only: ' padded ' }],
  wide: [Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`c${at}`, at % 2 ? at : `t"${at}`]))],
  large: Array.from({ length: 30_000 }, (_, n) => ({
    n,
    text: n % 7 === 0 ? null : `the text of ${n}, "quoted"`,
  })),
}
const LINE = [{ 'a\nb': 1, c: 2 }]
/** The names of columns that DuckDB cannot have as they are. */
const RENAMED: Readonly<Record<string, readonly string[]>> = {
  Airports: ['Name', 'name_1', 'NAME_2', 'name_1_1'],
  airports: ['column1', 'a,b'],
  nul: ['\ufffda', '\ufffda_1', '\ufffdA_2'],
}
const CODES = [...Object.keys(TABLES), 'empty', 'line']

describe('mirror.sql', () => {
  const folder = temporaryFolder({ after })
  const settings = (config: object) => settingsIn(folder, { formats: ['json'], robots: 'ignore', ...config })
  let out: string
  let script: string
  let origin: string
  before(async () => {
    const list = JSON.stringify(CODES.map((id) => ({ id, title: `About\n${id}` })))
    const service = await startScripted({ after } as unknown as TestContext, {
      'api/v1/list/?type=json': list,
      'api/v1/list_datasets/?type=json': list,
      'api/v1/list_categories/?type=json': '[]',
      'api/v1/list_oivs/?type=json': '[]',
      ...Object.fromEntries(
        Object.entries({ ...TABLES, empty: [], line: LINE }).map(([code, data]) => [
          `api/v1/get_dataset/${encodeURIComponent(code)}/?type=json`,
          JSON.stringify(data),
        ]),
      ),
    })
    origin = service.base
    out = settings({ origin }).out
    await mirrorInto(settings({ origin }))
    script = readFileSync(join(out, 'mirror.sql'), 'utf8')
  })

  it('has a view for each dataset with a table, and names the others', () => {
    assert.equal(script.match(/^CREATE OR REPLACE VIEW /gm)?.length, Object.keys(TABLES).length)
    assert.deepEqual(script.match(/(?<=^-- Without a view.*: ).*$/gm), ['"empty"', '"line"'])
    assert.match(script, /VIEW "large" AS FROM read_parquet\('api\/v1\/get_dataset\/large\/index\.parquet'\)/)
  })

  it('has absolute addresses if the config states that of the site', async () => {
    await buildWithBundle(settings({ origin, site: 'https://example.org/data/' }))
    const absolute = readFileSync(join(out, 'mirror.sql'), 'utf8')
    await buildWithBundle(settings({ origin }))
    assert.equal(readFileSync(join(out, 'mirror.sql'), 'utf8'), script)
    const addresses = [...absolute.matchAll(/AS FROM read_\w+\('([^']*)'/g)].map(([, address]) => address)
    assert.deepEqual(
      addresses,
      Object.keys(TABLES).map((code) => {
        const segment = encodeURIComponent(code).replace(
          /['*]/g,
          (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
        )
        return `https://example.org/data/api/v1/get_dataset/${segment}/index.${code === 'large' ? 'parquet' : 'csv'}`
      }),
    )
  })

  it('gives every cell of the csv in DuckDB, with the names and types of the columns', {
    skip: NO_DUCK,
  }, async () => {
    const duck = await openDuck()
    await duck.runAndReadAll(`SET file_search_path = '${out.replaceAll("'", "''")}'`)
    await duck.runAndReadAll(script)
    const named = await duck.runAndReadAll('SELECT view_name, comment FROM duckdb_views() WHERE NOT internal')
    const views = new Map(named.getRows().map(([name, comment]) => [comment, name as string]))
    for (const code of Object.keys(TABLES)) {
      const view = views.get(`About\n${code}`)
      assert.equal(view, code === 'airports' ? 'airports (1)' : code)
      const { names, rows } = readCsv(readFileSync(join(out, 'api/v1/get_dataset', code, 'index.csv')))
      const read = await duck.runAndReadAll(`FROM "${view?.replaceAll('"', '""')}"`)
      const expected = RENAMED[code] ?? names
      assert.deepEqual(read.columnNames(), expected, code)
      assert.deepEqual(
        read.getRows().map((row) => row.map(textOf)),
        rows.map((row) => row.map((cell) => plain(names.length === 1 ? cell || null : cell))),
        code,
      )
    }
    const types = await duck.runAndReadAll(`SELECT column_type FROM (DESCRIBE "say ""ё"" %41")`)
    assert.deepEqual(types.getRows().flat(), ['DATE', 'TIMESTAMP WITH TIME ZONE', 'DOUBLE', 'VARCHAR'])
  })
})

// Cells as texts that are comparable.
function textOf(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'object' ? String(value).replace(' ', 'T').replace(/\+00$/, 'Z') : String(value)
}

function plain(cell: string | null): string | null {
  return cell !== null && /^-?\d/.test(cell) && isSameNumber(cell, String(Number(cell))) && !/^0\d/.test(cell)
    ? String(Number(cell))
    : cell
}
