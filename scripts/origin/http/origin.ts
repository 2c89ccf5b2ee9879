import { createHash } from 'node:crypto'
import type { DataPackage, Dataset } from '../package/types.ts'
import { type OriginShape, shapeOf } from '../shapes/index.ts'
import type { ShapeWriter } from '../shapes/types.ts'

/** Part of every entity tag: raise it when the same data is written differently. */
const ORIGIN_VERSION = '1'

/** A package in a shape: the source of all answers. */
export interface Origin {
  readonly data: DataPackage
  readonly shape: ShapeWriter
  readonly datasets: ReadonlyMap<string, Dataset>
  /** The latest change of any dataset. */
  readonly lastModified: Date
  /** A digest of the version of this program, the shape and the parts; equal on every machine. */
  readonly digest: (...parts: readonly string[]) => string
  /** A digest of the contents of the lists. */
  readonly listDigest: string
}

/** Creates an origin from a package and a shape. */
export function createOrigin(data: DataPackage, shapeName: OriginShape): Origin {
  const digest = (...parts: readonly string[]) =>
    sha256(JSON.stringify([ORIGIN_VERSION, shapeName, ...parts]))
  return {
    data,
    shape: shapeOf(shapeName),
    datasets: new Map(data.datasets.map((dataset) => [dataset.code, dataset])),
    lastModified: new Date(Math.max(...data.datasets.map(({ updated }) => updated.getTime()))),
    digest,
    listDigest: digest(JSON.stringify({ ...data, skipped: [], datasets: data.datasets.map(publicFactsOf) })),
  }
}

/** All properties of a dataset except the location of its file. */
export function publicFactsOf({ source, ...facts }: Dataset) {
  return { ...facts, reading: source.reading, sha256: source.sha256 }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}
