import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { geometryOfText } from '../../src/lib/reading/geography/wkt.ts'
import fc from '../support/fast-check.ts'
import { readingOf } from './generate.ts'

const geographyOf = (records: unknown) => readingOf(JSON.stringify(records), 'json').geography

/** Numbers from 0 to 1 that look random and are always the same. */
function* random(seed = 1): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    yield ((state >>> 8) & 0xffffff) / 0x1000000
  }
}

const next = random(7)
/** Places of a town, as `[longitude, latitude]` with six decimals. */
const town = (count: number, [west, south, width, height]: readonly [number, number, number, number]) =>
  Array.from({ length: count }, (): [string, string] => [
    (west + next.next().value * width).toFixed(6),
    (south + next.next().value * height).toFixed(6),
  ])
const MOSCOW = [37.35, 55.57, 0.5, 0.35] as const
const LONDON = [-0.5, 51.3, 0.7, 0.4] as const
const places = town(60, MOSCOW)

/** The middle of a map's places, rounded to degrees. */
function middleOf(geography: ReturnType<typeof geographyOf>): [number, number] | undefined {
  if (!geography) return undefined
  const sum = (part: 0 | 1) =>
    geography.points.reduce((all, point) => all + point[part] * point[2], 0) / geography.count
  return [Math.round(sum(0)) + 0, Math.round(sum(1))]
}

/** Mercator metres of degrees, computed with the formula of EPSG:3857. */
const metresOf = ([longitude, latitude]: readonly [string, string]): [string, string] => {
  const radians = Math.PI / 180
  const y = Math.log(Math.tan(Math.PI / 4 + (Number(latitude) * radians) / 2))
  return [(Number(longitude) * radians * 6_378_137).toFixed(2), (y * 6_378_137).toFixed(2)]
}

/** Degrees, minutes and seconds of decimal degrees. */
const sexagesimal = (text: string, side: string) => {
  const seconds = Math.round(Number(text) * 36_000) / 10
  return `${Math.floor(seconds / 3600)}°${Math.floor(seconds / 60) % 60}′${(seconds % 60).toFixed(1)}″${side}`
}

describe('places in degrees', () => {
  const read = (record: (place: readonly [string, string]) => object) => {
    const geography = geographyOf(places.map(record))
    return [geography?.count, middleOf(geography)]
  }

  test('are read with minutes and seconds, with signs and with letters for their sides', () => {
    for (const record of [
      ([x, y]: readonly [string, string]) => ({ lat: sexagesimal(y, 'N'), lon: sexagesimal(x, ' E') }),
      ([x, y]: readonly [string, string]) => ({
        широта: sexagesimal(y, ' с. ш.').replace('.', ','),
        долгота: sexagesimal(x, ' в.д.'),
      }),
      ([x, y]: readonly [string, string]) => ({ latitude: `${y}°`, longitude: `${x}° E` }),
      ([x, y]: readonly [string, string]) => ({ latitude: `${y}N`, longitude: `${x.replace('.', ',')} E` }),
      ([x, y]: readonly [string, string]) => ({
        place: `${sexagesimal(y, 'N')}, ${sexagesimal(x, 'E')}`.replace(/[′″]/g, (mark) =>
          mark === '′' ? "' " : '" ',
        ),
      }),
      ([x, y]: readonly [string, string]) => ({
        place: `{"type":"Point","coordinates":[${x},${y}]}`,
      }),
    ])
      assert.deepEqual(read(record), [60, [38, 56]])
    assert.deepEqual(
      read(([x, y]) => ({ lat: sexagesimal(y, 'S'), lon: sexagesimal(x, 'W') })),
      [60, [-38, -56]],
    )
    assert.deepEqual(
      read(([x, y]) => ({ lat: `5 ${y}`, note: `${x}s` })),
      [undefined, undefined],
    )
  })
})

