import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { verifySite } from '../../src/lib/site/index.ts'
import { readCsv } from '../support/csv.ts'
import { NO_DUCK, openDuck } from '../support/loading/duck.ts'
import { differsFrom, readParquet } from '../support/loading/parquet.ts'
import { mirrorInto, settingsIn } from '../support/mirror.ts'
import { startScripted } from '../support/scripted-origin.ts'
import { temporaryFolder } from '../support/temporary.ts'

const SITE = 'https://data.example.org/mirror/'
const FOLDER = 'api/v1/get_dataset/visits'
const COLUMNS = [
  'id BIGINT',
  'price DOUBLE',
  'day DATE',
  'at TIMESTAMP WITH TIME ZONE',
  'open BOOLEAN',
  'code VARCHAR',
  'note VARCHAR',
  'place VARCHAR',
]

// Prices as people write them, codes that are no numbers, texts that are missing, empty or awkward.
function visit(id: number): string {
  const day = new Date(Date.UTC(2020, 0, 1 + (id % 900))).toISOString()
  const code = JSON.stringify(String(id % 1000).padStart(4, '0'))
  const note = [null, '', 'a, "b"\r\nc', 'ёж', ' padded '][id % 5]
  return (
    `{"id":${id},"price":${id % 90}.${id % 10}0,"day":"${day.slice(0, 10)}","at":"${day.replace('.000', '')}",` +
    `"open":${id % 3 === 0},"code":${code},"note":${JSON.stringify(note)},"place":[${id},"x"]}`
  )
}

const large = `[${Array.from({ length: 18_000 }, (_, id) => visit(id)).join(',\n')}]`
const list = JSON.stringify(['visits', 'few'].map((id) => ({ id, title: id })))

describe('a large table', () => {
  const folder = temporaryFolder({ after })
  let out: string
  const read = (path: string) => readFileSync(join(out, path))
  before(async () => {
    const origin = await startScripted({ after } as unknown as TestContext, {
      'api/v1/list/?type=json': list,
      'api/v1/list_datasets/?type=json': list,
      'api/v1/list_categories/?type=json': '[]',
      'api/v1/list_oivs/?type=json': '[]',
      'api/v1/get_dataset/visits/?type=json': large,
      'api/v1/get_dataset/few/?type=json': `[${visit(1)},${visit(2)}]`,
    })
    const config = { origin: origin.base, formats: ['json'], robots: 'ignore', site: SITE } as const
    const settings = settingsIn(folder, { ...config, formats: ['json'] })
    out = settings.out
    await mirrorInto(settings)
  })

  it('is published as Parquet beside its csv, a small one is not', () => {
    assert.ok(statSync(join(out, `${FOLDER}/index.csv`)).size > 1_000_000)
    assert.ok(read(`${FOLDER}/index.parquet`).length < 500_000)
    assert.ok(!existsSync(join(out, 'api/v1/get_dataset/few/index.parquet')))
    assert.match(
      read('SHA256SUMS').toString(),
      /[0-9a-f]{64} {2}api\/v1\/get_dataset\/visits\/index\.parquet\n/,
    )
    assert.deepEqual(verifySite(out).findings, [])
  })

  it('is offered on its page with its size, and to programs with its type', () => {
    const page = read(`${FOLDER}/index.html`).toString()
    assert.match(
      page,
      /<a class="button" href="index\.parquet" download="visits\.parquet">[^\n]{0,200}?<small>\d+\skB<\/small>/,
    )
    assert.match(page, /<link rel="item" href="index\.parquet" type="application\/vnd\.apache\.parquet"/)
    assert.match(page, /"encodingFormat":"application\/vnd\.apache\.parquet"/)
    assert.doesNotMatch(read('api/v1/get_dataset/few/index.html').toString(), /parquet/i)
    const resources = JSON.parse(read(`${FOLDER}/datapackage.json`).toString()).resources
    const found = resources.find(({ name }: { name: string }) => name === 'parquet')
    assert.equal(found.bytes, read(`${FOLDER}/index.parquet`).length)
    const node = read('catalog.ttl')
      .toString()
      .split('\n\n')
      .find((part) => part.includes('#parquet> a '))
    assert.match(node ?? '', /file-type\/PARQUET>/)
    assert.match(node ?? '', /media-types\/application\/vnd\.apache\.parquet>/)
    assert.match(node ?? '', /wasDerivedFrom <[^>]*#json>/)
  })

  it('has the cells of the csv, each column with a type only if all of its cells have it', async () => {
    const { names, rows } = readCsv(read(`${FOLDER}/index.csv`))
    const parquet = await readParquet(read(`${FOLDER}/index.parquet`))
    assert.deepEqual(parquet.names, names)
    assert.deepEqual(parquet.types, [
      'INT64',
      'DOUBLE',
      'DATE',
      'TIMESTAMP_MILLIS',
      'BOOLEAN',
      'UTF8',
      'UTF8',
      'UTF8',
    ])
    const wrong = rows.flatMap((row, at) => row.map((cell, of) => differsFrom(cell, parquet.rows[at]?.[of])))
    assert.deepEqual(wrong.filter(Boolean), [])
    assert.equal(parquet.rows.length, 18_000)
  })

  it('is read by DuckDB with the same cells and types', { skip: NO_DUCK }, async () => {
    const duck = await openDuck()
    const file = join(out, `${FOLDER}/index.parquet`).replaceAll("'", "''")
    const types = await duck.runAndReadAll(`DESCRIBE FROM '${file}'`)
    assert.deepEqual(
      types.getRows().map(([name, type]) => `${name} ${type}`),
      COLUMNS,
    )
    const cells = await duck.runAndReadAll(
      `SELECT id, price, day::VARCHAR, epoch_ms("at"), open, code, note, place FROM '${file}'`,
    )
    const { rows } = readCsv(read(`${FOLDER}/index.csv`))
    const expected = rows.map(([id, price, day, time, open, ...texts]) => [
      BigInt(id ?? ''),
      Number(price),
      day,
      BigInt(Date.parse(time ?? '')),
      open === 'true',
      ...texts,
    ])
    assert.deepEqual(cells.getRows(), expected)
  })
})
