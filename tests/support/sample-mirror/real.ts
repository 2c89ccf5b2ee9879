import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Value } from '../../../src/lib/reading/index.ts'
import { datasetEntry } from './entries.ts'
import type { SampleDataset } from './mirror.ts'
import { readingOf, treeReading } from './readings.ts'

interface Resources {
  readonly resources: readonly {
    name: string
    path: string
    description?: string
    licenses?: unknown
    sources?: { path: string }[]
  }[]
}

/** The tables of an installed package. */
export function realDatasets(): SampleDataset[] {
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
        ...(name === 'movies' && { records: STALE }),
        ...(name === 'cars' && { records: DERIVED }),
      }
    })
}

const STALE: NonNullable<SampleDataset['records']> = {
  xml: {
    state: 'stale',
    since: '2026-11-03T04:00:00.000Z',
    fetchedAt: '2026-11-03T04:02:00.000Z',
    reason: 'The connection was closed after 1,048,576 of 3,201,044 bytes.',
  },
}

const DERIVED: NonNullable<SampleDataset['records']> = {
  xml: { state: 'derived', derivedFrom: 'json', reason: 'The origin answered 200 with html.' },
}
