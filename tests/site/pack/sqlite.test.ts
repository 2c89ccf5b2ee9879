import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { hasProgram } from '../../host/servers/started.ts'
import { readCsv } from '../../support/csv.ts'
import { mirrorInto, runHere, settingsIn } from '../../support/mirror.ts'
import { startScripted } from '../../support/scripted-origin.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const skip = hasProgram('sqlite3') ? false : 'sqlite3 is not on this machine'

// Codes and columns that are awkward in SQL or taken, and values at the limits of its types.
const TABLES: Readonly<Record<string, readonly object[]>> = {
  datasets: [{ n: 1 }],
  Sqlite_a: [{ select: 'x', Select: 'y', '': true, '"]`': false }],
  "it's": [
    { text: '007', real: 0.5, yes: true, day: '2024-01-01', version: '1.10' },
    { text: '', real: null, yes: false, version: '1.1' },
  ],
  only: [{ a: null }, { a: '' }, { a: 'a, "b"\r\nё' }],
  counts: [{ n: null }, { n: 5 }, {}],
  ONLY: [{ n: 1 }],
  // No database has a name with NUL, or with half of a surrogate pair.
  nul: [{ 'a\0': 1, 'a\ufffd': 2, 'A\ud800': 3 }],
}
// Keys that are equal when they are stored in UTF-8.
const CATEGORIES = [
  { id: 'x', title: 'Roads' },
  { id: '\ud800', title: 'Half' },
  { id: '\ud801', title: 'Other half' },
]
const CODES = [...Object.keys(TABLES), 'big', 'none']
const BIG = '[{"n":9223372036854775807,"m":1},{"n":-1,"m":9223372036854775808}]'
const NAMES: Readonly<Record<string, string>> = {
  datasets: 'datasets (1)',
  Sqlite_a: '_Sqlite_a',
  only: 'only (1)',
}

const PYTHON = '/usr/bin/python3'
const withoutPython = hasProgram(PYTHON) ? false : 'python3 is not on this machine'

// What Datasette asks of every table before it shows one, and the text of every cell, as Python's driver decodes it.
const AS_DATASETTE = `
import json, sqlite3, sys
database = sqlite3.connect('file:' + sys.argv[1] + '?immutable=1', uri=True)
quoted = lambda name: '"' + name.replace('"', '""') + '"'
found = {'types': set(), 'tables': [], 'cells': 0, 'keys': [], 'broken': len(database.execute('PRAGMA foreign_key_check').fetchall())}
for name, in database.execute("select name from sqlite_master where type = 'table'").fetchall():
    found['tables'].append(name)
    found['types'].update(column[2] for column in database.execute('PRAGMA table_xinfo(' + quoted(name) + ')'))
    for key in database.execute('PRAGMA foreign_key_list(' + quoted(name) + ')'):
        found['keys'].append([name, key[3], key[2], key[4]])
    for row in database.execute('select rowid, * from ' + quoted(name)):
        found['cells'] += len(row) - 1
print(json.dumps({**found, 'types': sorted(found['types'])}))
`

