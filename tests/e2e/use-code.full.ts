import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { datasetResource, folderOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import type { Reading } from '../../src/lib/reading/index.ts'
import { readDocument } from '../../src/lib/reading/read.ts'
import { type RunningServer, serveSite } from '../../src/lib/site/index.ts'
import { isTabular, measure } from '../../src/lib/site/mirror.ts'
import { writeTable } from '../../src/lib/site/readings.ts'
import { type Use, type UseFrom, useFromOf } from '../../src/lib/site/view/index.ts'
import { areDistinct, isLarge, isPlainCell } from '../../src/lib/site/view/use-from.ts'
import { readCsv } from '../support/csv.ts'
import { CASES, DOCUMENTS, LONG_CASES } from '../support/loading/cases.ts'
import { type Cell, findDuck, findPython, findR, type Loaded, type Loader } from '../support/loading/index.ts'
import { datasetEntry, mirrorOf } from '../support/sample-mirror/index.ts'
import { temporaryFolder } from '../support/temporary.ts'

const run = promisify(execFile)
const BASE = '/a%20base/'
/** Real datasets. */
const DATA = 'node_modules/vega-datasets/data'
const REAL = readdirSync(DATA).filter((name) => name.endsWith('.json'))
const folder = temporaryFolder({ after })
const site = join(folder, 'site')

/** A dataset that is served, and how it is used. */
interface Served {
  readonly code: string
  readonly json: Buffer
  readonly reading: Reading
  /** The published csv; undefined where there is none. */
  readonly csv?: ReturnType<typeof readCsv>
  readonly use: UseFrom
}

/** A dataset, the code that was run, and the data it loaded. */
interface Used extends Served {
  readonly text: string
  readonly loaded: Loaded
}

let server: RunningServer
let served: readonly Served[]
before(async () => {
  server = await serveSite({ folder: site, host: '127.0.0.1', port: 0, base: BASE })
  served = [
    ...Object.entries({ ...CASES, ...DOCUMENTS, ...LONG_CASES }).map(([code, text]) =>
      publish(code, Buffer.from(text)),
    ),
    ...REAL.map((name) => publish(name, readFileSync(join(DATA, name)))),
  ]
})
after(() => server?.close())

function publish(code: string, json: Buffer): Served {
  const resource = datasetResource(parseDatasetCode(code))
  const place = join(site, folderOf(resource))
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'index.json'), json)
  const reading = readDocument(() => [json], { format: 'json' })
  const records = { json: { state: 'fetched', bytes: json.length } } as const
  const mirror = mirrorOf({ datasets: [{ entry: datasetEntry(code), reading, records }], site: server.url })
  const { json: record } = mirror.recordsOf(resource)
  const pieces: Uint8Array[] = []
  const isTable = isTabular(measure(reading), json.length)
  if (isTable)
    writeTable(() => [json], record ?? assert.fail(code), reading.columns, {
      write: (piece) => void pieces.push(piece),
    })
  if (isTable) writeFileSync(join(place, 'index.csv'), Buffer.concat(pieces))
  const use = useFromOf(mirror, resource, reading) ?? assert.fail(code)
  return { code, json, reading, use, ...(isTable && { csv: readCsv(Buffer.concat(pieces)) }) }
}

const codeOf = (use: UseFrom, tool: Use['tool']) => {
  const one = use.uses.find((other) => other.tool === tool)
  return one && `${one.before}${use.site}${one.address}${one.after}`
}

const fileOf = (address: string) => join(site, decodeURIComponent(address.slice(server.url.length)))

/**
 * What the code for a tool loaded of every dataset that has it. Skips where the tool is not here, unless it must be: `.ci/run` tells
 * which packages it could not have.
 */
async function load(
  context: TestContext,
  tool: Use['tool'],
  loader: Loader,
  { only = () => true, edit = (code) => code }: LoadOptions = {},
): Promise<readonly Used[]> {
  if ('missing' in loader) {
    const without = process.env.MIRROR_TESTS_WITHOUT?.split(' ')
    assert.ok(without === undefined || without.includes(loader.package ?? ''), loader.missing)
    context.skip(loader.missing)
    return []
  }
  const used = served.filter(only).flatMap((one) => {
    const text = codeOf(one.use, tool)
    return text === undefined ? [] : [{ ...one, text: edit(text) }]
  })
  const loaded = await loader(used.map(({ text }) => text))
  return used.map((one, at) => ({ ...one, loaded: loaded[at] ?? {} }))
}

interface LoadOptions {
  readonly only?: (one: Served) => boolean
  readonly edit?: (code: string) => string
}

