import { hash } from 'node:crypto'
import { type DataOutline, outlineData, UnreadableDocument } from '../../reading/index.ts'
import { type Generation, isAbsent, type ManifestRecord } from '../../snapshot/index.ts'

/** The outline of a record's file; undefined if the file is absent or unreadable. */
export function outlineOf(
  { path, format, charset, bytes = 0 }: Pick<ManifestRecord, 'path' | 'format' | 'charset' | 'bytes'>,
  source: Generation['source'],
): DataOutline | undefined {
  try {
    return outlineData(source(path), { format, ...(charset && { charset }) }, bytes)
  } catch (error) {
    if (error instanceof UnreadableDocument || isAbsent(error)) return undefined
    throw error
  }
}

/** A hash of the field names: equal for answers that differ only in their values. */
export function fieldNamesOf({ names }: DataOutline): string {
  return hashOf(names.keys())
}

/** A hash of field names and words: equal for answers that differ only in times, numbers and ids. */
export function textOf(outline: DataOutline): string {
  return `${fieldNamesOf(outline)} ${hashOf(outline.words)}`
}

function hashOf(texts: Iterable<string>): string {
  return hash('sha256', [...texts].sort().join('\n')).slice(0, 16)
}
