import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  findReadable,
  type Manifest,
  type ManifestRecord,
  openFolderMirror,
  type PublishedMirror,
  type RestoreOptions,
  renderManifest,
  restore,
} from '../../src/lib/snapshot/index.ts'
import { manifestOf, pathOf, recordOf, START } from './records.ts'

/** The manifest of a published mirror with these datasets. */
export function publishedManifest(datasets: Readonly<Record<string, string>>): Manifest {
  const records = Object.entries(datasets).map(([code, text]) => publishedRecord(code, text))
  return manifestOf('20260102T030405678Z', records)
}

export function publishedRecord(code: string, text: string): ManifestRecord {
  return { ...recordOf(code, text), etag: `"${code}"`, changedAt: '2026-01-01T00:00:00.000Z' }
}

/** Writes a published mirror: its manifest and the files of these datasets. */
export function writePublished(
  folder: string,
  manifest: object,
  datasets: Readonly<Record<string, string>>,
): PublishedMirror {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [code, text] of Object.entries(datasets)) write(pathOf(code), text)
  write('manifest.json', [...renderManifest(manifest as Manifest)].join(''))
  return openFolderMirror(folder)
}

/** Restores into a state folder as a command does, without its lock. */
export function restoreInto(state: string, mirror: PublishedMirror, more: Partial<RestoreOptions> = {}) {
  const { signal } = new AbortController()
  return restore({
    state,
    current: findReadable(state),
    mirror,
    concurrency: 4,
    maxTotalBytes: 2 ** 30,
    now: new Date('2026-06-01T00:00:00.000Z'),
    signal,
    accepts: () => true,
    ...more,
  })
}

export { START }
