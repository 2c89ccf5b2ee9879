import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PointGrid } from '../../src/lib/reading/geography/placer.ts'
import { simplify } from '../../src/lib/reading/geography/shapes.ts'
import fc from '../support/fast-check.ts'
import { readingOf } from './generate.ts'

const geographyOf = (records: unknown) => readingOf(JSON.stringify(records), 'json').geography

const position = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
)

describe('the grid of points', () => {
  test('contains every point once, in few enough cells, whatever their number', () => {
    fc.assert(
      fc.property(fc.array(position, { maxLength: 400 }), (positions) => {
        const grid = new PointGrid()
        for (const [longitude, latitude] of positions) grid.add(longitude, latitude)
        assert.equal(
          grid.points.reduce((sum, [, , count]) => sum + count, 0),
          positions.length,
        )
      }),
    )
    const grid = new PointGrid()
    for (let at = 0; at < 50_000; at++)
      grid.add(((at * 7919) % 3600) / 10 - 180, ((at * 104_729) % 1800) / 10 - 90)
    assert.ok(grid.points.length <= 1500 && grid.points.length > 500, `${grid.points.length}`)
    assert.equal(
      grid.points.reduce((sum, [, , count]) => sum + count, 0),
      50_000,
    )
  })

  test('has the same cells for any order of points', () => {
    const some = Array.from(
      { length: 5000 },
      (_, at) => [((at * 7919) % 360) - 180, ((at * 31) % 180) - 90] as const,
    )
    const [there, back] = [new PointGrid(), new PointGrid()]
    for (const [longitude, latitude] of some) there.add(longitude, latitude)
    for (const [longitude, latitude] of some.toReversed()) back.add(longitude, latitude)
    assert.deepEqual(there.points, back.points)
  })

  test('distinguishes places two metres apart while they are few', () => {
    const grid = new PointGrid()
    grid.add(37.6, 55.75)
    grid.add(37.6001, 55.75)
    grid.add(37.6, 55.75)
    assert.deepEqual(grid.points, [
      [37.6, 55.75, 2],
      [37.6001, 55.75, 1],
    ])
  })
})

