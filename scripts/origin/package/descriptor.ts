import { hash } from 'node:crypto'
import { constants, existsSync, realpathSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type ExactValue, isObject, parseExactJson } from '../text.ts'

/** Any object of a descriptor, with unchecked members. */
export interface DescriptorObject {
  readonly [name: string]: ExactValue
}

/** A descriptor, checked as far as publishing requires. */
export interface Descriptor {
  readonly members: DescriptorObject
  readonly resources: readonly DescriptorObject[]
}

/** Reads `datapackage.json`. Throws a {@link PackageError} if it is invalid. */
export async function readDescriptor(path: string): Promise<Descriptor> {
  const members = parseDescriptor(path, await readText(path))
  const resources = members.resources
  if (!Array.isArray(resources))
    throw new PackageError(
      path,
      'it has no "resources" array',
      'A data package lists its files in that array.',
    )
  resources.forEach((resource, index) => {
    if (!isObject(resource))
      throw new PackageError(path, `resources[${index}] is not an object`, 'Give it a "name" and a "path".')
  })
  return { members, resources: resources as DescriptorObject[] }
}

async function readText(path: string): Promise<string> {
  try {
    return (await readRegular(path)).toString()
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException
    const isFile = !['EISDIR', 'ENXIO'].includes(code)
    throw new PackageError(
      path,
      isFile ? `it cannot be read (${code})` : 'it is not a file',
      'Name a datapackage.json file or its folder.',
      {
        cause,
      },
    )
  }
}

function parseDescriptor(path: string, text: string): DescriptorObject {
  try {
    const value = parseExactJson(text.replace(/^\ufeff/, ''))
    if (isObject(value)) return value
  } catch (cause) {
    const problem = `it is not JSON (${(cause as Error).message})`
    throw new PackageError(path, problem, 'Correct it, or name another file.', { cause })
  }
  throw new PackageError(
    path,
    'it is JSON but not an object',
    'A datapackage.json is an object with a "resources" array.',
  )
}

/** The trimmed text of a member; undefined if it is missing, blank or not a text. */
export function findText(members: DescriptorObject, name: string): string | undefined {
  const value = members[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The objects in an array member; other items are left out. */
export function findObjects(members: DescriptorObject, name: string): DescriptorObject[] {
  const value = members[name]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The bytes of a regular file. Rejects with ENXIO for a pipe, which would block, and for a device, which has no end. */
async function readRegular(path: string): Promise<Buffer> {
  let file: FileHandle | undefined
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (!(await file.stat()).isFile())
      throw Object.assign(new Error(`${path} is not a file`), { code: 'ENXIO' })
    return await file.readFile()
  } finally {
    await file?.close()
  }
}

/** A data package that cannot be published: the message states what is wrong, where, and what to do. */
export class PackageError extends Error {
  override name = 'PackageError'

  constructor(path: string, problem: string, hint: string, options?: ErrorOptions) {
    super(`${path}: ${problem}. ${hint}`, options)
  }
}

/** A supported kind of data. */
export type DataKind = (typeof KINDS)[number]

const KINDS = ['csv', 'tsv', 'json', 'geojson', 'topojson'] as const

/** The kind of data of a resource, from its format or else its file name; undefined if it is not supported. */
export function findKind(resource: DescriptorObject): DataKind | undefined {
  const named = findText(resource, 'format') ?? extensionOf(findText(resource, 'path'))
  if (named === undefined) return resource.data === undefined ? undefined : 'json'
  const format = named.toLowerCase().replace(/^\./, '')
  return KINDS.find((kind) => kind === format)
}

/** The name of an unsupported kind, for the reason why it is left out. */
export function nameFormat(resource: DescriptorObject): string {
  return (
    findText(resource, 'format')?.replace(/^\./, '') ?? extensionOf(findText(resource, 'path')) ?? 'unknown'
  )
}

function extensionOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : /\.([^./\\]+)$/.exec(path)?.[1]
}

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
  return { bytes, sha256: hash('sha256', bytes) }
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
  // The files of vega-datasets are in data/, which its paths do not state.
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
