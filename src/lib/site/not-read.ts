import { quoteCode } from '../interface/index.ts'
import { UnreadableDocument } from '../reading/index.ts'
import { DamagedSnapshot, type Manifest, type ManifestRecord, type Problem } from '../snapshot/index.ts'

/** Why documents are not read, a sentence each, by the path of the record. */
export type NotRead = ReadonlyMap<string, string>

/** The code of a problem that only a build finds. */
export const NOT_READ = 'not-read'

/** That the document of a record is not read, and why, as a problem of the run. */
function describeNotRead({ operation, code, format }: ManifestRecord, why: string): Problem {
  const message = `Its ${format} is published unchanged, but could not be read: ${why} Its page shows no records, and there is no csv.`
  return {
    severity: 'warning',
    code: NOT_READ,
    subject: code === undefined ? operation : quoteCode(code),
    message,
    facts: { format },
  }
}

/**
 * A manifest with what is not read among its problems. What it states of that already is left out: it may have been restored from a
 * published mirror.
 */
export function withNotRead(manifest: Manifest, notRead: NotRead): Manifest {
  const others = manifest.problems.filter(({ code }) => code !== NOT_READ)
  const found = manifest.records.flatMap((record) => {
    const why = notRead.get(record.path)
    return why === undefined ? [] : [describeNotRead(record, why)]
  })
  if (found.length === 0 && others.length === manifest.problems.length) return manifest
  const problems = [...others, ...found].sort((a, b) =>
    a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0,
  )
  return { ...manifest, problems }
}

/**
 * Why one document is not read, as a sentence: whatever a reader or a view throws stems from that document, and stops no other. Throws
 * the error itself where it is that of a disk or a damaged snapshot.
 */
export function whyUnread(error: unknown): string {
  if (!(error instanceof Error) || error instanceof DamagedSnapshot || 'syscall' in error) throw error
  return error instanceof UnreadableDocument
    ? error.message
    : `Reading it failed (${error.name}: ${error.message}).`
}
