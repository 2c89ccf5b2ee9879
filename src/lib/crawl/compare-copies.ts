import { setImmediate } from 'node:timers/promises'
import { DATA_FORMATS, differencesPathOf, fileOf, ofDataset, parseDatasetCode } from '../interface/index.ts'
import { compareDocuments, readOr } from '../reading/index.ts'
import {
  type Changes,
  type Difference,
  type DifferencesFile,
  differencesFilesOf,
  type Generation,
  type Manifest,
  type ManifestRecord,
  readDifferences,
  renderDifferences,
  warning,
} from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { isIntact } from './copies.ts'
import type { Correct } from './finalize-records.ts'

/** The files of what earlier runs changed in each dataset, by code. One that is damaged, and cannot be mended, is a remark. */
export function findDifferencesFiles({
  current,
  startedAt,
  remarks,
}: Crawl): ReadonlyMap<string, DifferencesFile> {
  const stored = new Map<string, DifferencesFile>()
  for (const file of current ? differencesFilesOf(current.manifest) : [])
    if (current && isIntact(current, file, startedAt)) stored.set(file.code, file)
    else remarks.push(warning('lost-changes', file.path, LOST))
  return stored
}

const LOST =
  'It was damaged in the state folder, and the site does not have it with its checksum either, so what earlier runs changed in this dataset is no longer listed. Copies of data are not affected. Check the disk of the state folder.'

/**
 * Writes the file of what changed into the draft for every dataset that a run changed, and carries over those of the others. `stored`: those
 * of the generation before. Returns what the manifest states about them.
 */
export async function compareCopies(
  { current, draft, options: { signal } }: Crawl,
  after: Manifest,
  { runs }: Changes,
  stored: ReadonlyMap<string, DifferencesFile>,
  correct: Correct,
): Promise<NonNullable<Manifest['differences']>> {
  const [run] = runs
  const changed = new Set(run?.generation === after.generation ? [...run.changed, ...run.returned] : [])
  const records = changed.size > 0 ? recordsByPath(after) : new Map<string, ManifestRecord>()
  const differences: NonNullable<Manifest['differences']>[number][] = []
  for (const code of after.codes.order.toSorted()) {
    const earlier = stored.get(code)
    const difference =
      current && changed.has(code) ? compareCopy(code, { current, draft, records, after }) : undefined
    if (difference !== undefined) {
      // Comparing never yields to the event loop, so signals would not be handled before the end.
      await setImmediate()
      signal.throwIfAborted()
      const before = earlier && current ? readDifferences(current, earlier) : []
      const sink = draft.open(differencesPathOf(parseDatasetCode(code)))
      sink.write(Buffer.from(renderDifferences(difference, before)))
      differences.push({ code, ...sink.digest(), changedAt: after.completedAt })
      sink.keep(new Date(after.completedAt))
    } else if (earlier && current) {
      const { path, ...file } = earlier
      draft.carry(current, path)
      differences.push(correct(file, path))
    }
  }
  return differences
}

interface Comparing extends Pick<Crawl, 'draft'> {
  readonly current: Generation
  readonly records: ReadonlyMap<string, ManifestRecord>
  readonly after: Manifest
}

/** What changed in a dataset; undefined if there are no two copies that can be compared. */
function compareCopy(code: string, { current, draft, records, after }: Comparing): Difference | undefined {
  const changed = DATA_FORMATS.flatMap((format) => {
    const path = fileOf(ofDataset(parseDatasetCode(code), format))
    const [was, is] = [current.find(path), records.get(path)]
    return was && is && hasOtherBytes(was, is) ? [{ was, is, format }] : []
  })
  const [pair] = changed
    .filter(({ was, is }) => isComparable(was, is))
    .sort((a, b) => Number(a.is.derivedFrom !== undefined) - Number(b.is.derivedFrom !== undefined))
  if (pair === undefined || !isIntact(current, pair.was, draft.startedAt)) return undefined
  const { was, is, format } = pair
  const { generation, completedAt: at } = after
  const alsoFrom = changed.find((one) => one !== pair)?.was.sha256
  const head = {
    generation,
    at,
    format,
    from: was.sha256 as string,
    to: is.sha256 as string,
    ...(alsoFrom !== undefined && { alsoFrom }),
  }
  const versionOf = (
    { path, charset, bytes = 0 }: ManifestRecord,
    { source }: Pick<Generation, 'source'>,
  ) => ({
    source: source(path),
    hint: { format, charset },
    bytes,
  })
  return readOr({ ...head, kind: 'substantive' }, () => ({
    ...head,
    ...compareDocuments(versionOf(was, current), versionOf(is, draft)),
  }))
}

function hasOtherBytes(was: ManifestRecord, is: ManifestRecord): boolean {
  return was.sha256 !== undefined && is.sha256 !== undefined && was.sha256 !== is.sha256
}

/** Whether two copies with different bytes were made in the same way, and neither is marked as lacking records. */
function isComparable(was: ManifestRecord, is: ManifestRecord): boolean {
  return [was, is].every(({ empty, short }) => !empty && !short) && was.derivedFrom === is.derivedFrom
}

function recordsByPath({ records }: Manifest): Map<string, ManifestRecord> {
  return new Map(records.map((record) => [record.path, record]))
}
