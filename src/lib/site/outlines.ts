import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

/** A line or ring in degrees, longitude and latitude in turn, and where it lies. */
export interface CountryOutline {
  readonly line: readonly number[]
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The land of the earth as rings, and the borders between countries as lines. */
export interface Outlines {
  readonly land: readonly CountryOutline[]
  readonly borders: readonly CountryOutline[]
}

/** How exact outlines are: for maps of the earth and its parts, or of countries. */
export type Detail = 'coarse' | 'fine'

const FILES: Readonly<Record<Detail, string>> = { coarse: 'countries-110m.json', fine: 'countries-50m.json' }

/** Opens the outlines in a folder of topologies, as world-atlas has them. Each is read when it is first asked for. */
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
    if (geometry.type === 'Polygon') return geometry.coordinates
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []
  })
  const borders = mesh(atlas, atlas.objects.countries, (a, b) => a !== b).coordinates
  return {
    land: land.map((ring) => outlineOf(closePole(unwrap(ring)))),
    borders: borders.map((border) => outlineOf(unwrap(border))),
  }
}

// Where a line crosses the date line it goes on beyond 180°, so that it has no jump in it.
function unwrap(positions: readonly (readonly number[])[]): number[] {
  const line: number[] = []
  let turn = 0
  for (const [longitude = 0, latitude = 0] of positions) {
    const step = line.length === 0 ? 0 : longitude + turn - (line.at(-2) as number)
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360
    line.push(longitude + turn, latitude)
  }
  return line
}

// A ring around a pole ends a turn further than it began: its land goes on to the pole.
function closePole(ring: readonly number[]): readonly number[] {
  const [first = 0, latitude = 0] = ring
  const last = ring.at(-2) ?? 0
  if (Math.abs(last - first) < 180) return ring
  const pole = latitude < 0 ? -90 : 90
  return [...ring, last, pole, first, pole]
}

function outlineOf(line: readonly number[]): CountryOutline {
  const longitudes = line.filter((_, at) => at % 2 === 0)
  const latitudes = line.filter((_, at) => at % 2 === 1)
  return {
    line,
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
}
