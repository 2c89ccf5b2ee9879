import { quoteCode } from '../interface/index.ts'
import { UnreadableDocument } from '../reading/types.ts'
import {
  compareText,
  DamagedSnapshot,
  type Manifest,
  type ManifestRecord,
  type Problem,
  warning,
} from '../snapshot/index.ts'

/** Why documents are not read, as a sentence each, by the path of the record. */
export type NotRead = ReadonlyMap<string, string>

/** The code of a problem that only a build finds. */
export const NOT_READ = 'not-read'

/** The problem that the document of a record is not read, and why. */
function describeNotRead({ operation, code, format }: ManifestRecord, why: string): Problem {
  const message = `Its ${format} is published unchanged, but could not be read: ${why} Its page shows no records, and there is no csv.`
  return warning(NOT_READ, code === undefined ? operation : quoteCode(code), message, { format })
}

/**
 * A manifest with the documents that are not read among its problems. Those that it lists already are replaced: it may have been restored
 * from a published mirror.
 */
export function withNotRead(manifest: Manifest, notRead: NotRead): Manifest {
  const others = manifest.problems.filter(({ code }) => code !== NOT_READ)
  const found = manifest.records.flatMap((record) => {
    const why = notRead.get(record.path)
    return why === undefined ? [] : [describeNotRead(record, why)]
  })
  if (found.length === 0 && others.length === manifest.problems.length) return manifest
  const problems = [...others, ...found].sort((a, b) => compareText(a.subject, b.subject))
  return { ...manifest, problems }
}

/**
 * Why one document is not read, as a sentence: an error of a reader or a view is about that document and does not affect others. Rethrows
 * errors of the disk and of a damaged snapshot.
 */
export function whyUnread(error: unknown): string {
  if (!(error instanceof Error) || error instanceof DamagedSnapshot || 'syscall' in error) throw error
  return error instanceof UnreadableDocument
    ? error.message
    : `Reading it failed (${error.name}: ${error.message}).`
}