describe('places are recognised by values', () => {
  test('in two columns of any names, in either order, with decimal points or commas', () => {
    for (const [lon, lat] of [
      ['c7', 'c8'],
      ['c8', 'c7'],
    ] as const)
      for (const write of [(text: string) => text, (text: string) => text.replace('.', ','), Number]) {
        const rows = places.map(([x, y], at) => ({
          id: at,
          price: at * 12.5,
          ...(lon === 'c7' ? { c7: write(x), c8: write(y) } : { c7: write(y), c8: write(x) }),
        }))
        const geography = geographyOf(rows)
        assert.deepEqual([geography?.columns, geography?.count], [[lon, lat], 60])
        assert.equal(geography?.byValues, true)
        assert.deepEqual(middleOf(geography), [38, 56])
      }
    assert.deepEqual(middleOf(geographyOf(town(60, LONDON).map(([b, a]) => ({ a, b })))), [0, 51])
  })

  test('in columns that are only called coordinates, or in one text or list for both', () => {
    const shapes: ((x: string, y: string) => object)[] = [
      (x, y) => ({ coord_1: y, coord_2: x }),
      (x, y) => ({ at: `${y}, ${x}` }),
      (x, y) => ({ at: `(${y};${x})` }),
      (x, y) => ({ at: `${y.replace('.', ',')}; ${x.replace('.', ',')}` }),
      (x, y) => ({ at: `${y}° N, ${x}° E` }),
      (x, y) => ({ at: `${y} ${x}` }),
      (x, y) => ({ at: [Number(y), Number(x)] }),
      (x, y) => ({ at: [Number(x), Number(y)] }),
    ]
    for (const shape of shapes) {
      const geography = geographyOf(places.map(([x, y], at) => ({ no: at, ...shape(x, y) })))
      assert.deepEqual(
        [geography?.count, middleOf(geography)],
        [60, [38, 56]],
        JSON.stringify(shape('37.6', '55.7')),
      )
    }
  })

  test('in objects, also within another object, in json and in xml', () => {
    const shapes: ((x: string, y: string) => unknown)[] = [
      (x, y) => ({ lat: Number(y), lon: Number(x) }),
      (x, y) => ({ latitude: y, longitude: x, human_address: '' }),
      (x, y) => ({ Широта: y.replace('.', ','), Долгота: x.replace('.', ',') }),
      (x, y) => ({ coordinates: [Number(x), Number(y)] }),
      (x, y) => ({ type: 'Point', coordinates: [x, y] }),
      (x, y) => ({ type: 'Feature', geometry: { type: 'Point', coordinates: [Number(x), Number(y)] } }),
      (x, y) => ({ address: 'a', geo: { lat: y, lng: x } }),
    ]
    for (const shape of shapes) {
      const geography = geographyOf(places.map(([x, y], at) => ({ no: at, where: shape(x, y) })))
      assert.ok(geography?.columns?.every((name) => name.split('.')[0] === 'where'))
      assert.deepEqual(middleOf(geography), [38, 56])
    }
    const rows = places.map(([x, y]) => `<row><n>1</n><at><lat>${y}</lat><lon>${x}</lon></at></row>`)
    const { geography } = readingOf(`<rows>${rows.join('')}</rows>`, 'xml')
    assert.deepEqual([geography?.count, middleOf(geography)], [60, [38, 56]])
  })

  test('in metres of Web Mercator, whatever the columns are called', () => {
    for (const [lon, lat] of [
      ['POINT_X', 'POINT_Y'],
      ['c1', 'c2'],
      ['Долгота', 'Широта'],
    ] as const) {
      const geography = geographyOf(
        places.map(metresOf).map(([x, y], at) => ({ no: at, [lon]: x, [lat]: y.replace('.', ',') })),
      )
      assert.deepEqual([geography?.columns, geography?.metres], [[lon, lat], true])
      assert.deepEqual(middleOf(geography), [38, 56])
    }
  })

  test('a pair that few records have is used only if no other pair has more', () => {
    const rows = places.map(([x, y], at) => ({
      ...(at < 5 && { lat: '10.5', lon: '20.5' }),
      north: y,
      east: x,
      no: at,
    }))
    assert.deepEqual(geographyOf(rows)?.columns, ['east', 'north'])
    assert.deepEqual(geographyOf(rows.slice(0, 5))?.columns, ['lon', 'lat'])
  })

  test('longitude and latitude that are exchanged in some records, or in all', () => {
    const good = places.map(([lon, lat]) => ({ lat, lon }))
    const swapped = good.slice(0, 6).map(({ lat, lon }) => ({ lat: lon, lon: lat }))
    const some = geographyOf([...good, ...swapped])
    assert.deepEqual([some?.count, some?.exchanged, middleOf(some)], [66, 6, [38, 56]])
    assert.ok(some?.points.every(([x, y]) => x > 37 && x < 38 && y > 55 && y < 56))
    const kamchatka = town(30, [158.5, 53, 0.3, 0.2]).map(([lon, lat]) => ({ lat: lon, lon: lat }))
    const all = geographyOf(kamchatka)
    assert.deepEqual([all?.count, all?.exchanged, middleOf(all)], [30, 30, [159, 53]])
    const far = geographyOf([...good, { lat: '40.7', lon: '-73.9' }])
    assert.deepEqual([far?.count, far?.exchanged], [61, undefined])
  })

  test('of many records, whatever was kept of the first', () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => {
      const [x, y] = places[at % 60] as [string, string]
      return at % 1000 === 0 ? { lat: x, lon: y } : { lat: y, lon: x }
    })
    const geography = geographyOf(rows)
    assert.deepEqual([geography?.count, geography?.exchanged], [60_000, 60])
  })
})

