import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { READER, type Reading, readDocument, UnreadableDocument } from '../reading/index.ts'
import type { Generation, ManifestRecord } from '../snapshot/index.ts'

/** Readings of a generation's bytes, each made once and kept on disk by the sha256 of what was read. */
export interface Readings {
  /** The reading of a record's bytes; undefined when they cannot be read. */
  find(record: ManifestRecord): Reading | undefined
  /** Removes the kept readings of bytes that no longer exist anywhere in the generation. */
  prune(): void
}

/** Opens the readings of a generation, kept in `folder`. The folder may be deleted at any time. */
export function openReadings(folder: string, generation: Generation): Readings {
  mkdirSync(folder, { recursive: true })
  const fileFor = ({ sha256, format }: ManifestRecord) => `${sha256}.${format}.json`
  return {
    find(record) {
      if (record.sha256 === undefined) return undefined
      const file = join(folder, fileFor(record))
      const kept = findKept(file)
      if (kept?.reader === READER) return kept
      const reading = read(generation, record)
      if (reading) writeFileSync(file, JSON.stringify(reading))
      return reading
    },
    prune() {
      const used = new Set(generation.manifest.records.map(fileFor))
      for (const name of readdirSync(folder)) if (!used.has(name)) rmSync(join(folder, name), { force: true })
    },
  }
}

function read(generation: Generation, { path, format, charset }: ManifestRecord): Reading | undefined {
  try {
    return readDocument(generation.source(path), { format, ...(charset && { charset }) })
  } catch (error) {
    if (error instanceof UnreadableDocument) return undefined
    throw error
  }
}

// A torn file of a killed run is read anew.
function findKept(file: string): Reading | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
