import { createHash } from 'node:crypto'
import type { DataKind } from './kind.ts'
import { readRegular } from './regular.ts'

/** How to read the file of a resource. */
export interface SourceReading {
  readonly kind: DataKind
  /** A label that `TextDecoder` knows. */
  readonly encoding: string
  readonly delimiter: string
  readonly quote: string
  /** Whether the first line of a csv contains the column names. */
  readonly header: boolean
  readonly fields: readonly Field[]
}

/** A column in the schema of the resource. */
export interface Field {
  readonly name: string
  readonly type: string
}

/** Where the data of a dataset is, and how to read it. */
export interface Source {
  /** A file, or the data itself if it is inside the descriptor. */
  readonly at: { readonly file: string } | { readonly text: string }
  readonly reading: SourceReading
  /** The checksum when the package was opened, to detect later changes. */
  readonly sha256: string
}

/** A source file has changed since the package was opened, so the lists no longer match it. */
class SourceChanged extends Error {
  override name = 'SourceChanged'
}

/** The current bytes of a source, and their sha256. */
export async function readBytes(at: Source['at']): Promise<{ bytes: Buffer; sha256: string }> {
  const bytes = 'file' in at ? await readRegular(at.file) : Buffer.from(at.text)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The text of a source. Throws {@link SourceChanged} if it no longer matches the lists. */
export async function readSource(source: Source): Promise<string> {
  const { bytes, sha256 } = await readBytes(source.at)
  if (sha256 !== source.sha256)
    throw new SourceChanged(
      `${'file' in source.at ? source.at.file : 'The data'} changed. Start the origin again.`,
    )
  return decode(bytes, source.reading.encoding)
}

/** Decodes a source, without byte order mark. Throws a TypeError for bytes that are invalid in the encoding. */
export function decode(bytes: Buffer, encoding: string): string {
  return new TextDecoder(encoding, { fatal: true }).decode(bytes)
}