function hexOf(...numbers: number[]): string {
  return Buffer.from(Float64Array.from(numbers).buffer).toString('hex')
}

describe('well-known text', () => {
  test('of every kind of geometry, with height, measure and system', () => {
    const cases: [string, points: number, lines: number][] = [
      ['POINT(37.6 55.7)', 1, 0],
      ['SRID=4326;POINT Z (37.6 55.7 120)', 1, 0],
      ['POINTZM(37.6 55.7 1 2)', 1, 0],
      ['MULTIPOINT ((37.6 55.7), (37.7 55.8))', 2, 0],
      ['multipoint (37.6 55.7, 37.7 55.8)', 2, 0],
      ['LINESTRING M (37.6 55.7 1, 37.7 55.8 2)', 0, 1],
      ['POLYGON ((1 1, 2 1, 2 2, 1 1), (1.2 1.2, 1.4 1.2, 1.4 1.4, 1.2 1.2))', 0, 2],
      ['MULTIPOLYGON (((1 1, 2 1, 2 2, 1 1)), ((5 5, 6 5, 6 6, 5 5)))', 0, 2],
      ['MULTILINESTRING ((1 1, 2 2), (3 3, 4 4, 5 5))', 0, 2],
      ['GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (1 1, 2 2), POINT EMPTY)', 1, 1],
      ['SRID=3857;LINESTRING(4163574.2 7521531.4, 4163600 7521600)', 0, 1],
    ]
    for (const [text, points, lines] of cases) {
      const geometry = geometryOfText(text)
      assert.deepEqual([geometry?.points.length, geometry?.lines.length], [points, lines], text)
      assert.equal(geometry?.metres, /7521531/.test(text), text)
    }
  })

  test('that is cut, empty or of a system that is not known is no geometry', () => {
    for (const text of [
      'POINT EMPTY',
      'POINT (37.6)',
      'POINT (37.6 55.7',
      'POINT (37.6 55.7) and more',
      'POLYGON (1 1, 2 2)',
      'SRID=32637;POINT (412000 6170000)',
      'POINTS (1 2)',
      'GEOMETRYCOLLECTION '.repeat(50),
      `${'GEOMETRYCOLLECTION ('.repeat(5000)}POINT (1 2)`,
    ])
      assert.equal(geometryOfText(text), undefined, text)
  })

  test('in a binary of hexadecimal digits, as PostGIS exports it', () => {
    const cases: [
      hex: string,
      points: readonly (readonly number[])[],
      lines: readonly (readonly number[])[],
    ][] = [
      // POINT (37.6 55.75) with and without SRID 4326, in both byte orders, with a height
      ['0101000020E6100000CDCCCCCCCCCC42400000000000E04B40', [[37.6, 55.75]], []],
      ['0101000000cdcccccccccc42400000000000e04b40', [[37.6, 55.75]], []],
      ['00000000014042cccccccccccd404be00000000000', [[37.6, 55.75]], []],
      ['01010000A0E6100000CDCCCCCCCCCC42400000000000E04B400000000000005E40', [[37.6, 55.75]], []],
      ['01E9030000CDCCCCCCCCCC42400000000000E04B400000000000005E40', [[37.6, 55.75]], []],
      // LINESTRING (1 1, 2 2), POLYGON ((1 1, 2 1, 2 2, 1 1)), MULTIPOINT ((1 1), (2 2))
      [`010200000002000000${hexOf(1, 1, 2, 2)}`, [], [[1, 1, 2, 2]]],
      [`01030000000100000004000000${hexOf(1, 1, 2, 1, 2, 2, 1, 1)}`, [], [[1, 1, 2, 1, 2, 2, 1, 1]]],
      [
        `0104000000020000000101000000${hexOf(1, 1)}0101000000${hexOf(2, 2)}`,
        [
          [1, 1],
          [2, 2],
        ],
        [],
      ],
    ]
    for (const [hex, points, lines] of cases) {
      const geometry = geometryOfText(hex)
      assert.deepEqual([geometry?.points, geometry?.lines.map(({ line }) => line)], [points, lines], hex)
    }
    const metres = geometryOfText(`0101000020110F0000${hexOf(4163574.2, 7521531.4)}`)
    assert.equal(metres?.metres, true)
    const point = `0101000000${hexOf(37.6, 55.75)}`
    for (const hex of [
      point.slice(0, -2),
      `${point}00`,
      point.replace(/^0101/, '0109'),
      `0101000020657F0000${hexOf(412000, 6170000)}`,
      `0101000000${hexOf(NaN, NaN)}`,
      `0107000000FFFFFFFF${'0107000000FFFFFFFF'.repeat(2000)}`,
      '0'.repeat(42),
      '01'.repeat(32),
    ])
      assert.equal(geometryOfText(hex), undefined, hex.slice(0, 60))
  })

  test('in a column becomes the areas of a map', () => {
    const rows = Array.from({ length: 12 }, (_, at) => ({
      name: `d${at}`,
      area: `POLYGON ((${at} 50, ${at + 1} 50, ${at + 1} 51, ${at} 50))`,
    }))
    const geography = geographyOf(rows)
    assert.deepEqual([geography?.columns, geography?.count, geography?.shapes?.drawn], [['area'], 12, 12])
    const exported = Array.from({ length: 12 }, (_, at) => ({
      name: `d${at}`,
      geom: `0101000020E6100000${hexOf(37 + at / 20, 55 + at / 30)}`,
    }))
    const places = geographyOf(exported)
    assert.deepEqual([places?.columns, places?.count, places?.points.length], [['geom'], 12, 12])
  })
})

