import { eachRecord, UnreadableDocument } from '../../reading/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'

/** Whether a document is a list with nothing in it: any two of them are the same. */
export function isEmptyList(
  source: () => Iterable<Uint8Array>,
  { format, charset }: Pick<ManifestRecord, 'format' | 'charset'>,
): boolean {
  try {
    return eachRecord(source, { format, ...(charset && { charset }) }, () => false).shape === 'empty'
  } catch (error) {
    // What cannot be read has something in it.
    if (error instanceof UnreadableDocument) return false
    throw error
  }
}
