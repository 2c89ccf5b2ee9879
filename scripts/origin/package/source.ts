import { createHash } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type DataKind, type DescriptorObject, findText, readRegular } from './descriptor.ts'

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

/** A resource that cannot be published; the message is a clause that follows its name. */
export class Unpublishable extends Error {
  override name = 'Unpublishable'
}

/** Where the data of a resource is. Throws {@link Unpublishable} if it is not in one file of the package. */
export function locate(folder: string, resource: DescriptorObject): Source['at'] {
  if (resource.data !== undefined) return { text: inlineText(resource.data) }
  if (Array.isArray(resource.path))
    throw new Unpublishable('it consists of several files, which is not supported')
  const path = findText(resource, 'path')
  if (path === undefined) throw new Unpublishable('it has neither a "path" nor "data"')
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) throw new Unpublishable(`it is outside the package, at ${path}`)
  if (/^[/\\~]/.test(path) || path.split(/[/\\]/).includes('..'))
    throw new Unpublishable(`its path ${path} leads outside the package`)
  // vega-datasets has its files in data/, but its paths do not say so.
  const file = [join(folder, path), join(folder, 'data', path)].find((candidate) => existsSync(candidate))
  if (file === undefined) throw new Unpublishable(`its file ${path} is missing`)
  if (!statSync(file).isFile()) throw new Unpublishable(`its path ${path} is not a file`)
  if (!realpathSync(file).startsWith(`${realpathSync(folder)}${sep}`))
    throw new Unpublishable(`its path ${path} leads outside the package through a symbolic link`)
  return { file }
}

function inlineText(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data)
}
