import { hash } from 'node:crypto'
import {
  DATASET_OPERATION,
  type Format,
  type ListOperation,
  MEDIA_TYPES,
  type Representation,
} from '../../../src/lib/interface/index.ts'
import { datasetPage, listPage } from '../html.ts'
import { parseContent } from '../package/content.ts'
import { readSource } from '../package/descriptor.ts'
import type { DataPackage, Dataset } from '../package/types.ts'
import { type OriginShape, shapeOf } from '../shapes/index.ts'
import { dataSubject, documentXml, listSubject } from '../shapes/subject.ts'
import type { Place, ShapeWriter } from '../shapes/types.ts'
import type { BodyEncoding, Pieces } from '../text.ts'

/** A representation without its body, which is written on demand. */
export interface Answer {
  readonly mediaType: string
  readonly encoding: BodyEncoding
  /** A digest of everything that the body depends on. */
  readonly digest: string
  readonly lastModified: Date
  /** Whether the body may be too large for memory. */
  readonly isLarge: boolean
  /** Writes the body. Throws SourceChanged if the data no longer matches the lists. */
  readonly write: () => Promise<Pieces>
}

const LARGE_BYTES = 4_000_000

/** Plans the response for a representation; undefined if this origin does not have it. */
export function planOriginAnswer(
  origin: Origin,
  { resource, format }: Representation,
  place: Place,
): Answer | undefined {
  const addresses = origin.shape.writesAddresses ? [place.base, place.wwwBase] : []
  const form = formOf(origin, format)
  if (resource.operation !== DATASET_OPERATION)
    return {
      ...form,
      digest: origin.digest(resource.operation, format, origin.listDigest, ...addresses),
      lastModified: origin.lastModified,
      isLarge: false,
      write: async () => writeList(origin, resource.operation, format, place),
    }
  const dataset = origin.datasets.get(resource.code)
  if (dataset === undefined || !origin.shape.datasetFormats.includes(format)) return undefined
  return {
    ...form,
    digest: origin.digest(format, JSON.stringify(publicFactsOf(dataset)), ...addresses),
    lastModified: dataset.updated,
    isLarge: isLarge(dataset, format),
    write: () => writeDataset(origin, dataset, format, place),
  }
}

function formOf({ shape }: Origin, format: Format): Pick<Answer, 'mediaType' | 'encoding'> {
  if (format === 'xml') return { mediaType: shape.xmlType, encoding: shape.xmlEncoding }
  return { mediaType: MEDIA_TYPES[format], encoding: 'utf-8' }
}

/** Whether a body may be too large for memory. Pages show only the first rows, so they are not. */
function isLarge({ bytes }: Dataset, format: Format): boolean {
  return format !== 'html' && bytes > LARGE_BYTES
}

/** The body of one of the four lists. */
function writeList({ data, shape }: Origin, operation: ListOperation, format: Format, place: Place): Pieces {
  const list = shape.dress(listSubject(operation, data))
  return format === 'html' ? [listPage(list, shape.html, place)] : shape[format](list, place)
}

/** The body of one dataset. A document that is not a table is the same json in every shape: the source text. */
async function writeDataset(
  { shape }: Origin,
  dataset: Dataset,
  format: Format,
  place: Place,
): Promise<Pieces> {
  const text = await readSource(dataset.source)
  if (format === 'json' && servesSource(shape, dataset)) return [text]
  const content = parseContent(text, dataset.source.reading)
  if (format === 'html') return [datasetPage(dataset, content, shape.html, shape.datasetFormats)]
  if (content.is === 'table') return shape[format](dataSubject(dataset.code, content.table), place)
  return documentXml({ code: dataset.code, value: content.value }, shape)
}

function servesSource({ keepsJson }: ShapeWriter, { kind, rows }: Dataset): boolean {
  return kind !== 'csv' && kind !== 'tsv' && (keepsJson || rows === undefined)
}

/** Part of every entity tag: raise it when the same data is written differently. */
const ORIGIN_VERSION = '1'

export type Origin = ReturnType<typeof createOrigin>

/** The source of all answers: a package in a shape. */
export function createOrigin(data: DataPackage, shapeName: OriginShape) {
  /** A digest of the version of this program, the shape and the parts; equal on every machine. */
  const digest = (...parts: readonly string[]) =>
    sha256(JSON.stringify([ORIGIN_VERSION, shapeName, ...parts]))
  return {
    data,
    shape: shapeOf(shapeName),
    datasets: new Map(data.datasets.map((dataset) => [dataset.code, dataset])),
    /** The latest change of any dataset. */
    lastModified: new Date(Math.max(...data.datasets.map(({ updated }) => updated.getTime()))),
    digest,
    /** A digest of the contents of the lists. */
    listDigest: digest(JSON.stringify({ ...data, skipped: [], datasets: data.datasets.map(publicFactsOf) })),
  }
}

/** All properties of a dataset except the location of its file. */
function publicFactsOf({ source, ...facts }: Dataset) {
  return { ...facts, reading: source.reading, sha256: source.sha256 }
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27)
}
