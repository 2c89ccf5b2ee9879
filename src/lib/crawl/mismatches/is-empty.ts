import { eachRecord, UnreadableDocument } from '../../reading/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'

/** Whether a document is an empty list. All of these are equal. */
export function isEmptyList(
  source: () => Iterable<Uint8Array>,
  { format, charset }: Pick<ManifestRecord, 'format' | 'charset'>,
): boolean {
  try {
    return eachRecord(source, { format, ...(charset && { charset }) }, () => false).shape === 'empty'
  } catch (error) {
    // An unreadable document is not empty.
    if (error instanceof UnreadableDocument) return false
    throw error
  }
}
