import * as v from 'valibot'
import {
  DATASET_OPERATION,
  datasetResource,
  fileOf,
  findCodeProblem,
  parseDatasetCode,
  quoteCode,
} from '../../interface/index.ts'
import { generationId } from '../layout.ts'
import type { Manifest, Problem } from '../manifest.ts'
import { type ManifestRecord, STATES, type State } from '../record.ts'
import { manifestSchema, recordSchema } from './schema.ts'

/** The records of a published manifest that may be believed enough to ask for their files. */
export interface RestorePlan {
  readonly records: readonly ManifestRecord[]
  /** What is left out, and why. */
  readonly leftOut: readonly Problem[]
}

/** Why a json value is not a manifest of this program, or undefined when it is. Its records are not looked at. */
export function findManifestProblem(published: unknown): string | undefined {
  return describeIssue(v.safeParse(manifestSchema, published))
}

/**
 * What to restore of a published manifest. Whoever wrote it may have written anything: a record is taken only when its path is that
 * of its operation, code and format. `foldsNames`: the disk takes names that differ in case or Unicode form for one.
 */
export function planRestore(published: Manifest, foldsNames: boolean): RestorePlan {
  const taken = new Set<string>()
  const leftOut: Problem[] = []
  const records = (published.records as readonly unknown[]).filter((record): record is ManifestRecord => {
    const problem = findRecordProblem(record) ?? findClash(record as ManifestRecord, taken, foldsNames)
    if (problem !== undefined) leftOut.push(holeOf(record, `Its record is not believed: ${problem}.`))
    return problem === undefined
  })
  return { records: records.map(withoutFormer), leftOut }
}

// The snapshot alone has these copies; they are not published.
function withoutFormer({ former: _, ...record }: ManifestRecord): ManifestRecord {
  return record
}

/** The manifest of what was restored. What was left out of it is a hole, which the next crawl fills. */
export function restoredManifest(
  published: Manifest,
  records: readonly ManifestRecord[],
  leftOut: readonly Problem[],
): Manifest {
  const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<State, number>
  for (const { state } of records) counts[state]++
  const { codes, problems } = published
  return {
    ...published,
    complete: published.complete && leftOut.length === 0,
    counts,
    problems: [...problems, ...leftOut],
    // A code whose copies were left out stays, so that the next crawl fetches it, or tells that it is gone.
    codes: { ...codes, order: codes.order.filter((code) => findCodeProblem(code) === undefined) },
    records,
  }
}

/** The hole a record leaves that is left out. */
export function holeOf(record: unknown, message: string): Problem {
  const { address, path } = (record ?? {}) as Partial<ManifestRecord>
  const subject = v.is(recordSchema, record) ? (address as string) : quoteCode(String(path))
  return {
    severity: 'hole',
    code: 'not-restored',
    subject,
    message: `${message} It was left out of what was restored. A crawl fetches it, unless the origin no longer lists it: then this copy is lost here.`,
  }
}

/** The name of the generation a manifest is restored to, were it free. */
export function wantedId({ generation, startedAt }: Manifest): string {
  return /^\d{8}T\d{9}Z(?:-\d{1,9})?$/.test(generation) ? generation : generationId(new Date(startedAt))
}

function findRecordProblem(record: unknown): string | undefined {
  const parsed = v.safeParse(recordSchema, record)
  if (!parsed.success) return describeIssue(parsed)
  const { operation, code, format, path, state, sha256, bytes } = parsed.output
  if ((operation === DATASET_OPERATION) !== (code !== undefined))
    return `operation ${operation} with${code === undefined ? 'out' : ''} a code`
  const problem = code === undefined ? undefined : findCodeProblem(code)
  if (problem !== undefined) return `code: ${problem}`
  const resource =
    operation === DATASET_OPERATION ? datasetResource(parseDatasetCode(code as string)) : { operation }
  if (path !== fileOf({ resource, format })) return 'path: it is not that of its operation, code and format'
  if ((sha256 === undefined) !== (state === 'quarantined'))
    return `state ${state} with${sha256 === undefined ? 'out' : ''} a sha256`
  return (sha256 === undefined) === (bytes === undefined)
    ? undefined
    : 'sha256 and bytes: one without the other'
}

function findClash({ path }: ManifestRecord, taken: Set<string>, foldsNames: boolean): string | undefined {
  const name = foldsNames ? path.normalize('NFC').toLowerCase() : path
  if (taken.has(name)) return 'path: another record has it'
  taken.add(name)
  return undefined
}

function describeIssue(parsed: v.SafeParseResult<v.GenericSchema>): string | undefined {
  const [issue] = parsed.issues ?? []
  return issue && `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`
}