describe('a mirror as a SQLite database', { skip }, () => {
  const folder = temporaryFolder({ after })
  let out: string
  const file = (name: string) => join(folder, `${name}.sqlite`)
  const pack = (name: string, ...more: string[]) => {
    const config = join(folder, 'none.config.mjs')
    writeFileSync(config, 'export default {}')
    return runHere(['pack', out, '--sqlite', '--config', config, '--out', file(name), '--json', ...more])
  }
  const query = (sql: string): Record<string, unknown>[] => {
    const answer = execFileSync('sqlite3', ['-json', file('one'), sql], { encoding: 'utf8' })
    return answer === '' ? [] : JSON.parse(answer)
  }
  before(async () => {
    const list = JSON.stringify(CODES.map((id) => ({ id, title: `About ${id}`, category: 'x', oiv: 'o' })))
    const origin = await startScripted({ after } as unknown as TestContext, {
      'api/v1/list/?type=json': list,
      'api/v1/list_datasets/?type=json': list,
      'api/v1/list_categories/?type=json': JSON.stringify(CATEGORIES),
      'api/v1/list_oivs/?type=json': '[{"id":"o","title":"The office"}]',
      ...Object.fromEntries(
        Object.entries(TABLES).map(([code, data]) => [
          `api/v1/get_dataset/${encodeURIComponent(code)}/?type=json`,
          JSON.stringify(data),
        ]),
      ),
      'api/v1/get_dataset/big/?type=json': BIG,
      'api/v1/get_dataset/none/?type=json': '[]',
    })
    const settings = settingsIn(folder, { origin: origin.base, formats: ['json'], robots: 'ignore' })
    out = settings.out
    await mirrorInto(settings)
    const { code, stdout, stderr } = await pack('one')
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).tables, CODES.length - 1)
  })

  for (const [what, options] of [
    ['a database', ['--sqlite']],
    ['a zip', []],
  ] as const)
    it(`is written by one of two runs that write ${what} to the same file`, async () => {
      const target = file('both')
      const args = ['pack', out, ...options, '--out', target, '--json']
      const runs = await Promise.all([runHere(args), runHere(args)])
      assert.deepEqual(runs.map(({ code }) => code).sort(), [0, 8], runs.map(({ stderr }) => stderr).join())
      const packed = runs.find(({ code }) => code === 0)?.stdout ?? ''
      assert.equal(JSON.parse(packed).sha256, createHash('sha256').update(readFileSync(target)).digest('hex'))
      assert.ok(!existsSync(`${target}.part`))
      rmSync(target)
    })

  it('is whole, and has a table with the cells of each csv', () => {
    assert.deepEqual(query('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
    const tables = new Map(
      query('SELECT code, table_name FROM datasets').map((row) => [row.code, row.table_name]),
    )
    assert.deepEqual([...tables.keys()].sort(), CODES.toSorted())
    assert.equal(tables.get('none'), null)
    for (const code of CODES.slice(0, -1)) {
      const table = String(tables.get(code))
      assert.equal(table, NAMES[code] ?? code)
      const csv = readCsv(readFileSync(join(out, 'api/v1/get_dataset', code, 'index.csv')))
      const rows = query(`SELECT * FROM "${table}"`).map((row) => Object.values(row))
      const texts = rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))
      const expected = csv.rows.map((row) =>
        row.map((cell) => (cell === 'true' ? '1' : cell === 'false' ? '0' : cell)),
      )
      // An empty text and a missing value are the same in a csv of one column.
      if (csv.names.length === 1) for (const row of expected) row[0] ||= null
      if (code !== 'big') assert.deepEqual(texts, expected, code)
    }
    assert.deepEqual(query('SELECT CAST(n AS TEXT) n, typeof(n) t, m, typeof(m) u FROM big'), [
      { n: '9223372036854775807', t: 'integer', m: '1', u: 'text' },
      { n: '-1', t: 'integer', m: '9223372036854775808', u: 'text' },
    ])
    assert.deepEqual(
      query(
        `SELECT typeof(text) a, typeof(real) b, typeof(yes) c, typeof(day) d, version e FROM "it's" LIMIT 1`,
      ),
      [{ a: 'text', b: 'real', c: 'integer', d: 'text', e: '1.10' }],
    )
    assert.deepEqual(query('SELECT n FROM counts'), [{ n: null }, { n: 5 }, { n: null }])
    assert.deepEqual(Object.keys(query('SELECT * FROM nul')[0] ?? {}), ['a\ufffd', 'a\ufffd_1', 'A\ufffd_2'])
  })

  it('has the catalogue and the state of each file as tables', () => {
    assert.deepEqual(query('SELECT * FROM categories'), [
      { key: 'x', title: 'Roads', description: null },
      { key: '\ufffd', title: 'Half', description: null },
    ])
    assert.deepEqual(
      query(
        `SELECT d.title, c.title category, p.title publisher FROM datasets d JOIN dataset_categories dc ON dc.dataset = code
         JOIN categories c ON category = c.key JOIN dataset_publishers dp ON dp.dataset = code JOIN publishers p ON publisher = p.key
         WHERE code = 'big'`,
      ),
      [{ title: 'About big', category: 'Roads', publisher: 'The office' }],
    )
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
    const files = query("SELECT path, state, sha256 FROM files WHERE dataset = 'big' ORDER BY path")
    assert.deepEqual(
      files.map(({ path, state }) => `${path} ${state}`),
      ['csv made', 'json fetched', 'xml derived'].map((end) => `api/v1/get_dataset/big/index.${end}`),
    )
    for (const { path, sha256 } of files) assert.ok(sums.includes(`${sha256}  ${path}\n`), String(path))
  })

  it('is read as Datasette reads it: known types, rows with numbers, keys that name the column they refer to', {
    skip: withoutPython,
  }, () => {
    const found = JSON.parse(execFileSync(PYTHON, ['-c', AS_DATASETTE, file('one')], { encoding: 'utf8' }))
    assert.deepEqual(found.types, ['INTEGER', 'REAL', 'TEXT'])
    assert.equal(found.tables.length, CODES.length - 1 + 6)
    assert.ok(found.tables.every((name: string) => !/^sqlite_/i.test(name)))
    assert.ok(found.cells > 50)
    assert.equal(found.broken, 0)
    assert.deepEqual(found.keys, [
      ['dataset_categories', 'dataset', 'datasets', 'code'],
      ['dataset_publishers', 'dataset', 'datasets', 'code'],
    ])
  })

  it('has the same bytes for the same site, and is not written for a damaged one', async () => {
    await pack('two')
    assert.ok(readFileSync(file('one')).equals(readFileSync(file('two'))))
    const csv = join(out, 'api/v1/get_dataset/big/index.csv')
    const before = readFileSync(csv)
    for (const altered of ['-2', '-1,', '"-1']) {
      writeFileSync(csv, before.toString().replace('-1', altered))
      const { code, stderr } = await pack('three')
      writeFileSync(csv, before)
      assert.equal(code, 6)
      assert.match(stderr, /big\/index\.csv differs from SHA256SUMS[^\n]+\n$/)
      assert.ok(!existsSync(file('three')) && !existsSync(`${file('three')}.part`))
    }
  })

  it('is not written for a list that differs, which is left as it is', async () => {
    const list = join(out, 'api/v1/list_datasets/index.json')
    const before = readFileSync(list)
    writeFileSync(list, before.toString().replace('About big', 'About BIG'))
    utimesSync(list, 1e9, 1e9)
    const { code, stderr } = await pack('five')
    const changed = statSync(list).mtimeMs
    writeFileSync(list, before)
    assert.equal(code, 6)
    assert.match(stderr, /^api\/v1\/list_datasets\/index\.json differs from SHA256SUMS[^\n]+\n$/)
    assert.equal(changed, 1e12)
  })

  it('does not replace a file of another kind, nor one in the place of its unfinished file; a zip neither', async () => {
    const kept = join(folder, 'kept.sqlite')
    for (const path of [kept, `${kept}.part`]) {
      writeFileSync(path, 'export default {}')
      for (const kind of [['--sqlite'], []]) {
        const { code, stderr } = await runHere(['pack', out, ...kind, '--out', kept])
        assert.equal(code, 2)
        assert.match(
          stderr,
          /^--out: \S+ exists and is not a \D+\. Name another file, or remove it first\.\n$/,
        )
      }
      assert.equal(readFileSync(path, 'utf8'), 'export default {}')
      rmSync(path)
    }
    writeFileSync(file('two'), '')
    assert.equal((await pack('two')).code, 0)
  })

  it('is not written together with another archive', async () => {
    const { code, stderr } = await pack('four', '--bag')
    assert.equal(code, 2)
    assert.match(stderr, /^--sqlite: expected neither --bag nor --data-only/)
  })
})
