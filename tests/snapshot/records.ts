import { createHash } from 'node:crypto'
import { datasetResource, fileOf, parseDatasetCode } from '../../src/lib/interface/index.ts'
import {
  type Draft,
  type Manifest,
  type ManifestRecord,
  STATES,
  type State,
} from '../../src/lib/snapshot/index.ts'

export const ORIGIN = ['https://data.example.org/']
export const START = new Date('2026-01-02T03:04:05.678Z')

/** A file of a dataset. */
export const pathOf = (code: string) =>
  fileOf({ resource: datasetResource(parseDatasetCode(code)), format: 'json' })

export function recordOf(code: string, text: string): ManifestRecord {
  const bytes = Buffer.from(text)
  return {
    path: pathOf(code),
    operation: 'get_dataset',
    code,
    format: 'json',
    state: 'fetched',
    address: `https://data.example.org/api/v1/get_dataset/${code}/?type=json`,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
  }
}

/** Puts a file and its record into a draft. */
export function put(draft: Draft, code: string, text: string): ManifestRecord {
  const sink = draft.open(pathOf(code))
  sink.write(Buffer.from(text))
  const record = { ...recordOf(code, text), ...sink.digest() }
  sink.keep(START)
  draft.note(record)
  return record
}

export function manifestOf(generation: string, records: readonly ManifestRecord[]): Manifest {
  return {
    manifest: 2,
    tool: 'test 1.0',
    generation,
    origin: ORIGIN,
    startedAt: START.toISOString(),
    completedAt: START.toISOString(),
    complete: true,
    counts: Object.fromEntries(
      STATES.map((state) => [state, records.filter((record) => record.state === state).length]),
    ) as Record<State, number>,
    problems: [],
    codes: { evidence: { code: 'links', facts: { links: 1 } }, order: records.map(({ code }) => code ?? '') },
    records,
  }
}
