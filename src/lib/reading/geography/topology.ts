import { feature, mesh } from 'topojson-client'
import type { GeometryObject, Topology } from 'topojson-specification'
import { attempt } from '../../interface/attempt.ts'
import { isBrokenJson, parseJson } from '../json/bounded.ts'
import type { ByteSource, Geography, Reading } from '../types.ts'
import { Geometries } from './geography.ts'
import { DEPTHS } from './geometry.ts'
import { MAX_SHAPES, withinLimits } from './shapes.ts'
import { type Geometry, isOnEarth } from './system.ts'

/** Larger documents are not decoded: their arcs must be in memory. */
const MOST_BYTES = 64_000_000
/** Geometries share arcs, so a small document may have any number of vertices. */
const MOST_VERTICES = 5_000_000
/** Outlines with more vertices are not drawn: all of them are in memory to be simplified. */
const MOST_OF_GROUND = 250_000

/** The column with the arcs of a geometry. */
const ARCS = 'arcs'

/** The member with the scale and the offset of positions. */
export const TRANSFORM = 'transform'

type Shape = GeometryObject<GeoJSON.GeoJsonProperties>

/** Whether a document is a topology (TopoJSON 1.0, 2.1.1) whose records are geometries. */
export function isTopology({
  format,
  beside,
  columns,
}: Pick<Reading, 'format' | 'beside' | 'columns'>): boolean {
  return (
    format === 'json' &&
    beside.some(({ name, value }) => name === 'type' && value === 'Topology') &&
    columns.some(({ name, kind }) => name === ARCS && kind === 'nested')
  )
}

/**
 * The locations of the geometries of a topology, which are the records at a path. Undefined if it is none, is too large, or is not in
 * degrees.
 */
export function readTopology(source: ByteSource, { path }: Pick<Reading, 'path'>): Geography | undefined {
  const topology = parseTopology(source)
  const objects = Object.entries(topology?.objects ?? {})
  const [, object] = objects.find(([name]) => path === `objects.${name}.geometries[]`) ?? []
  if (!topology || object?.type !== 'GeometryCollection') return undefined
  // What breaks the rules of TopoJSON is found where it is used.
  const isBroken = (error: unknown) => error instanceof TypeError
  return attempt(undefined, isBroken, () => {
    const located = locate(topology, object.geometries)
    const ground = located?.shapes?.drawn === 0 ? groundIn(topology, object.geometries.length) : undefined
    return located && ground ? { ...located, ground } : located
  })
}

function locate(topology: Topology, objects: readonly Shape[]): Geography | undefined {
  const collected = new Geometries(true)
  let left = MOST_VERTICES
  for (const object of objects) {
    left -= verticesOf(topology, object)
    if (left < 0) return undefined
    collected.add(ARCS, geometryOfTopology(topology, object), false)
    collected.endRecord()
  }
  return collected.finish()
}

/** The outlines of the list with the most areas of those that have few enough to be drawn. Undefined if there is none, or one that is not in degrees or too small to be seen. */
function groundIn(topology: Topology, records: number): Geography['ground'] {
  const lists = Object.entries(topology.objects).flatMap(([name, list]) =>
    list.type === 'GeometryCollection' && isGround(topology, list.geometries, records)
      ? [{ name, list: list as GeometryObject, areas: list.geometries.length }]
      : [],
  )
  const [most] = lists.toSorted((a, b) => b.areas - a.areas)
  if (!most) return undefined
  const { name, list } = most
  const linesOf = (area: boolean) =>
    mesh(topology, list, (a, b) => (a === b) === area).coordinates.map((line) => ({
      area,
      line: line.flatMap(([x = NaN, y = NaN]) => [x, y]),
    }))
  const outlines = [linesOf(true), linesOf(false)]
  if (!outlines.flat().every(({ line }) => isInDegrees(line))) return undefined
  const { groups, round } = withinLimits(outlines)
  const [land = [], borders = []] = groups.map((group) => group.map(({ line }) => round(line)))
  return land.length > 0 ? { name, land, borders } : undefined
}

function isGround(topology: Topology, geometries: readonly Shape[], records: number): boolean {
  const { length } = geometries
  return (
    length > 1 &&
    length <= Math.min(MAX_SHAPES, records) &&
    geometries.every(({ type }) => type === 'Polygon' || type === 'MultiPolygon') &&
    geometries.reduce((sum, geometry) => sum + verticesOf(topology, geometry), 0) <= MOST_OF_GROUND
  )
}

function isInDegrees(line: readonly number[]): boolean {
  return line.every((x, at) => at % 2 === 1 || isOnEarth(x, line[at + 1] as number))
}

function parseTopology(source: ByteSource): Topology | undefined {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (const chunk of source()) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) return undefined
    chunks.push(Uint8Array.from(chunk))
  }
  const parse = () => parseJson(Buffer.concat(chunks)) as Partial<Topology>
  const parsed = attempt(undefined, isBrokenJson, parse)
  return Array.isArray(parsed?.arcs) && parsed.arcs.every(isArc) ? (parsed as Topology) : undefined
}

function isArc(arc: unknown): boolean {
  return (
    Array.isArray(arc) && arc.every((at) => Array.isArray(at) && at.length >= 2 && at.every(Number.isFinite))
  )
}

/** How many vertices a geometry has; Infinity if one of its arcs does not exist. */
function verticesOf({ arcs }: Topology, geometry: Shape): number {
  if (geometry.type === 'GeometryCollection') return Infinity
  if (!('arcs' in geometry)) return 1
  let sum = 0
  for (const arc of [geometry.arcs].flat(3) as unknown[])
    sum += typeof arc === 'number' ? (arcs[arc < 0 ? ~arc : arc]?.length ?? Infinity) : Infinity
  return sum
}

function geometryOfTopology(topology: Topology, object: Shape): Geometry {
  const { geometry } = feature(topology, object as GeometryObject) as GeoJSON.Feature
  if (!geometry || geometry.type === 'GeometryCollection') return { points: [], lines: [] }
  const { type, coordinates } = geometry
  const depth = DEPTHS[type] ?? 0
  if (type === 'Point' || type === 'MultiPoint')
    return { points: [coordinates].flat(depth) as [number, number][], lines: [] }
  const lines = [coordinates].flat(depth - 1) as GeoJSON.Position[][]
  return {
    points: [],
    lines: lines.map((positions) => ({
      area: type.endsWith('Polygon'),
      line: positions.flatMap(([x = NaN, y = NaN]) => [x, y]),
    })),
  }
}
