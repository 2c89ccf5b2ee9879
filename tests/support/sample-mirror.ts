import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatasetEntry, Entry } from '../../src/lib/catalogue/index.ts'
import {
  addressOf,
  type DataFormat,
  datasetResource,
  fileOf,
  folderOf,
  LISTS,
  parseBaseAddress,
  parseDatasetCode,
  type Resource,
} from '../../src/lib/interface/index.ts'
import type { Column, ColumnKind, Reading, TreeNode, Value } from '../../src/lib/reading/index.ts'
import { type Mirror, measure, type ResourceRecords } from '../../src/lib/site/mirror.ts'
import { openOutlines } from '../../src/lib/site/outlines.ts'
import {
  type Changes,
  type ManifestRecord,
  NO_CHANGES,
  type Problem,
  type RunChanges,
  STATES,
  type State,
} from '../../src/lib/snapshot/index.ts'

/** The origin of the sample. */
export const SAMPLE_BASE = parseBaseAddress('https://data.example.org/open')

/** What a sample mirror is made of; everything has a default that is complete and ordinary. */
export interface SampleParts {
  readonly datasets?: readonly SampleDataset[]
  readonly categories?: readonly Entry[]
  readonly oivs?: readonly Entry[]
  readonly problems?: readonly Problem[]
  readonly complete?: boolean
  readonly changes?: Changes
  readonly status?: Mirror['status']
  readonly site?: string
  readonly title?: string
  readonly lists?: Partial<Record<string, Reading>>
}

/** A dataset of a sample mirror. */
export interface SampleDataset {
  readonly entry: DatasetEntry
  readonly reading?: Reading
  /** Overrides of what its records say; by default both formats are unchanged. */
  readonly records?: Partial<Record<DataFormat, Partial<ManifestRecord> & { readonly state: State }>>
}

const outlinesOf = openOutlines(join(process.cwd(), 'node_modules/world-atlas'))

/** A mirror in memory. */
export function mirrorOf(parts: SampleParts = {}): Mirror {
  const datasets = parts.datasets ?? []
  const byFolder = new Map<string, { records: ResourceRecords; reading: Reading | undefined }>()
  for (const resource of LISTS)
    byFolder.set(folderOf(resource), {
      records: recordsFor(resource, {}),
      reading: parts.lists?.[resource.operation],
    })
  for (const { entry, reading, records } of datasets) {
    const resource = datasetResource(entry.code)
    byFolder.set(folderOf(resource), { records: recordsFor(resource, records ?? {}, reading), reading })
  }
  const records = [...byFolder.values()].flatMap((held) => Object.values(held.records))
  return {
    manifest: {
      manifest: 1,
      tool: 'open-data-mirror 0.1.0',
      generation: '20261120T040000Z-5f1c',
      origin: [SAMPLE_BASE, 'https://www.data.example.org/open/'],
      startedAt: '2026-11-20T04:00:00.000Z',
      completedAt: '2026-11-20T04:07:31.000Z',
      complete: parts.complete ?? true,
      counts: Object.fromEntries(
        STATES.map((state) => [state, records.filter((record) => record.state === state).length]),
      ) as Record<State, number>,
      problems: parts.problems ?? [],
      codes: {
        field: { operation: 'list_datasets', name: 'id' },
        evidence: 'every value answers',
        order: datasets.map(({ entry }) => entry.code),
      },
      records: records.sort((a, b) => (a.path < b.path ? -1 : 1)),
    },
    catalogue: {
      datasets: datasets.map(({ entry }) => entry),
      categories: parts.categories ?? [],
      oivs: parts.oivs ?? [],
      inferences: INFERENCES,
      roles: {
        code: { field: 'id', named: false },
        title: { field: 'title', named: false },
        oiv: { field: 'oiv', named: true },
      },
    },
    changes: parts.changes ?? NO_CHANGES,
    status: parts.status,
    title: parts.title ?? 'Open data of Exampleshire',
    site: parts.site,
    recordsOf: (resource) => byFolder.get(folderOf(resource))?.records ?? {},
    readingOf: (resource) => byFolder.get(folderOf(resource))?.reading,
    extentOf: (resource) => {
      const reading = byFolder.get(folderOf(resource))?.reading
      return reading && measure(reading)
    },
    outlinesOf,
  }
}

