import * as v from 'valibot'
import {
  type DatasetCode,
  differencesPathOf,
  findCodeProblem,
  quoteCode,
  VERSIONS_FOLDER,
} from '../../interface/index.ts'
import { type DifferencesFile, differencesFilesOf } from '../differences.ts'
import { generationId, isGenerationId } from '../layout.ts'
import {
  type DatasetVersions,
  findRecordProblem,
  gap,
  type Manifest,
  type Problem,
  warning,
} from '../manifest.ts'
import { countStates, type FileRecord, type ManifestRecord, recordSchema } from '../record.ts'
import { versionFileOf, versionFilesOf } from '../versions.ts'

/** The records of a published manifest whose files are requested. */
export interface RestorePlan {
  readonly records: readonly ManifestRecord[]
  /** The files of what changed in the datasets of these records. */
  readonly differences: readonly DifferencesFile[]
  /** The former versions of these datasets, and their files. */
  readonly history: readonly DatasetVersions[]
  readonly versions: readonly Required<FileRecord>[]
  /** Records that are left out, with the reason. */
  readonly leftOut: readonly Problem[]
}

/**
 * Plans what to restore of a published manifest. It may come from an attacker: a record is used only if its path matches its operation,
 * code and format. `foldsNames`: the disk ignores case or Unicode form in names.
 */
export function planRestore(published: Manifest, foldsNames: boolean): RestorePlan {
  const taken = new Set<string>()
  const leftOut: Problem[] = []
  const records = (published.records as readonly unknown[]).filter((record): record is ManifestRecord => {
    const problem = findRecordProblem(record) ?? findClash(record as ManifestRecord, taken, foldsNames)
    if (problem !== undefined) leftOut.push(gapOf(record, `Its record is invalid: ${problem}.`))
    return problem === undefined
  })
  const codes = new Set(records.map(({ code }) => code))
  const kept = new Set(codes)
  const history = (published.history ?? []).filter(({ code }) => kept.delete(code))
  const differences = differencesFilesOf(published).filter(({ code }) => codes.delete(code))
  const versions = versionFilesOf({ history })
  return { records: records.map(withoutUnpublished), differences, history, versions, leftOut }
}

// Former copies and the bytes as received are in the snapshot only; they are not published.
function withoutUnpublished({ former: _, original: __, ...record }: ManifestRecord): ManifestRecord {
  return record
}

/** The manifest of a restored generation. What was left out is a gap, which the next crawl fills. */
export function restoredManifest(
  { differences: _, history: __, ...published }: Manifest,
  { records, differences, history, versions, leftOut }: RestorePlan,
): Manifest {
  const { codes, problems } = published
  return {
    ...published,
    complete: published.complete && leftOut.every(({ severity }) => severity !== 'gap'),
    counts: countStates(records),
    problems: [...problems, ...leftOut],
    // Codes without copies stay, so the next crawl fetches them or reports them as gone.
    codes: { ...codes, order: codes.order.filter((code) => findCodeProblem(code) === undefined) },
    ...(differences.length > 0 && { differences: differences.map(({ path: _, ...file }) => file) }),
    ...restoredHistory(history, versions),
    records,
  }
}

function restoredHistory(
  history: readonly DatasetVersions[],
  files: RestorePlan['versions'],
): Pick<Manifest, 'history'> {
  const there = new Set(files.map(({ path }) => path))
  const restored = history
    .map((one) => ({
      ...one,
      versions: one.versions.filter((version) => there.has(versionFileOf(version).path)),
    }))
    .filter(({ versions, forgotten = [] }) => versions.length + forgotten.length > 0)
  return restored.length > 0 ? { history: restored } : {}
}

/** The gap for a record that is left out; for the file of what changed in a dataset, which no crawl fetches, a warning. */
export function gapOf(record: unknown, message: string): Problem {
  const { address, path, code, format } = (record ?? {}) as Partial<ManifestRecord>
  if (code !== undefined && format === undefined && path === differencesPathOf(code as DatasetCode))
    return warning(
      'not-restored',
      path,
      `${message} It was not restored, so what earlier runs changed in this dataset is no longer listed.`,
    )
  if (code === undefined && path?.startsWith(VERSIONS_FOLDER))
    return warning(
      'not-restored',
      path,
      `${message} This former version was not restored, and is no longer listed.`,
    )
  const subject = v.is(recordSchema, record) ? (address as string) : quoteCode(String(path))
  return gap(
    'not-restored',
    subject,
    `${message} It was not restored. The next crawl fetches it. If the origin no longer lists it, this copy is lost.`,
  )
}

/** The preferred id of the restored generation, if it is unused. */
export function wantedId({ generation, startedAt }: Manifest): string {
  return isGenerationId(generation) ? generation : generationId(new Date(startedAt))
}

function findClash({ path }: ManifestRecord, taken: Set<string>, foldsNames: boolean): string | undefined {
  const name = foldsNames ? path.normalize('NFC').toLowerCase() : path
  if (taken.has(name)) return 'path: another record has it'
  taken.add(name)
  return undefined
}
