import { join } from 'node:path'
import { findDigest, type Generation, type ManifestRecord } from '../snapshot/index.ts'

/** Whether the bytes of a record are still what it says. */
export function isWhole(generation: Generation, record: ManifestRecord): boolean {
  return (
    record.sha256 !== undefined && findDigest(join(generation.folder, record.path))?.sha256 === record.sha256
  )
}