/** A run that changed something; what it does not name, it left alone. */
export function runOf(at: string, what: Partial<RunChanges>): RunChanges {
  const nothing = { added: [], changed: [], withdrawn: [], returned: [], dropped: [] }
  return { generation: at, at, ...nothing, ...what }
}

/** An entry of the list of datasets. */
export function datasetEntry(code: string, rest: Partial<DatasetEntry> = {}): DatasetEntry {
  const title = rest.title ?? code
  return {
    key: code,
    code: parseDatasetCode(code),
    title,
    categories: [],
    oivs: [],
    fields: new Map<string, Value>([
      ['id', code],
      ['title', title],
    ]),
    ...rest,
  }
}

/** An entry of the list of categories or OIVs. */
export function entry(key: string, title: string, rest: Partial<Entry> = {}): Entry {
  return {
    key,
    title,
    fields: new Map<string, Value>([
      ['id', key],
      ['name', title],
    ]),
    ...rest,
  }
}

/** A reading of an array of objects, profiled roughly: enough to look like the real one. */
export function readingOf(objects: readonly object[], over: Partial<Reading> = {}): Reading {
  const names = [...new Set(objects.slice(0, 500).flatMap(Object.keys))]
  const cells = (name: string) => objects.map((row) => cellOf((row as Record<string, unknown>)[name]))
  return {
    reader: 1,
    format: 'json',
    encoding: 'utf-8',
    shape: 'objects',
    path: '',
    count: objects.length,
    columns: names.map((name) => columnOf(name, cells(name))),
    rows: objects
      .slice(0, 100)
      .map((row) => names.map((name) => cellOf((row as Record<string, unknown>)[name]))),
    beside: [],
    ...over,
  }
}

/** A reading of a document without records. */
export function treeReading(value: unknown): Reading {
  return readingOf([], { shape: 'tree', tree: treeOf(value) })
}

/** The sample the pages are developed with: real datasets and every ugliness the pages must bear. */
export function sampleMirror(): Mirror {
  return mirrorOf({
    datasets: [...realDatasets(), ...uglyDatasets()],
    categories: CATEGORIES,
    oivs: OIVS,
    problems: PROBLEMS,
    complete: false,
    changes: CHANGES,
    status: { outcome: 'holes' },
    site: 'https://mirror.example.net/open/',
    lists: {
      list: readingOf(
        [
          { name: 'list_categories', what: 'Categories of datasets', items: 6 },
          { name: 'list_oivs', what: 'Bodies that publish data', items: 5 },
          { name: 'list_datasets', what: 'Datasets', items: 32 },
        ],
        {
          path: 'result.items[]',
          beside: [
            { name: 'result.updated', value: '2026-11-19T21:00:00+03:00' },
            { name: 'result.licence', value: 'https://creativecommons.org/licenses/by/4.0/' },
          ],
        },
      ),
    },
  })
}

/** A mirror of many plain datasets, to see whether pages and builds bear it. */
export function largeMirror(count: number, rows = 36): Mirror {
  const nouns = [
    'Register',
    'Map',
    'Budget',
    'Schools',
    'Roads',
    'Trees',
    'Permits',
    'Air',
    'Zoning',
    'Water',
  ]
  const reading = readingOf(
    Array.from({ length: rows }, (_, at) => ({
      no: at + 1,
      name: `Object ${at + 1}`,
      address: `${at + 1} Long Street, Exampleshire`,
      opened: `20${String(10 + (at % 15))}-04-01`,
      area: at * 13.37,
      note: at % 3 === 0 ? null : 'as surveyed',
      lat: 55.7 + at / 1000,
      lon: 37.6 + at / 1000,
      phone: '+00 000 00 00',
      web: 'https://example.org/object',
    })),
  )
  return mirrorOf({
    datasets: Array.from({ length: count }, (_, at) => ({
      entry: datasetEntry(`77000${at}-set`, {
        title: `${nouns[at % 10]} of district ${at}`,
        categories: [String(at % 6)],
        oivs: [`oiv${at % 40}`],
      }),
      reading,
    })),
    categories: Array.from({ length: 6 }, (_, at) => entry(String(at), `Subject ${at}`)),
    oivs: Array.from({ length: 40 }, (_, at) => entry(`oiv${at}`, `Department no. ${at}`)),
  })
}