describe('numbers that are no places are not shown as places', () => {
  const whole = (least: number, most: number) => fc.integer({ min: least, max: most })
  const scaled = (least: number, most: number, decimals: number) =>
    fc.integer({ min: 0, max: 1e9 }).map((part) => (least + ((most - least) * part) / 1e9).toFixed(decimals))
  /** What the columns of open data hold: each makes the values of one column. */
  const COLUMNS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    id: whole(1, 100_000),
    bigId: whole(1_200_000, 9_900_000),
    innText: whole(100_000_000, 2_000_000_000).map(String),
    year: whole(1990, 2030),
    age: whole(0, 100),
    hour: whole(0, 23),
    percent: scaled(0, 100, 2),
    percentFine: scaled(0, 100, 6),
    ratio: scaled(0, 1, 7),
    price: scaled(1, 5000, 2),
    revenue: scaled(100_000, 90_000_000, 2),
    rate: scaled(61, 66, 4),
    temperature: scaled(-30, 35, 1),
    fahrenheit: scaled(35, 95, 2),
    pressure: scaled(740, 770, 1),
    normal: scaled(-3, 3, 6),
    floor: whole(1, 25),
    comma: scaled(0, 180, 2).map((text) => text.replace('.', ',')),
    phone: whole(4_950_000, 4_999_999),
    zip: whole(101_000, 129_999),
    constant: fc.constant('37.617300'),
    blank: fc.constantFrom(null, ''),
    date: whole(1, 28).map((day) => `${day}.03.2024`),
    range: fc.tuple(whole(0, 50), whole(51, 99)).map(([a, b]) => `${a}, ${b}`),
    size: fc.tuple(scaled(1, 9, 2), scaled(1, 9, 2)).map(([a, b]) => `${a} x ${b}`),
  }

  test('in any selection of columns, in any order and with any neutral names', () => {
    const names = fc.shuffledSubarray(Object.keys(COLUMNS), { minLength: 2, maxLength: 10 })
    const table = names.chain((names) => {
      const record = fc.record(
        Object.fromEntries(names.map((name, at) => [`c${at}`, COLUMNS[name] as fc.Arbitrary<unknown>])),
      )
      return fc.array(record, { minLength: 5, maxLength: 80 }).map((rows) => ({ names, rows }))
    })
    fc.assert(
      fc.property(table, ({ rows }) => assert.equal(geographyOf(rows), undefined)),
      { numRuns: 150 },
    )
  })

  test('in all of them at once, and in those that follow from each other', () => {
    const all = fc.sample(fc.record(COLUMNS as Record<string, fc.Arbitrary<unknown>>), {
      numRuns: 300,
      seed: 3,
    })
    assert.equal(geographyOf(all), undefined)
    const shares = places.map(([x]) => ({ yes: Number(x), no: Number((100 - Number(x)).toFixed(6)) }))
    assert.equal(geographyOf(shares), undefined)
    const same = places.map(([x]) => ({ a: x, b: x }))
    assert.equal(geographyOf(same), undefined)
  })

  test('in prices and amounts that rise together, and in numbers of which one hardly varies', () => {
    const write = (value: number) => value.toFixed(6)
    const wave = (at: number, size: number) => Math.sin(at * 12.9898) * size
    const prices = Array.from({ length: 90 }, (_, at) => {
      const open = 49 + at / 60 + wave(at, 0.2)
      return {
        open: write(open),
        close: write(open + wave(at * 7 + 3, 0.15)),
        rate: write(61 + (at % 7) / 9),
      }
    })
    assert.equal(geographyOf(prices), undefined)
    assert.equal(geographyOf(prices.map(({ open, rate }) => ({ open, rate }))), undefined)
  })

  test('in dates, versions, intervals and other texts with two numbers', () => {
    for (const texts of [
      ['12.03, 14.05'],
      ['1.2345, 0.9876', '0.1234, 0.5678'],
      ['10-20', '5-9'],
      ['192.168, 10.0'],
      ['3.14 2.71'],
    ])
      assert.equal(geographyOf(texts.map((at, no) => ({ no, at }))), undefined, texts[0])
  })
})

