import { UnreadableDocument } from '../reading/index.ts'
import { DamagedSnapshot } from '../snapshot/index.ts'

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