describe('the code of a dataset, executed unchanged', () => {
  it('curl: downloads the original bytes', async () => {
    const commands = served.map(
      ({ use }, at) => `mkdir ${at} && (cd ${at} && ${codeOf(use, 'curl')} --silent)`,
    )
    await run('sh', ['-e', '-c', commands.join('\n')], { cwd: folder })
    for (const [at, { code, json }] of served.entries())
      assert.ok(readFileSync(join(folder, `${at}/data.json`)).equals(json), code)
  })

  it('JavaScript: loads the data, with exact integers', async () => {
    for (const [at, { code, json, use }] of served.entries()) {
      const file = join(folder, `${at}.mjs`)
      writeFileSync(file, `${codeOf(use, 'javascript')}\nexport { data }`)
      const { data } = await import(pathToFileURL(file).href)
      if (code === 'long numbers') assert.equal(data[2].id, 123456789012345678901234567890n)
      else assert.deepEqual(data, JSON.parse(json.toString()), code)
    }
  })

  it('pandas: loads the csv cell by cell', async (context) => {
    for (const one of await load(context, 'pandas', findPython('pandas'))) assertTable(one)
  })

  it('Python: loads the document if there is no table', async (context) => {
    for (const { json, loaded } of await load(context, 'python', findPython()))
      assert.deepEqual(loaded.data, JSON.parse(json.toString()), loaded.error)
  })

  // R takes minutes for a cell of megabytes.
  it('R: loads the csv cell by cell, with its own line ends', async (context) => {
    const only = ({ csv, json }: Served) => csv !== undefined && json.length < 2_500_000
    for (const one of await load(context, 'r', findR(folder), { only })) assertTable(one, { inR: true })
  })

  it('R with jsonlite: loads the document if there is no table', async (context) => {
    for (const { json, loaded } of await load(context, 'r', findR(folder), { only: ({ csv }) => !csv })) {
      if (/there is no package/.test(loaded.error ?? '')) return context.skip(loaded.error)
      assert.deepEqual(loaded.data, exactly(json), loaded.error)
    }
  })

  it('DuckDB: loads the csv cell by cell, from a file', async (context) => {
    const edit = (code: string) => code.replace(/ LIMIT 10;$/, ';')
    for (const one of await load(context, 'duckdb', await findDuck(fileOf), { edit }))
      if (one.text.includes('read_csv')) assertTable(one)
      else assert.equal(one.loaded.error, undefined, one.text)
  })
})

/** Compares loaded data with the published csv: texts exactly, numbers by value, and null for null. */
function assertTable({ code, csv, reading, loaded, text }: Used, { inR = false } = {}): void {
  assert.equal(loaded.error, undefined, text)
  assert.ok(csv && loaded.columns, code)
  const asText = /dtype=str|colClasses = "character"|all_varchar/.test(text)
  for (const [at, column] of reading.columns.entries()) {
    const cells: readonly Cell[] = loaded.columns[at] ?? []
    const hint = `${code}, ${column.name}:\n${text}`
    if (isPlainCell(column.name) && areDistinct(reading.columns))
      assert.equal(loaded.names?.[at], column.name, hint)
    assert.equal(cells.length, csv.rows.length, hint)
    const isNumeric =
      column.kind === 'number' &&
      csv.rows.every((row) => /^(?:-?\d[\d.]*(?:e[+-]?\d+)?)?$/i.test(row[at] ?? ''))
    if (isNumeric && !isLarge(column) && !asText)
      assert.ok(
        cells.every((cell) => cell === null || cell[0] === 'number'),
        hint,
      )
    for (const [row, cell] of cells.entries()) {
      const written: string | null = csv.rows[row]?.[at] || null
      const wanted: string | null = inR ? (written?.replace(/\r\n?/g, '\n') ?? null) : written
      if (!isSame(cell, wanted, column.kind, inR)) assert.deepEqual(cell, wanted, hint)
    }
  }
}

// R rounds the last bit of a fraction its own way.
function isSame(cell: Cell, written: string | null, kind: string, inR: boolean): boolean {
  if (cell === null || written === null) return cell === written
  const [loaded, text] = cell
  if (loaded === 'text') return text === written
  if (loaded !== (/itude$|^(?:year|identifier|date)$/.test(kind) ? 'number' : kind)) return false
  if (kind === 'boolean') return text === written.toLowerCase()
  const [a, b] = [Number(text), Number(written)]
  return a === b ? Math.abs(a) <= 2 ** 53 : inR && Math.abs(a - b) <= Math.abs(b) * 2 ** -52
}

/** A document of json whose long numbers are texts. */
function exactly(json: Buffer): unknown {
  return JSON.parse(json.toString(), (_, value, text?: { source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? text?.source : value,
  )
}