describe('TopoJSON', () => {
  const square = {
    type: 'Topology',
    transform: { scale: [0.5, 0.5], translate: [10, 50] },
    objects: {
      districts: {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Polygon', id: 'a', arcs: [[0, 1]] },
          { type: 'MultiPolygon', id: 'b', arcs: [[[~0, ~1]]] },
          { type: 'LineString', id: 'c', arcs: [0] },
        ],
      },
    },
    arcs: [
      [
        [0, 0],
        [4, 0],
        [0, 4],
      ],
      [
        [4, 4],
        [-4, 0],
        [0, -4],
      ],
    ],
  }

  test('is decoded: areas and lines with their places, and the records stay', () => {
    const reading = readingOf(JSON.stringify(square), 'json')
    assert.deepEqual(
      reading.rows.map((row) => row.at(-1) ?? row[1]),
      ['[[0,1]]', '[[[-1,-2]]]', '[0]'],
    )
    const { geography, others } = reading
    assert.equal(others, undefined)
    assert.deepEqual([geography?.count, geography?.shapes?.drawn], [3, 3])
    assert.deepEqual(
      geography?.shapes?.lines.map(({ area }) => area),
      [true, true, false],
    )
    assert.deepEqual(geography?.shapes?.lines[2]?.line, [10, 50, 12, 50, 12, 52])
  })

  test('with few geometries is no table of positions under their ids, of many of these, of the scale or of the corners', () => {
    const { districts } = square.objects
    const corners = [10, 50, 12, 52]
    const [first = [], second = []] = square.arcs
    const long = Array.from({ length: 3000 }, () => [0, 0])
    const others = { bbox: corners, arcs: [first, second, [...first, ...long], second] }
    for (const few of [1, 2])
      for (const more of [{}, others]) {
        const own = { ...districts, geometries: districts.geometries.slice(0, few) }
        const topology = { ...square, ...more, objects: { districts: own } }
        const { path, count, geography } = readingOf(JSON.stringify(topology), 'json')
        assert.deepEqual([path, count, geography?.count], ['objects.districts.geometries[]', few, few])
      }
  })

  test('whose areas are too many to be drawn has the outlines of another list in it', () => {
    // Fields in rows of 30, and two halves; each field has an arc of its own.
    const across = 30
    const fields = Array.from(
      { length: 20 * across },
      (_, at) => [at % across, Math.floor(at / across)] as const,
    )
    const topology = {
      type: 'Topology',
      objects: {
        fields: {
          type: 'GeometryCollection',
          geometries: fields.map((_, at) => ({ type: 'Polygon', id: at, arcs: [[at + 3]] })),
        },
        halves: {
          type: 'GeometryCollection',
          geometries: [
            { type: 'Polygon', arcs: [[0, 1]] },
            { type: 'Polygon', arcs: [[2, ~0]] },
          ],
        },
        rivers: { type: 'GeometryCollection', geometries: [{ type: 'LineString', arcs: [0] }] },
      },
      arcs: [
        [
          [15, 0],
          [15, 20],
        ],
        [
          [15, 20],
          [0, 20],
          [0, 0],
          [15, 0],
        ],
        [
          [15, 0],
          [30, 0],
          [30, 20],
          [15, 20],
        ],
        ...fields.map(([x, y]) => [
          [x, y],
          [x + 1, y],
          [x + 1, y + 1],
          [x, y + 1],
          [x, y],
        ]),
      ],
    }
    const { geography } = readingOf(JSON.stringify(topology), 'json')
    assert.deepEqual(geography?.shapes, { count: 600, drawn: 0, lines: [] })
    assert.equal(geography?.ground?.name, 'halves')
    assert.deepEqual(geography?.ground?.borders, [[15, 0, 15, 20]])
    const [outline, ...more] = geography?.ground?.land ?? []
    assert.deepEqual(more, [])
    assert.deepEqual(new Set(outline), new Set([0, 15, 20, 30]))
    const alone = { ...topology, objects: { fields: topology.objects.fields } }
    assert.equal(readingOf(JSON.stringify(alone), 'json').geography?.ground, undefined)
    const specks = [
      [0, 0],
      [20, 10],
    ].map(([x = 0, y = 0]) => [
      [x, y],
      [x + 0.001, y],
      [x, y + 0.001],
      [x, y],
    ])
    const far = specks.map((_, at) => ({ type: 'Polygon', id: at, arcs: [[at]] }))
    const tiny = {
      type: 'Topology',
      objects: { far: { type: 'GeometryCollection', geometries: far } },
      arcs: specks,
    }
    const placed = readingOf(JSON.stringify(tiny), 'json').geography
    assert.deepEqual([placed?.count, placed?.shapes?.drawn, placed?.ground], [2, 0, undefined])
    const groundWith = (arc: readonly (readonly number[])[]) => {
      const arcs = topology.arcs.map((one, at) => (at === 1 ? arc : one))
      return readingOf(JSON.stringify({ ...topology, arcs }), 'json').geography?.ground
    }
    const [start, , , end] = topology.arcs[1] ?? []
    assert.equal(groundWith([start, [400, 20], [400, 0], end] as number[][]), undefined)
    // Edges that go to and fro, each time a bit less far, are the worst case of a simplification.
    const toAndFro = Array.from({ length: 20_000 }, (_, at) => [at % 2 === 0 ? -170 : 170, 80 - at / 1000])
    // Less than a second of processor time, however busy the machine is; a simplification of all of them takes a hundred times as long.
    const begun = process.cpuUsage()
    assert.ok(groundWith([start, ...toAndFro, end] as number[][]))
    assert.ok(process.cpuUsage(begun).user < 10e6)
  })

  test('whose arcs are not nested as their type demands is not drawn, or without them', () => {
    for (const arcs of [[0, 1], [[[0]]], [['a']], 7, null]) {
      const geometries = [{ type: 'Polygon', id: 'a', arcs }, ...square.objects.districts.geometries]
      const objects = { districts: { type: 'GeometryCollection', geometries } }
      const { geography } = readingOf(JSON.stringify({ ...square, objects }), 'json')
      assert.ok((geography?.count ?? 0) <= 4)
    }
  })

  test('with arcs that do not exist, that are no positions, or of another system is not drawn', () => {
    for (const over of [
      { arcs: [] },
      { arcs: [[[0, 'a']], [[1, 1]]] },
      { transform: { scale: null, translate: 5 } },
      { transform: { scale: [100, 100], translate: [5000, 5000] } },
    ])
      assert.equal(readingOf(JSON.stringify({ ...square, ...over }), 'json').geography, undefined)
  })
})
