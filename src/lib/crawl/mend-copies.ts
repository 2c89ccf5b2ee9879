import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findPublishedFile, hasSum } from '../site/published.ts'
import {
  copyAsNew,
  type FileRecord,
  type Generation,
  layout,
  type ManifestRecord,
  type Problem,
} from '../snapshot/index.ts'

/** Where damaged files of a generation may be copied from, and what is reported then. */
interface Mending {
  /** The folder of the published site. It may be absent, damaged, or of another generation. */
  readonly site: string
  /** The state folder in whose draft a file is received. */
  readonly state: string
  onMended(problem: Problem): void
}

/**
 * A generation whose damaged files are replaced by those of the published site that have the recorded length and checksum. The caller has
 * the lock of its state folder.
 */
export function withMending(generation: Generation, { site, state, onMended }: Mending): Generation {
  return {
    ...generation,
    mend(record) {
      const published = join(site, record.path)
      const size = findPublishedFile(published)?.size
      if (record.sha256 === undefined || size !== record.bytes || !hasSum(published, record.sha256))
        return false
      const part = join(layout.incoming(state), 'mended')
      const file = join(generation.folder, record.path)
      rmSync(part, { force: true })
      copyAsNew(published, part)
      // The site may have been replaced since.
      if (!hasSum(part, record.sha256)) return false
      const changedAt = new Date(record.changedAt ?? 0)
      utimesSync(part, changedAt, changedAt)
      clearPlace(generation.folder, record.path)
      mkdirSync(dirname(file), { recursive: true })
      renameSync(part, file)
      onMended(describeMended(record))
      return true
    },
  }
}

/** Removes a file in the place of a folder above the file with this path, and a folder in its own place. */
function clearPlace(folder: string, path: string): void {
  const names = path.split('/')
  for (let depth = 1; depth < names.length; depth++) {
    const parent = join(folder, ...names.slice(0, depth))
    if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory()) rmSync(parent, { force: true })
  }
  rmSync(join(folder, path), { recursive: true, force: true })
}

function describeMended({ path, address = path, format }: FileRecord & Partial<ManifestRecord>): Problem {
  const message =
    'Its copy in the state folder was damaged or missing. It was replaced by the published one, which has the recorded checksum. Check the disk of the state folder.'
  return {
    severity: 'warning',
    code: 'mended-copy',
    subject: address,
    message,
    ...(format && { facts: { format } }),
  }
}
