import * as v from 'valibot'
import {
  DATASET_OPERATION,
  datasetResource,
  FORMATS,
  fileOf,
  findCodeProblem,
  parseDatasetCode,
  quoteCode,
} from '../interface/index.ts'
import { formerOf } from './layout.ts'
import { type Manifest, manifestSchema } from './manifest.ts'
import { recordSchema, STATES, type State } from './record.ts'

/** Why a json value is not a manifest of this program, or undefined if it is. Does not check its records. */
export function findManifestProblem(value: unknown): string | undefined {
  const problem = describeIssue(v.safeParse(manifestSchema, value))
  if (problem !== undefined) return problem
  const { complete, problems } = value as Manifest
  if (complete !== problems.some(({ severity }) => severity === 'gap')) return undefined
  return `complete: ${complete}, but its problems ${complete ? 'have' : 'have no'} gaps`
}

/**
 * Why a json value is not a record of this program, or undefined if it is. The path is used to read and write files, so it must match the
 * operation, code and format of the record: the file may come from an attacker.
 */
export function findRecordProblem(record: unknown): string | undefined {
  return findProblemOf(recordSchema, record)
}

/** The same for a record of a draft, which may be of html. */
export function findDraftRecordProblem(record: unknown): string | undefined {
  return findProblemOf(draftRecordSchema, record)
}

const draftRecordSchema = v.object({ ...recordSchema.entries, format: v.picklist(FORMATS) })

function findProblemOf(
  schema: typeof recordSchema | typeof draftRecordSchema,
  record: unknown,
): string | undefined {
  const parsed = v.safeParse(schema, record)
  if (!parsed.success) return describeIssue(parsed)
  const { operation, code, format, path, state, sha256, bytes, former = [] } = parsed.output
  if ((operation === DATASET_OPERATION) !== (code !== undefined))
    return `operation ${operation} with${code === undefined ? 'out' : ''} a code`
  const problem = code === undefined ? undefined : findCodeProblem(code)
  if (problem !== undefined) return `code: ${problem}`
  const resource =
    operation === DATASET_OPERATION ? datasetResource(parseDatasetCode(code as string)) : { operation }
  if (path !== fileOf({ resource, format })) return 'path: does not match the operation, code and format'
  if (former.some((one) => one.path !== formerOf(path, one.sha256)))
    return 'former: a path does not match the record and sha256'
  if ((sha256 === undefined) !== (state === 'missing'))
    return `state ${state} with${sha256 === undefined ? 'out' : ''} a sha256`
  return (sha256 === undefined) === (bytes === undefined)
    ? undefined
    : 'sha256 and bytes: one without the other'
}

/** Why a json value is not a complete manifest of this program with valid records, or undefined if it is. */
export function findWholeManifestProblem(value: unknown): string | undefined {
  return findManifestProblem(value) ?? findContentProblem(value as Manifest)
}

function findContentProblem({ records, counts, codes }: Manifest): string | undefined {
  const taken = new Set<string>()
  const seen = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<State, number>
  for (const [index, record] of records.entries()) {
    const problem =
      findRecordProblem(record) ?? (taken.has(record.path) ? 'another record has the same path' : undefined)
    if (problem !== undefined) return `record ${index + 1}: ${problem}`
    taken.add(record.path)
    seen[record.state]++
  }
  const miscounted = STATES.find((state) => (counts[state] ?? 0) !== seen[state])
  if (miscounted !== undefined)
    return `counts.${miscounted}: ${counts[miscounted] ?? 0}, but there are ${seen[miscounted]} such records`
  const code = codes.order.find((one) => findCodeProblem(one) !== undefined)
  return code === undefined ? undefined : `codes: ${quoteCode(code)} is not a dataset code`
}

function describeIssue(parsed: v.SafeParseResult<v.GenericSchema>): string | undefined {
  const [issue] = parsed.issues ?? []
  return issue && `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`
}
