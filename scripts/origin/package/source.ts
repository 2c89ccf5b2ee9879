import { createHash } from 'node:crypto'
import type { DataKind } from './kind.ts'
import { readRegular } from './regular.ts'

/** How a source is to be read: what a resource says about its file. */
export interface SourceReading {
  readonly kind: DataKind
  /** A label that `TextDecoder` knows. */
  readonly encoding: string
  readonly delimiter: string
  readonly quote: string
  /** Whether the first line of a csv holds the names of the columns. */
  readonly header: boolean
  readonly fields: readonly Field[]
}

/** A column as the resource's schema declares it. */
export interface Field {
  readonly name: string
  readonly type: string
}

/** Where the data of a dataset lies, and how it is read. */
export interface Source {
  /** A file, or the data itself where the descriptor holds it. */
  readonly at: { readonly file: string } | { readonly text: string }
  readonly reading: SourceReading
  /** Of the bytes when the package was opened; what is served later is checked against it. */
  readonly sha256: string
}

/** A source file that is no longer what it was when the package was opened, so that the lists no longer describe it. */
export class SourceChanged extends Error {
  override name = 'SourceChanged'
}

/** The bytes of a source as they are now, and their sha256. */
export async function readBytes(at: Source['at']): Promise<{ bytes: Buffer; sha256: string }> {
  const bytes = 'file' in at ? await readRegular(at.file) : Buffer.from(at.text)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The text of a source. Throws {@link SourceChanged} when it is not what the lists describe. */
export async function readSource(source: Source): Promise<string> {
  const { bytes, sha256 } = await readBytes(source.at)
  if (sha256 !== source.sha256)
    throw new SourceChanged(
      `${'file' in source.at ? source.at.file : 'The data'} changed. Start the origin again.`,
    )
  return decode(bytes, source.reading.encoding)
}

/** Decodes a source, without a byte order mark. Throws a TypeError for bytes that are not in the encoding. */
export function decode(bytes: Buffer, encoding: string): string {
  return new TextDecoder(encoding, { fatal: true }).decode(bytes)
}