function recordsFor(
  resource: Resource,
  over: NonNullable<SampleDataset['records']>,
  reading?: Reading,
): ResourceRecords {
  const make = (format: DataFormat): ManifestRecord => {
    const representation = { resource, format }
    const path = fileOf(representation)
    const sha256 = createHash('sha256').update(path).digest('hex')
    const held = over[format]?.state !== 'quarantined'
    return {
      path,
      operation: resource.operation,
      ...(resource.operation === 'get_dataset' && { code: resource.code }),
      format,
      state: 'unchanged',
      address: addressOf(SAMPLE_BASE, representation),
      ...(held && {
        sha256,
        bytes: 180 + (reading?.count ?? 3) * (reading?.columns.length ?? 4) * (format === 'json' ? 23 : 31),
        fetchedAt: '2026-11-20T04:03:11.000Z',
        changedAt: '2026-10-02T04:02:00.000Z',
      }),
      status: 200,
      mediaType: format === 'json' ? 'application/json' : 'text/xml',
      charset: 'utf-8',
      ...over[format],
    }
  }
  return { json: make('json'), xml: make('xml') }
}

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function columnOf(name: string, cells: readonly (string | null)[]): Column {
  const filled = cells.filter((cell): cell is string => cell !== null && cell.trim() !== '')
  const tally = new Map<string, number>()
  for (const cell of filled) tally.set(cell, (tally.get(cell) ?? 0) + 1)
  const kind = kindOf(name, filled)
  const numbers = kind === 'number' || kind === 'latitude' || kind === 'longitude' ? filled.map(Number) : []
  const times = kind === 'date' ? filled.map((cell) => Date.parse(cell)) : []
  const ordered = numbers.length > 0 || times.length > 0
  const sorted = ordered
    ? filled.toSorted((a, b) => (kind === 'date' ? Date.parse(a) - Date.parse(b) : Number(a) - Number(b)))
    : []
  const [min, max] = [sorted[0], sorted.at(-1)]
  return {
    name,
    kind,
    filled: filled.length,
    distinct: tally.size,
    distinctIsFloor: tally.size > 5000,
    ...(min !== undefined && max !== undefined && { min, max }),
    frequent: [...tally]
      .filter(([, count]) => count > 1)
      .sort(([, a], [, b]) => b - a)
      .slice(0, 10)
      .map(([value, count]) => ({ value, count })),
    ...(ordered && { histogram: binsOf(numbers.length > 0 ? numbers : times) }),
    partial: cells.length > 5000,
  }
}

