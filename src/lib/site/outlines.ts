import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { geoBounds } from 'd3-geo'
import type { LineString, Polygon } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** A part of the land or a border, and its bounds in degrees. `east` is beyond 180 if it crosses the date line. */
export interface MapOutline {
  readonly shape: Polygon | LineString
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The land of the earth and the borders between countries. */
export interface Outlines {
  readonly land: readonly MapOutline[]
  readonly borders: readonly MapOutline[]
}

/** The detail of outlines: for maps of the earth and its parts, or of countries. */
export type Detail = 'coarse' | 'fine'

const FILES: Readonly<Record<Detail, string>> = { coarse: 'countries-110m.json', fine: 'countries-50m.json' }

/** Opens the outlines in a folder of topologies, as in world-atlas. Each is read when it is first needed. */
export function openOutlines(folder: string): (detail: Detail) => Outlines {
  const read = new Map<Detail, Outlines>()
  return (detail) => {
    const outlines = read.get(detail) ?? readOutlines(join(folder, FILES[detail]))
    read.set(detail, outlines)
    return outlines
  }
}

type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

function readOutlines(file: string): Outlines {
  const atlas: Atlas = JSON.parse(readFileSync(file, 'utf8'))
  const land = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates]
    return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  })
  const borders = mesh(atlas, atlas.objects.countries, (a, b) => a !== b).coordinates
  return {
    land: land.map((coordinates) => outlineOf({ type: 'Polygon', coordinates })),
    borders: borders.map((coordinates) => outlineOf({ type: 'LineString', coordinates })),
  }
}

function outlineOf(shape: MapOutline['shape']): MapOutline {
  const [[west, south], [east, north]] = geoBounds(shape)
  return { shape, west, south, east: east < west ? east + 360 : east, north }
}