describe('the location of records', () => {
  test('is read from a latitude and a longitude, as numbers or as text, with decimal point or comma', () => {
    assert.deepEqual(
      geographyOf([
        { Широта: '55,75', Долгота: ' 37.62 ' },
        { Широта: null, Долгота: '' },
      ]),
      {
        columns: ['Долгота', 'Широта'],
        count: 1,
        astray: 0,
        points: [[37.62, 55.75, 1]],
      },
    )
  })

  test('columns with matching names are a pair; of several pairs the one with most values is used', () => {
    const geography = geographyOf([
      { to_lon: 1, from_lat: 50, from_lon: 2, to_lat: null },
      { to_lon: 1, from_lat: 51, from_lon: 3, to_lat: 40 },
    ])
    assert.deepEqual(geography?.columns, ['from_lon', 'from_lat'])
    assert.deepEqual(geography?.points, [
      [2, 50, 1],
      [3, 51, 1],
    ])
  })

  test('is read from X and Y in degrees, from the pair with the most places rather than the clearest name', () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({
      '0_X': `37,60${3338 + at}`,
      '0_Y': `55,73${1411 + at}`,
      Широта: at < 3 ? '55,7' : null,
      Долгота: at < 3 ? '37,6' : null,
      X: `-9${235 + at},69`,
      Y: '29808,28',
    }))
    const geography = geographyOf(rows)
    assert.deepEqual([geography?.columns, geography?.count], [['0_X', '0_Y'], 40])
    assert.deepEqual(geography?.points[0], [37.60334, 55.73142, 10])
    const mistaken = rows.map((row, at) => (at < 3 ? { '0_X': row['0_Y'], '0_Y': row['0_X'] } : row))
    assert.equal(geographyOf(mistaken)?.count, 40)
  })

  test('X and Y that are not degrees of a region are no places: measurements, charts, the grid of a city', () => {
    const chart = Array.from({ length: 40 }, (_, at) => ({ x: at, y: at * 1.5 }))
    const normal = Array.from({ length: 40 }, (_, at) => ({
      x: Number(Math.sin(at * 7).toFixed(6)),
      y: Number(Math.cos(at * 3).toFixed(6)),
    }))
    const city = Array.from({ length: 40 }, (_, at) => ({ X: `-9${235 + at},6912`, Y: `${29808 + at},2812` }))
    const earth = normal.map(({ x, y }) => ({ x: x * 170, y: y * 80 }))
    for (const rows of [chart, normal, city, earth]) assert.equal(geographyOf(rows), undefined)
  })

  test('is read from WKT points, in degrees and in Web Mercator metres', () => {
    const cases: [string, readonly [number, number] | undefined, true?][] = [
      ['POINT (37.6 55.75)', [37.6, 55.75]],
      [' point z(37.6 55.75 120.5) ', [37.6, 55.75]],
      ['SRID=4326;POINT(-73.98 40.75)', [-73.98, 40.75]],
      ['POINT (4163574.2 7521531.4)', [37.40202, 55.81427], true],
      ['SRID=3857;POINT(-8235000 4970000)', [-73.97626, 40.71231], true],
      ['POINT (412000 6170000)', undefined],
      ['POINT (7412000 6170000)', undefined],
      ['POINT (120000 487000)', undefined],
      ['POINT (-9235.69 29808.28)', undefined],
      ['SRID=32637;POINT(412000 6170000)', undefined],
      ['POINT EMPTY', undefined],
      ['Point of view (37 55)', undefined],
      [`POINT (${'1'.repeat(180)} 2)`, undefined],
    ]
    for (const [text, position, metres] of cases) {
      const geography = geographyOf([{ a: 1, Геометрия: text }])
      assert.deepEqual(geography?.points, position && [[...position, 1]], text)
      assert.equal(geography?.metres, metres, text)
      if (position) assert.deepEqual([geography?.columns, geography?.count], [['Геометрия'], 1])
    }
  })

  test('values out of range, or 0°, 0°, are counted and left out; if these are most, there are no places', () => {
    const good = { lat: 55, lon: 37 }
    const geography = geographyOf([good, good, good, { lat: 0, lon: 0 }, { lat: 5_500_000, lon: 37 }])
    assert.deepEqual([geography?.count, geography?.astray], [3, 2])
    assert.equal(
      geographyOf([good, { lat: 415_000, lon: 700_000 }, { lat: 415_000, lon: 700_000 }]),
      undefined,
    )
    assert.equal(geographyOf([{ lat: 55 }, { lat: 56 }]), undefined)
  })

  test('is read from GeoJSON points and from geometries in any column', () => {
    const feature = (geometry: unknown) => ({ type: 'Feature', properties: { a: 1 }, geometry })
    const features = {
      type: 'FeatureCollection',
      features: [feature({ type: 'Point', coordinates: [37.6, 55.7] }), feature(null)],
    }
    assert.deepEqual(geographyOf(features), {
      columns: ['longitude', 'latitude'],
      count: 1,
      astray: 0,
      points: [[37.6, 55.7, 1]],
    })
    const line = {
      type: 'LineString',
      coordinates: [
        [37.6, 55.7],
        [37.7, 55.8],
      ],
    }
    const mixed = geographyOf({
      ...features,
      features: [...features.features, feature(line), feature({ type: 'Point', coordinates: [37.8, 55.9] })],
    })
    assert.deepEqual([mixed?.columns, mixed?.count], [['longitude', 'latitude', 'geometry'], 3])
    assert.equal(mixed?.points.length, 2)
    assert.ok(mixed.shapes)
    const geoData = {
      coordinates: [
        [37.6, 55.7],
        [37.7, 55.8],
      ],
      type: 'MultiPoint',
    }
    assert.deepEqual(
      geographyOf([
        { name: 'a', geoData },
        { name: 'b', geoData: { type: 'Круг' } },
      ]),
      {
        columns: ['geoData'],
        count: 1,
        astray: 0,
        points: [
          [37.6, 55.7, 1],
          [37.7, 55.8, 1],
        ],
      },
    )
  })

  test('is read from elements of KML and GML, of points, lines and areas, in degrees with either first', () => {
    const placesOf = (...geometries: readonly string[]) => {
      const records = geometries.map((geometry, at) => `<r><name>R${at}</name>${geometry}</r>`)
      return readingOf(`<d>${records.join('')}</d>`, 'xml').geography
    }
    const point = (at: number) => `<Point><coordinates>37.6${at}8,55.75${at},0</coordinates></Point>`
    const ring = (body: string) => `<outerBoundaryIs><LinearRing>${body}</LinearRing></outerBoundaryIs>`
    const area = '37.60,55.70 37.70,55.70 37.70,55.80 37.60,55.70'
    const kml = placesOf(
      point(1),
      point(2),
      `<Polygon>${ring(`<coordinates>${area}</coordinates>`)}</Polygon>`,
      `<MultiGeometry>${point(3)}${point(4)}</MultiGeometry>`,
    )
    assert.deepEqual([kml?.columns, kml?.count, kml?.shapes?.count], [['geometry'], 4, 1])
    assert.ok(kml?.points.every(([longitude, latitude]) => longitude < 38 && latitude > 55))

    const pos = (body: string, system: string, at: number) =>
      `<geom><Point srsName="${system}"><pos>${body.replace('#', `${at}`)}</pos></Point></geom>`
    for (const [system, body] of [
      ['urn:ogc:def:crs:EPSG::4326', '55.75# 37.618'],
      ['EPSG:4326', '37.618 55.75#'],
      ['urn:ogc:def:crs:OGC:1.3:CRS84', '37.618 55.75#'],
    ] as const) {
      const gml = placesOf(...[1, 2, 3].map((at) => pos(body, system, at)))
      assert.deepEqual(gml?.columns, ['geom'], system)
      assert.ok(
        gml.points.every(([longitude]) => longitude === 37.618),
        system,
      )
    }
    const line = (body: string) => `<geom><LineString><posList>${body}</posList></LineString></geom>`
    assert.equal(placesOf(line('55.7 37.6 55.8 37.7'), line('55.6 37.6 55.8 37.8'))?.shapes?.count, 2)
    assert.equal(placesOf(pos('412000 6180000', 'urn:ogc:def:crs:EPSG::25832', 1)), undefined)
    assert.equal(placesOf('<Point><coordinates>x,y</coordinates></Point>'), undefined)
  })

  test('areas are simplified and drawn; if they are too many, all are points', () => {
    const square = (x: number, y: number) => ({
      type: 'Polygon',
      coordinates: [
        [
          [x, y],
          [x + 0.5, y],
          [x + 1, y],
          [x + 1, y + 1],
          [x, y + 1],
          [x, y],
        ],
      ],
    })
    const records = Array.from({ length: 700 }, (_, at) => ({
      no: at,
      shape: square(at % 70, Math.floor(at / 70)),
    }))
    const all = geographyOf(records)
    assert.equal(all?.count, 700)
    assert.deepEqual(all?.shapes, { count: 700, drawn: 0, lines: [] })
    assert.equal(all?.points.length, 700)
    const geography = geographyOf(records.slice(0, 500))
    assert.deepEqual([geography?.shapes?.count, geography?.shapes?.drawn], [500, 500])
    assert.deepEqual(geography?.shapes?.lines[0], {
      record: 0,
      area: true,
      line: [0, 0, 1, 0, 1, 1, 0, 1, 0, 0],
    })
  })

  test('the drawn ones are from all over the document, for any length and order', () => {
    const line = (x: number) => ({
      type: 'LineString',
      coordinates: [
        [x, 10],
        [x + 0.2, 10.2],
      ],
    })
    for (const count of [501, 1024, 6000]) {
      const records = Array.from({ length: count }, (_, at) => ({ at, shape: line((at / count) * 100) }))
      const { shapes, points } = geographyOf(records) ?? {}
      assert.deepEqual([shapes?.count, shapes?.drawn, shapes?.lines.length], [count, 500, 500])
      assert.equal(
        points?.reduce((sum, [, , each]) => sum + each, 0),
        count - 500,
      )
      const tenths = Map.groupBy(shapes?.lines ?? [], ({ line: [x = 0] }) => Math.floor(x / 10))
      for (let tenth = 0; tenth < 10; tenth++) {
        const kept = tenths.get(tenth)?.length ?? 0
        assert.ok(kept >= 47 && kept <= 53, `${kept} of ${count} in tenth ${tenth}`)
      }
      const even = (shapes?.lines ?? []).filter(
        ({ line: [x = 0] }) => Math.round((x / 100) * count) % 2 === 0,
      )
      assert.ok(even.length > 200 && even.length < 300, `${even.length} of ${count} are even`)
    }
  })

  test('a shape too small for the map is a point, and counts as one', () => {
    const house = (x: number) => ({
      type: 'Polygon',
      coordinates: [
        [
          [x, 10],
          [x + 0.0002, 10],
          [x + 0.0002, 10.0002],
          [x, 10],
        ],
      ],
    })
    const records = Array.from({ length: 900 }, (_, at) => ({ at, shape: house(at / 100) }))
    const { shapes, points } = geographyOf(records) ?? {}
    assert.deepEqual(shapes, { count: 900, drawn: 0, lines: [] })
    assert.equal(
      points?.reduce((sum, [, , each]) => sum + each, 0),
      900,
    )
  })

  test('many vertices of large shapes are limited', () => {
    const ring = (at: number) =>
      Array.from({ length: 3000 }, (_, n) => {
        const angle = (n * Math.PI) / 1500
        const radius = 1 + Math.sin(angle * 60) / 4
        return [at + Math.cos(angle) * radius, 50 + Math.sin(angle) * radius]
      })
    const records = Array.from({ length: 40 }, (_, at) => ({
      no: at,
      name: `n ${at}`,
      shape: { type: 'Polygon', coordinates: [ring(at)] },
    }))
    const { shapes } = geographyOf(records) ?? {}
    const vertices = shapes?.lines.reduce((sum, { line }) => sum + line.length / 2, 0) ?? 0
    assert.ok(vertices > 500 && vertices <= 3500, `${vertices}`)
  })

  test('shapes in projected metres, and objects that only resemble a geometry, are no places', () => {
    const metres = {
      type: 'LineString',
      coordinates: [
        [412_000, 6_180_000],
        [412_100, 6_180_100],
      ],
    }
    assert.equal(geographyOf([{ a: metres }, { a: metres }]), undefined)
    for (const odd of [
      { type: 'Polygon', coordinates: [1, 2] },
      { type: 'Point', coordinates: ['a', 'b'] },
      { type: 'constructor', coordinates: [] },
      { type: 'GeometryCollection', geometries: 5 },
      { type: 'LineString', coordinates: [] },
    ])
      assert.equal(geographyOf([{ odd }, { odd }]), undefined, JSON.stringify(odd))
  })
})

test('a simplified line keeps its ends and stays within the tolerance', () => {
  fc.assert(
    fc.property(
      fc.array(position, { minLength: 2, maxLength: 40 }),
      fc.double({ min: 0, max: 20, noNaN: true }),
      (positions, tolerance) => {
        const line = positions.flat()
        const simple = simplify(line, tolerance)
        assert.deepEqual([simple.slice(0, 2), simple.slice(-2)], [line.slice(0, 2), line.slice(-2)])
        for (const [x, y] of positions) {
          let nearest = Infinity
          for (let at = 0; at + 3 < simple.length; at += 2)
            nearest = Math.min(nearest, distance(x, y, simple.slice(at, at + 4)))
          assert.ok(nearest <= tolerance + 1e-6, `${nearest} > ${tolerance}`)
        }
      },
    ),
  )
})

function distance(x: number, y: number, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}
