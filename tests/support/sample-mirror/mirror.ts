import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { DatasetEntry, Entry } from '../../../src/lib/catalogue/index.ts'
import type { Language } from '../../../src/lib/config/index.ts'
import {
  addressOf,
  type DataFormat,
  datasetResource,
  fileOf,
  folderOf,
  LIST_OPERATIONS,
  parseBaseAddress,
  type Resource,
} from '../../../src/lib/interface/index.ts'
import type { Reading } from '../../../src/lib/reading/index.ts'
import { measure, type ResourceRecords } from '../../../src/lib/site/mirror.ts'
import { openOutlines } from '../../../src/lib/site/outlines.ts'
import { indexMirror, localeOf, type Mirror } from '../../../src/lib/site/view/index.ts'
import {
  type Changes,
  type ManifestRecord,
  NO_CHANGES,
  STATES,
  type State,
  type StatedProblem,
} from '../../../src/lib/snapshot/index.ts'

/** The origin of the sample. */
export const SAMPLE_BASE = parseBaseAddress('https://data.example.org/open')

/** The parts of a sample mirror; each has a complete and ordinary default. */
export interface SampleParts {
  readonly datasets?: readonly SampleDataset[]
  readonly categories?: readonly Entry[]
  readonly oivs?: readonly Entry[]
  readonly problems?: readonly StatedProblem[]
  readonly complete?: boolean
  readonly changes?: Changes
  readonly status?: Mirror['status']
  readonly site?: string
  readonly title?: string
  readonly lists?: Partial<Record<string, Reading>>
  readonly language?: Language
}

/** A dataset of a sample mirror. */
export interface SampleDataset {
  readonly entry: DatasetEntry
  readonly reading?: Reading
  /** Overrides of its records; by default both formats are unchanged. */
  readonly records?: Partial<Record<DataFormat, Partial<ManifestRecord> & { readonly state: State }>>
}

const outlinesOf = openOutlines(join(process.cwd(), 'node_modules/world-atlas'))

const INFERENCES = [
  {
    what: 'dataset code',
    field: 'list_datasets.id',
    evidence: { code: 'answers', facts: { asked: 3 } },
    override: 'roles.datasetCode',
  },
  {
    what: 'dataset → category',
    field: 'list_datasets.category',
    evidence: { code: 'keys', facts: { found: 30, of: 32, field: 'list_categories.id' } },
    override: 'roles.datasetCategory',
  },
  {
    what: 'dataset date',
    evidence: { code: 'no-field' },
    override: 'roles.datasetUpdated',
  },
]

/** A mirror in memory. */
export function mirrorOf(parts: SampleParts = {}): Mirror {
  const datasets = parts.datasets ?? []
  const byFolder = new Map<string, { records: ResourceRecords; reading: Reading | undefined }>()
  for (const operation of LIST_OPERATIONS)
    byFolder.set(folderOf({ operation }), {
      records: recordsFor({ operation }, {}),
      reading: parts.lists?.[operation],
    })
  for (const { entry, reading, records } of datasets) {
    const resource = datasetResource(entry.code)
    byFolder.set(folderOf(resource), { records: recordsFor(resource, records ?? {}, reading), reading })
  }
  const records = [...byFolder.values()].flatMap((dataset) => Object.values(dataset.records))
  return indexMirror({
    ...localeOf(parts.language ?? 'en'),
    branding: {},
    manifest: {
      manifest: 2,
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
        evidence: { code: 'answers', facts: { asked: 3 } },
        order: datasets.map(({ entry }) => entry.code),
      },
      records: records.sort((a, b) => (a.path < b.path ? -1 : 1)),
    },
    catalogue: {
      datasets: datasets.map(({ entry }) => entry),
      categories: parts.categories ?? [],
      oivs: parts.oivs ?? [],
      former: { categories: new Map(), oivs: new Map() },
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
    differencesFileOf: () => undefined,
    differencesOf: () => [],
    versionsOf: () => undefined,
    recordsOf: (resource) => byFolder.get(folderOf(resource))?.records ?? {},
    bytesOf: () => () => [Buffer.from('[]')],
    readingOf: (resource) => byFolder.get(folderOf(resource))?.reading,
    unreadOf: () => undefined,
    extentOf: (resource) => {
      const reading = byFolder.get(folderOf(resource))?.reading
      return reading && measure(reading)
    },
    tableOf: () => undefined,
    outlinesOf,
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
    const hasCopy = over[format]?.state !== 'missing'
    return {
      path,
      operation: resource.operation,
      ...(resource.operation === 'get_dataset' && { code: resource.code }),
      format,
      state: 'unchanged',
      address: addressOf(SAMPLE_BASE, representation),
      ...(hasCopy && {
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