function kindOf(name: string, cells: readonly string[]): ColumnKind {
  const every = (test: (cell: string) => boolean) => cells.every(test)
  if (cells.length === 0) return 'empty'
  if (every((cell) => cell === 'true' || cell === 'false')) return 'boolean'
  if (every((cell) => cell.trim() === cell && Number.isFinite(Number(cell)))) {
    if (/^lat/i.test(name)) return 'latitude'
    return /^lon/i.test(name) ? 'longitude' : 'number'
  }
  if (every((cell) => /^https?:/.test(cell))) return 'link'
  if (
    every((cell) => /\d/.test(cell) && /^[\d\w ,:.+-]{6,30}$/.test(cell) && !Number.isNaN(Date.parse(cell)))
  )
    return 'date'
  return every((cell) => /^[[{]/.test(cell)) ? 'nested' : 'text'
}

function binsOf(values: readonly number[]): NonNullable<Column['histogram']> {
  const from = values.reduce((a, b) => Math.min(a, b))
  const to = values.reduce((a, b) => Math.max(a, b))
  const counts = new Array<number>(24).fill(0)
  for (const value of values) {
    const bin = to === from ? 0 : Math.min(23, Math.floor(((value - from) / (to - from)) * 24))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { from, to, counts }
}

function treeOf(value: unknown, name?: string): TreeNode {
  const named = name === undefined ? {} : { name }
  if (Array.isArray(value)) {
    const children = value.slice(0, 20).map((item) => treeOf(item))
    return {
      ...named,
      kind: 'array',
      children,
      ...(value.length > 20 && { omitted: value.length - 20 }),
    }
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
    const children = members.slice(0, 50).map(([key, member]) => treeOf(member, key))
    return {
      ...named,
      kind: 'object',
      children,
      ...(members.length > 50 && { omitted: members.length - 50 }),
    }
  }
  if (value === null) return { ...named, kind: 'null', text: 'null' }
  const kind = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'
  return { ...named, kind, text: String(value) }
}

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const CATEGORIES: readonly Entry[] = [
  entry('environment', 'Environment and weather', {
    description: 'Air, water, the ground and what lives on it.',
    fields: new Map<string, Value>([
      ['id', 'environment'],
      ['name', 'Environment and weather'],
      ['icon', 'https://data.example.org/icons/leaf.png'],
      ['weight', { numeral: '10' }],
    ]),
  }),
  entry('transport', 'Transport'),
  entry('economy', 'Economy and work'),
  entry('culture', 'Culture & leisure <script>alert(1)</script>'),
  entry('Дороги и мосты / №7', 'Дороги и мосты', {
    description: 'Содержание, ремонт и строительство дорог общего пользования, мостов и путепроводов.',
  }),
  entry('empty category', 'A category nobody uses'),
]

const OIVS: readonly Entry[] = [
  entry('10', 'Department of the Environment'),
  entry('11', 'Office for Statistics'),
  entry('12', 'Transport Authority', {
    fields: new Map<string, Value>([
      ['id', '12'],
      ['name', 'Transport Authority'],
      ['head', null],
      ['phones', ['+00 000 00 01', '+00 000 00 02']],
      [
        'address',
        {
          members: [
            ['street', '1 Long Street'],
            ['floors', [{ numeral: '1' }, { numeral: '2' }]],
          ],
        },
      ],
      ['since', '1998-03-12'],
    ]),
  }),
  entry('13', 'مكتب الأرشيف العام'),
  entry('14', `${LONG} ${LONG}`),
]

const PROBLEMS: readonly Problem[] = [
  {
    severity: 'warning',
    subject: 'https://data.example.org/open/api/v1/list_datasets/?type=json',
    message: 'The list says total 34 and names 32: it may be one page of several.',
  },
  {
    severity: 'hole',
    subject: 'https://data.example.org/open/api/v1/get_dataset/permits-2026/?type=json',
    message: 'The origin answered 500 four times in 2 minutes. There is no earlier copy.',
  },
  {
    severity: 'hole',
    subject: '"movies"',
    message:
      'The origin closed the connection after 1,048,576 of 3,201,044 bytes (xml). The copy of 3 Nov 2026 is kept.',
  },
]

const CHANGES: Changes = {
  changes: 1,
  runs: [
    runOf('2026-11-20T04:07:31.000Z', { changed: ['movies', 'ссылка-№1'], added: ['permits-2026'] }),
    runOf('2026-11-03T04:06:02.000Z', { returned: ['cars'], dropped: ['gone-for-good', 'a b?c#d%e&f"g '] }),
    runOf('2026-09-15T04:05:00.000Z', {
      withdrawn: ['old-trams', 'cars'],
      changed: ['a b?c#d%e&f"g', 'rtl'],
    }),
    ...Array.from({ length: 12 }, (_, at) =>
      runOf(`2026-08-${String(28 - at).padStart(2, '0')}T04:05:00.000Z`, { changed: ['movies'] }),
    ),
    runOf('2026-08-01T04:05:00.000Z', {
      added: Array.from({ length: 64 }, (_, at) => `set-${at}`).concat('movies', 'cars', 'rtl', 'old-trams'),
    }),
  ],
}

const INFERENCES = [
  {
    what: 'dataset code',
    field: 'list_datasets.id',
    evidence: '32 of 32 values are codes found in links',
    override: 'roles.datasetCode',
  },
  {
    what: 'dataset → category',
    field: 'list_datasets.category',
    evidence: '30 of 32 values are keys of list_categories',
    override: 'roles.datasetCategory',
  },
  {
    what: 'dataset date',
    evidence: 'no field holds dates in most entries',
    override: 'roles.datasetUpdated',
  },
]

interface Resources {
  readonly resources: readonly {
    name: string
    path: string
    description?: string
    licenses?: unknown
    sources?: { path: string }[]
  }[]
}

function realDatasets(): SampleDataset[] {
  const home = join(process.cwd(), 'node_modules/vega-datasets')
  const load = (path: string): unknown => JSON.parse(readFileSync(join(home, path), 'utf8'))
  const { resources } = load('datapackage.json') as Resources
  const categories = ['environment', 'transport', 'economy', 'culture']
  return resources
    .filter(({ path }) => path.endsWith('.json') && !/200k|20k|10k|5k|10m|terrain|football/.test(path))
    .map(({ name, path, description, sources }, at) => {
      const value = load(`data/${path}`)
      const table = Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
      const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
      const source = sources?.[0]?.path
      return {
        entry: datasetEntry(name, {
          title,
          ...(description !== undefined && { description }),
          categories: [categories[at % 4] ?? ''],
          oivs: [String(10 + (at % 3))],
          updated: `2026-${String(1 + (at % 11)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
          fields: new Map<string, Value>([
            ['id', name],
            ['title', title],
            ['description', description ?? null],
            ['category', categories[at % 4] ?? ''],
            ['oiv', { numeral: String(10 + (at % 3)) }],
            [
              'updated',
              `2026-${String(1 + (at % 11)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
            ],
            ['source', source ?? null],
            ['tags', ['open', 'vega', title]],
            [
              'contact',
              {
                members: [
                  ['email', 'data@example.org'],
                  ['hours', [{ numeral: '9' }, { numeral: '17.50' }]],
                ],
              },
            ],
          ]),
        }),
        reading: table ? readingOf(value) : treeReading(value),
        ...(name === 'movies' && { records: KEPT }),
        ...(name === 'cars' && { records: DERIVED }),
      }
    })
}

const KEPT: NonNullable<SampleDataset['records']> = {
  xml: {
    state: 'kept',
    since: '2026-11-03T04:00:00.000Z',
    fetchedAt: '2026-11-03T04:02:00.000Z',
    reason: 'The connection was closed after 1,048,576 of 3,201,044 bytes.',
  },
}
const DERIVED: NonNullable<SampleDataset['records']> = {
  xml: { state: 'derived', derivedFrom: 'json', reason: 'The origin answered 200 with html.' },
}
const WITHDRAWN: NonNullable<SampleDataset['records']> = {
  json: { state: 'withdrawn', since: '2026-09-14T04:00:00.000Z' },
  xml: { state: 'withdrawn', since: '2026-09-14T04:00:00.000Z' },
}
const QUARANTINED: NonNullable<SampleDataset['records']> = {
  json: {
    state: 'quarantined',
    status: 500,
    mediaType: 'text/html',
    reason: 'The origin answered 500 four times.',
    evidence: {
      bytes: 31,
      sha256: createHash('sha256').update('a').digest('hex'),
      head: 'Fatal error:\r\n\u001b[31mno\u0000 db\u202e\ttxt',
    },
  },
  xml: {
    state: 'quarantined',
    status: 200,
    mediaType: 'text/html',
    reason: 'The answer is a login page, not xml.',
    evidence: {
      bytes: 48_213,
      sha256: createHash('sha256').update('b').digest('hex'),
      head: '<!doctype html>\n<html lang="en">\n<head><title>Sign in</title><script>alert(1)</script></head>\n<body><form action="/login"><input name="password" type="password">',
    },
  },
}

function uglyDatasets(): SampleDataset[] {
  const wide = Object.fromEntries(Array.from({ length: 95 }, (_, at) => [`column ${at + 1}`, at * 1.5]))
  return [
    {
      entry: datasetEntry('permits-2026', {
        title: 'Building permits 2026',
        categories: ['economy'],
        oivs: ['11'],
      }),
      records: QUARANTINED,
    },
    {
      entry: datasetEntry('old-trams', {
        title: 'Tram stops',
        categories: ['transport'],
        oivs: ['12'],
        updated: '2019-01-31',
      }),
      reading: readingOf([{ stop: 'Terminus', opened: '1899-04-03' }]),
      records: WITHDRAWN,
    },
    {
      entry: datasetEntry('a b?c#d%e&f"g', {
        title: '<script>alert("title")</script> & "quotes" \'single\'',
        description: 'Line one.\r\nLine two with <b>markup</b>.\n\n\tIndented, and a bell \u0007.',
        categories: ['culture', 'nowhere'],
        oivs: ['13'],
      }),
      reading: readingOf(
        [
          {
            '': 'no header',
            ' padded ': '   padded   ',
            'a\nb': 'first\nsecond\nthird',
            html: '<img src=x onerror=alert(1)>',
          },
          {
            '': null,
            ' padded ': '',
            'a\nb': '\u0000\u0007\u001b[31m',
            html: '</td></table><script>alert(2)</script>',
          },
          {
            '': '👩‍👩‍👧‍👦 👍🏽',
            ' padded ': 'x'.repeat(3000),
            'a\nb': '{{ braces }} $ {dollar}',
            html: '&amp; &lt;',
          },
        ],
        {
          beside: [
            { name: '@total', value: '00042' },
            { name: '<b>', value: 'javascript:alert(1)' },
          ],
          paging: 'It says `next: ?page=2`.',
        },
      ),
    },
    {
      entry: datasetEntry('ссылка-№1', {
        title: 'Перечень мостов, путепроводов и тоннелей, находящихся в оперативном управлении учреждений',
        categories: ['Дороги и мосты / №7'],
        oivs: ['12', '11'],
        updated: '2026-11-18',
      }),
      reading: readingOf(
        Array.from({ length: 100 }, (_, at) => ({
          'Полное наименование объекта': `Мост № ${at + 1} через реку, ${'очень '.repeat(at % 7)}длинное имя`,
          ИНН: `77${String(at).padStart(8, '0')}`,
          'Сумма, руб.': `${90071992547409931n + BigInt(at)}.${String(at % 100).padStart(2, '0')}`,
          Сайт: at % 3 === 0 ? 'https://example.org/мост' : null,
        })),
        { count: 28_818, path: 'data.rows[]' },
      ),
    },
    {
      entry: datasetEntry('rtl', {
        title: 'سجل المكتبات العامة (2026)',
        categories: ['culture'],
        oivs: ['13'],
        updated: '2026-02-03',
      }),
      reading: readingOf([
        { الاسم: 'المكتبة المركزية', mixed: 'abc المكتبة 123', n: 12 },
        { الاسم: 'ספרייה', mixed: 'ירושלים (Jerusalem) 5', n: 7 },
      ]),
    },
    {
      entry: datasetEntry('wide', {
        title: 'Ninety-five columns',
        categories: ['economy'],
        oivs: ['11'],
        updated: '2026-11-01',
      }),
      reading: readingOf(Array.from({ length: 40 }, () => wide)),
    },
    {
      entry: datasetEntry('empty', { title: 'A list with nothing in it', categories: ['economy'] }),
      reading: readingOf([], { shape: 'empty' }),
    },
    {
      entry: datasetEntry(LONG.repeat(2), { title: `${LONG}${LONG}`, oivs: ['14'] }),
      reading: readingOf([{ [LONG]: LONG }]),
    },
    { entry: datasetEntry('   ', { title: '  ' }), reading: readingOf([{ value: 1 }], { shape: 'single' }) },
  ]
}
