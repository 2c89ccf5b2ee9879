import { join } from 'node:path'
import {
  type Draft,
  findDigest,
  type Generation,
  type ManifestRecord,
  originalOf,
  type Problem,
  warning,
} from '../snapshot/index.ts'
import { isIntact } from './intact.ts'

/** Whether the bytes that a copy was converted from are undamaged; also if it was not converted. */
export function hasSoundOriginal(current: Generation, stored: ManifestRecord, startedAt: Date): boolean {
  const original = findOriginal(current, stored)
  return original === undefined || isIntact(current, original, startedAt)
}

/** Where copies are carried from and to. */
interface Carrying {
  readonly draft: Draft
  readonly current: Generation
  readonly remarks: Problem[]
}

/**
 * Carries a copy of the current generation to the draft, at its path or `to`, with the bytes that it was converted from. If these are
 * damaged they are given up, with a remark. Returns its record, without them then.
 */
export function carryCopy(
  { draft, current, remarks }: Carrying,
  stored: ManifestRecord,
  to = stored.path,
): ManifestRecord {
  draft.carry(current, stored.path, to)
  const { original: _, ...bare } = stored
  const original = findOriginal(current, stored)
  if (original === undefined) return bare
  if (!isIntact(current, original, draft.startedAt)) {
    remarks.push(describeLost(original))
    return bare
  }
  draft.carry(current, original.path, originalOf(to))
  const { sha256 = '', bytes = 0 } = original
  return { ...bare, original: { sha256, bytes } }
}

// As a record. Manifests of earlier versions do not state its checksum: then it is that of the file.
function findOriginal({ folder }: Generation, stored: ManifestRecord): ManifestRecord | undefined {
  const path = originalOf(stored.path)
  const mayHave = stored.derivedFrom === stored.format
  const original = stored.original ?? (mayHave ? findDigest(join(folder, path)) : undefined)
  return original && { ...stored, ...original, path }
}

function describeLost({ address, format, path }: ManifestRecord): Problem {
  const message = `The bytes as the origin sent them, from which the published copy was converted to UTF-8, are damaged or missing in the state folder, and given up: ${path}. The published copy is sound. Check the disk of the state folder; a backup may still have the file.`
  return warning('lost-original', address, message, { format })
}
