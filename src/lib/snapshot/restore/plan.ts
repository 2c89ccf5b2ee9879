import * as v from 'valibot'
import { findCodeProblem, quoteCode } from '../../interface/index.ts'
import { generationId, isGenerationId } from '../layout.ts'
import type { Manifest, Problem } from '../manifest.ts'
import { findRecordProblem } from '../manifest-problem.ts'
import { type ManifestRecord, STATES, type State } from '../record.ts'
import { recordSchema } from './schema.ts'

/** The records of a published manifest that may be believed enough to ask for their files. */
export interface RestorePlan {
  readonly records: readonly ManifestRecord[]
  /** What is left out, and why. */
  readonly leftOut: readonly Problem[]
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
    if (problem !== undefined) leftOut.push(gapOf(record, `Its record is invalid: ${problem}.`))
    return problem === undefined
  })
  return { records: records.map(withoutFormer), leftOut }
}

// The snapshot alone has these copies; they are not published.
function withoutFormer({ former: _, ...record }: ManifestRecord): ManifestRecord {
  return record
}

/** The manifest of what was restored. What was left out of it is a gap, which the next crawl fills. */
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

/** The gap a record leaves that is left out. */
export function gapOf(record: unknown, message: string): Problem {
  const { address, path } = (record ?? {}) as Partial<ManifestRecord>
  const subject = v.is(recordSchema, record) ? (address as string) : quoteCode(String(path))
  return {
    severity: 'gap',
    code: 'not-restored',
    subject,
    message: `${message} It was not restored. The next crawl fetches it. If the origin no longer lists it, this copy is lost.`,
  }
}

/** The name of the generation a manifest is restored to, were it free. */
export function wantedId({ generation, startedAt }: Manifest): string {
  return isGenerationId(generation) ? generation : generationId(new Date(startedAt))
}

function findClash({ path }: ManifestRecord, taken: Set<string>, foldsNames: boolean): string | undefined {
  const name = foldsNames ? path.normalize('NFC').toLowerCase() : path
  if (taken.has(name)) return 'path: another record has it'
  taken.add(name)
  return undefined
}
