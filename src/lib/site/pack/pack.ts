import { createHash } from 'node:crypto'
import { lstatSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describeKind, fileSource, findDigest, NotAFile } from '../../snapshot/index.ts'
import { type PackedFile, type PackPlan, Unpackable } from './plan.ts'
import { openZip } from './zip.ts'

/** An archive that was written. */
interface Packed {
  readonly files: number
  /** The bytes of all files together. */
  readonly contents: number
  /** The bytes of the archive. */
  readonly bytes: number
  readonly sha256: string
}

/**
 * Writes the archive of a site to `out`; it is there whole or not at all. Throws {@link Unpackable} when a file is not what the
 * site says of it.
 */
export async function packSite(
  site: string,
  plan: PackPlan,
  out: string,
  signal?: AbortSignal,
): Promise<Packed> {
  const part = `${out}.part`
  removeLeft(part)
  const zip = openZip(part)
  try {
    for (const file of plan.files) {
      const { path, time, bytes } = file
      zip.add({ name: `${plan.name}/${path}`, time, bytes }, readChecked(site, file))
      // Whoever interrupts is heard between two files.
      await setImmediate()
      signal?.throwIfAborted()
    }
    zip.finish()
    const { sha256, bytes } = findDigest(part) as { sha256: string; bytes: number }
    renameSync(part, out)
    const contents = plan.files.reduce((sum, file) => sum + file.bytes, 0)
    return { files: plan.files.length, contents, bytes, sha256 }
  } finally {
    zip.close()
    rmSync(part, { force: true })
  }
}

// What a killed run left; anything but a regular file is somebody else's.
function removeLeft(part: string): void {
  const stats = lstatSync(part, { throwIfNoEntry: false })
  if (stats?.isFile()) rmSync(part)
  else if (stats) throw new NotAFile(part, describeKind(stats))
}

function* readChecked(site: string, { path, bytes, sha256 }: PackedFile): Iterable<Uint8Array> {
  const hash = createHash('sha256')
  let read = 0
  for (const chunk of fileSource(join(site, path))()) {
    hash.update(chunk)
    read += chunk.length
    yield chunk
  }
  if (read !== bytes || (sha256 !== undefined && hash.digest('hex') !== sha256))
    throw new Unpackable(
      `${path} differs from SHA256SUMS, or changed while it was packed. Run verify, or build the site again.`,
    )
}
