import { join } from 'node:path'
import { findDigest, type Generation, type ManifestRecord } from '../snapshot/index.ts'

/** Whether the file of a record exists and has the recorded checksum. */
export function isWhole(generation: Generation, record: ManifestRecord): boolean {
  return (
    record.sha256 !== undefined && findDigest(join(generation.folder, record.path))?.sha256 === record.sha256
  )
}
