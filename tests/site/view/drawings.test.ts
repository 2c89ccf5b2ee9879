import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Geography } from '../../../src/lib/reading/index.ts'
import { readDocument } from '../../../src/lib/reading/read.ts'
import { openOutlines } from '../../../src/lib/site/outlines.ts'
import {
  type ChartView,
  documentViewOf,
  localeOf,
  type MapView,
  mapOf,
} from '../../../src/lib/site/view/index.ts'
import { extentOf, frameOf, projectionOf, xOf, yOf } from '../../../src/lib/site/view/map/frame.ts'
import fc from '../../support/fast-check.ts'

const numbersOf = (path: string) => path.match(/-?\d+/g)?.map(Number) ?? []

describe('maps', () => {
  const en = localeOf('en')

  const outlinesOf = openOutlines(join(process.cwd(), 'node_modules/world-atlas'))

  function geographyOf(
    points: readonly (readonly [number, number, number?])[],
    over: Partial<Geography> = {},
  ): Geography {
    return {
      columns: ['lon', 'lat'],
      count: points.length,
      astray: 0,
      points: points.map(([longitude, latitude, count = 1]) => [longitude, latitude, count]),
      ...over,
    }
  }

  function draw(geography: Geography, count = geography.count): MapView {
    const map = mapOf(en, { geography, count }, outlinesOf)
    assert.ok(map)
    return map
  }

  const label = en.words.map
  /** What a map says about records that it moved or left out. */
  const remarksOf = ({ notes }: MapView) =>
    notes.filter((note) =>
      [label.exchanged, label.beyond].some((make) => note.startsWith((make(1).match(/^[^\d:]+/) ?? [''])[0])),
    )

  test('name the list of a document whose outlines they draw, cut and without hidden characters', () => {
    const ground = { name: `states\u202e${'s'.repeat(4000)}`, land: [], borders: [[10, 50, 12, 52]] }
    const [note = ''] = draw(
      geographyOf(
        [
          [10, 50],
          [12, 52],
        ],
        { ground },
      ),
    ).notes.slice(-1)
    assert.match(note, /states/)
    assert.ok(note.length < 200 && !note.includes('\u202e'), note)
  })

  describe('the part of the earth that a map shows', () => {
    test('contains all places, fills the drawing, and never extends beyond a pole or 360 degrees', () => {
      const longitude = fc.double({ min: -180, max: 180, noNaN: true })
      const latitude = fc.double({ min: -90, max: 90, noNaN: true })
      fc.assert(
        fc.property(fc.array(fc.tuple(longitude, latitude), { minLength: 1, maxLength: 12 }), (positions) => {
          const extent = extentOf({ points: geographyOf(positions).points })
          assert.ok(extent)
          const frame = frameOf(extent)
          assert.ok(frame.south >= -90.001 && frame.north <= 90.001 && frame.east - frame.west <= 360.001)
          assert.ok(Math.abs(xOf(frame, frame.east) - frame.width) < 0.01)
          for (const [x, y] of positions) {
            const turned = x < frame.west - 1e-9 ? x + 360 : x
            assert.ok(
              xOf(frame, turned) >= -0.01 && xOf(frame, turned) <= frame.width + 0.01,
              `${x} in ${frame.west}–${frame.east}`,
            )
            assert.ok(yOf(frame, y) >= -0.01 && yOf(frame, y) <= frame.height + 1, `${y}`)
          }
        }),
      )
    })

    test('crosses the date line if that is shorter', () => {
      const { west, east } =
        extentOf(
          geographyOf([
            [178, -18],
            [-175, -20],
            [179.5, -17],
          ]),
        ) ?? {}
      assert.deepEqual([west, east], [178, 185])
      const map = draw(
        geographyOf([
          [178, -18],
          [-175, -20],
        ]),
      )
      assert.match(map.grid.meridians.map(({ text }) => text).join(' '), /178° E|180°/)
    })

    test('leaves out mistakes in either coordinate that are a tenth together, and states swapped ones', () => {
      const grounds = Array.from(
        { length: 180 },
        (_, at) => [37.2 + (at % 20) / 30, 55.5 + (at % 13) / 30] as const,
      )
      const wrong = Array.from({ length: 8 }, (_, at) => [
        [3.7 + at, 55.6] as const,
        [37.5, 5.6 + at] as const,
      ])
      const map = draw(geographyOf([...grounds, ...wrong.flat()], { exchanged: 6 }))
      assert.match(map.label, /^Map of 180 records, from 55\.\d+°\u00a0N to 55\.\d+°\u00a0N and from 37\./)
      assert.ok(map.notes.includes(label.exchanged(6)))
      assert.ok(map.notes.includes(label.beyond(16)))
      assert.match(map.notes[0] ?? '', /^On the map: 180 of /)
      assert.deepEqual(remarksOf(draw(geographyOf(grounds))), [])
    })

    test('contains a whole country with distant places, and a dense group with a few places around it', () => {
      const spread = Array.from(
        { length: 60 },
        (_, at) => [20 + ((at * 7) % 60) * 2.5, 42 + (at % 12) * 2.5] as const,
      )
      const crowd = Array.from({ length: 90 }, (_, at) => [37 + at / 100, 55.7] as const)
      const around = Array.from({ length: 10 }, (_, at) => [38 + at / 2, 55.7 + at / 10] as const)
      for (const points of [spread, [...crowd, ...around]])
        assert.deepEqual(remarksOf(draw(geographyOf(points))), [])
    })

    test('leaves out and counts a few distant places that would shrink all others to one dot', () => {
      const city = Array.from({ length: 300 }, (_, at) => [37.4 + (at % 20) / 50, 55.6 + at / 1500] as const)
      const map = draw(geographyOf([...city, [55.7, 12.6]]))
      assert.equal(
        map.label.replaceAll('\u00a0', ' '),
        'Map of 300 records, from 55.60° N to 55.80° N and from 37.40° E to 37.78° E',
      )
      assert.ok(map.notes.includes(label.beyond(1)))
      const towns = [...city, ...city.map(([longitude, latitude]) => [longitude + 20, latitude] as const)]
      assert.deepEqual(remarksOf(draw(geographyOf(towns))), [])
    })

    test('is the whole earth if there are places everywhere', () => {
      const all = [-170, -100, -30, 40, 110, 175].map((longitude) => [longitude, 10] as const)
      const { west, east } = extentOf(geographyOf(all)) ?? {}
      assert.deepEqual([west, east], [-180, 180])
    })
  })

  describe('a map', () => {
    test('of one place shows its position with a grid of degrees and a scale', () => {
      const map = draw(geographyOf([[37.6173, 55.7558]]))
      assert.ok(map.grid.meridians.length >= 2 && map.grid.parallels.length >= 2)
      assert.match(map.grid.meridians[0]?.text ?? '', /^37\.\d+°\u00a0E$/)
      assert.match(map.scale?.text ?? '', /^\d+\u00a0k?m$/)
      assert.equal(
        map.label.replaceAll('\u00a0', ' '),
        'Map of 1 record, from 55.756° N to 55.756° N and from 37.617° E to 37.617° E',
      )
    })

    test('labels meridians only where the labels have room beside each other, as in the north', () => {
      for (const [latitude, language] of [
        [0.5, 'en'],
        [56, 'ru'],
        [69, 'ru'],
      ] as const) {
        const geography = geographyOf([
          [33.3, latitude - 0.25],
          [33.9, latitude + 0.25],
        ])
        const map = mapOf(localeOf(language), { geography, count: 2 }, outlinesOf)
        const { meridians = [] } = map?.grid ?? {}
        // As measured in a browser, in units of the drawing.
        const room = { en: 70, ru: 110 }[language]
        const gaps = (lines: typeof meridians) =>
          lines.slice(1).map(({ at }, before) => at - (lines[before]?.at ?? 0) - room)
        assert.ok(meridians.length >= 2)
        assert.ok(Math.min(...gaps(meridians)) >= 14, `${language}: ${gaps(meridians)}`)
        const onPhones = meridians.filter(({ spare }) => !spare)
        assert.ok(Math.min(...gaps(onPhones)) >= 30, `${language} on phones: ${gaps(onPhones)}`)
      }
    })

    test('labels no meridian so near to the edge that the label would be cut', () => {
      for (let west = 60; west < 60.1; west += 0.01) {
        const geography = geographyOf([
          [west, 56.7],
          [west + 0.6, 56.95],
        ])
        const map = mapOf(localeOf('ru'), { geography, count: 2 }, outlinesOf)
        assert.ok(map?.grid)
        const { grid, width } = map
        // Half of a label, as measured in a browser, in units of the drawing.
        for (const { at, text } of grid.meridians) assert.ok(at >= 55 && at <= width - 55, `${text} at ${at}`)
        assert.ok(grid.meridians.length >= 2)
      }
    })

    test('has land and borders, and is small', () => {
      for (const points of [
        [
          [-179, -60],
          [0, 0],
          [179, 80],
          [-90, 10],
          [90, 10],
        ],
        [
          [5, 45],
          [25, 60],
        ],
        [
          [100, -10],
          [150, 20],
        ],
        [
          [-125, 25],
          [-65, 50],
        ],
      ] as const) {
        const { ground, scale } = draw(geographyOf(points))
        assert.ok(ground.land.length > 500 && ground.borders.length > 0)
        assert.ok(
          ground.land.length + ground.borders.length < 24_000,
          `${ground.land.length + ground.borders.length}`,
        )
        assert.equal(scale === undefined, points.length > 2)
      }
    })

    test('draws nothing far outside its edges', () => {
      const map = draw(
        geographyOf([
          [170, -50],
          [-170, 70],
        ]),
      )
      for (const path of [map.ground.land, map.ground.borders])
        for (const line of path.split(/(?=M)/)) {
          let [x, y] = [0, 0]
          const [first = 0, second = 0, ...steps] = numbersOf(line)
          ;[x, y] = [first, second]
          for (let at = 0; at + 1 < steps.length; at += 2) {
            x += steps[at] as number
            y += steps[at + 1] as number
            assert.ok(x >= -6 && x <= map.width + 6 && y >= -6 && y <= map.height + 6, `${x} ${y}`)
          }
        }
    })

    test('has larger dots for more records, and states what the largest stands for', () => {
      const map = draw(
        geographyOf(
          [
            [10, 50],
            [11, 51, 400],
            [12, 52, 3],
          ],
          { count: 404 },
        ),
        500,
      )
      assert.deepEqual(
        map.dots.map(({ size }) => size),
        [1, 4],
      )
      assert.deepEqual(map.notes, [label.placed(404, 500, ['lon', 'lat']), label.dots('400'), label.source])
    })

    test('states what it leaves out', () => {
      const shapes = {
        count: 3220,
        drawn: 500,
        lines: [{ record: 0, area: true, line: [0, 50, 1, 50, 1, 51, 0, 50] }],
      }
      const map = draw(geographyOf([[3, 50]], { count: 3220, astray: 2, shapes }), 3222)
      assert.ok(map.notes.includes(label.someShapes(500, 3220)))
      assert.ok(map.notes.includes(label.astray(2)))
      assert.match(map.areas, /^M\d+ \d+l.*z$/)
      assert.equal(map.lines, '')
    })

    test('leaves out the borders that its own areas cover, and no others', () => {
      const areaOf = (west: number, south: number, east: number, north: number) => ({
        record: 0,
        area: true,
        line: [west, south, west, north, east, north, east, south, west, south],
      })
      const bordersWith = (...lines: ReturnType<typeof areaOf>[]) => {
        // In the oceans, so that all maps have the same frame.
        const spots = [-175, -120, -30, 80, 174].map((west) =>
          areaOf(west, west / 2.1, west + 1, west / 2.1 + 1),
        )
        const shapes = { count: 1, drawn: 1, lines: [...spots, ...lines] }
        return numbersOf(draw(geographyOf([[0, 0]], { shapes })).ground.borders).length
      }
      const all = bordersWith()
      const withoutAfrica = bordersWith(areaOf(-20, -38, 60, 36))
      assert.ok(all > 500)
      assert.ok(withoutAfrica < all && withoutAfrica > all / 4)
      assert.equal(bordersWith(areaOf(-170, -60, 178, 82)), 0)
      // A hole in the area has its borders.
      assert.ok(bordersWith(areaOf(-170, -60, 178, 82), areaOf(-20, -38, 60, 36)) > 100)
      assert.equal(bordersWith(areaOf(-40, 0, -39, 1)), all)
    })

    test('leaves out the land that its own areas cover, unless some of its inside is not covered', () => {
      const ring = (...line: number[]) => ({ record: 0, area: true, line })
      const landWith = (...lines: ReturnType<typeof ring>[]) =>
        draw(geographyOf([], { count: 1, shapes: { count: 1, drawn: 1, lines } }))
      const around = ring(110, -48, 110, -8, 156, -8, 156, -48, 110, -48)
      const inland = ring(125, -28, 125, -22, 140, -22, 140, -28, 125, -28)
      const [covered, withHole] = [landWith(around), landWith(around, inland)].map(
        ({ ground }) => ground.land.length,
      )
      assert.ok((withHole ?? 0) - (covered ?? 0) > 300, `${covered}, ${withHole}`)
    })

    test('names the source of outlines only where one is visible', () => {
      const inland = draw(
        geographyOf([
          [37.6, 55.7],
          [37.7, 55.8],
        ]),
      )
      assert.ok(inland.ground.land !== '' && !inland.notes.includes(label.source))
      const atSea = draw(
        geographyOf([
          [-30, 30],
          [-29, 31],
        ]),
      )
      assert.ok(atSea.ground.land === '' && !atSea.notes.includes(label.source))
      assert.ok(
        draw(
          geographyOf([
            [24, 59],
            [26, 61],
          ]),
        ).notes.includes(label.source),
      )
    })

    test('is drawn on the outlines of its own file if it has some, and names them', () => {
      const ground = {
        name: 'regions',
        land: [[0, 0, 20, 0, 20, 10, 0, 10, 0, 0]],
        borders: [[10, 0, 10, 10]],
      }
      const map = draw(
        geographyOf(
          [
            [5, 5],
            [15, 5],
          ],
          { ground },
        ),
      )
      assert.match(map.ground.land, /^M\d+ \d+l.*z$/)
      assert.match(map.ground.borders, /^M480 -?\d+l0-?\s?\d+$/)
      assert.equal(map.ground.own, true)
      assert.equal(map.notes.at(-1), label.ownSource('regions'))
    })

    test('finds records only if it knows the places of all', () => {
      const points = [
        [1, 1],
        [2, 2, 3],
      ] as const
      const drawn = (records: number) =>
        draw(
          geographyOf(points, { located: Array.from({ length: records }, (_, at) => [at, 1, 1] as const) }),
        )
      assert.equal(drawn(4).records?.located.length, 4)
      assert.equal(drawn(3).records, undefined)
    })

    test('names its columns without what the names of many columns begin with, as a chart does', () => {
      const shared = 'Object of the register: '
      const drawn = (values: (at: number) => Record<string, unknown>) => {
        const rows = Array.from({ length: 30 }, (_, at) =>
          Object.fromEntries(Object.entries(values(at)).map(([name, value]) => [shared + name, value])),
        )
        const bytes = Buffer.from(JSON.stringify(rows))
        return documentViewOf(
          en,
          readDocument(() => [bytes], { format: 'json' }),
          outlinesOf,
        )
      }
      const other = (at: number) => ({ name: `Place ${at}`, note: 'none' })
      const map = drawn((at) => ({ ...other(at), latitude: 55.7 + at / 97, longitude: 37.5 + at / 53 })).map
      assert.match(map?.notes[0] ?? '', /Coordinates: longitude, latitude\.$/)
      const chart = drawn((at) => ({ ...other(at), year: 1990 + at, price: (at * 7) % 40 })).chart
      assert.deepEqual(chart?.notes, ['“price” by “year”.'])
    })

    test('is absent if no record has a location', () => {
      assert.equal(mapOf(en, { count: 5 }, outlinesOf), undefined)
    })
  })

  test('land is drawn where the places are, on either side of the date line', () => {
    for (const [west, east] of [
      [5, 25],
      [170, 190],
      [-180, 180],
    ] as const) {
      const frame = frameOf({ west, east, south: -20, north: 60 })
      const project = projectionOf(frame)
      for (const longitude of [west + 1, (west + east) / 2, east - 1]) {
        const [x = NaN, y = NaN] = project([longitude > 180 ? longitude - 360 : longitude, 50]) ?? []
        assert.ok(Math.abs(x - xOf(frame, longitude)) < 0.001 && Math.abs(y - yOf(frame, 50)) < 0.001)
      }
    }
  })

  test('land continues across the date line and to the South Pole', () => {
    const chukotka = draw(
      geographyOf([
        [176, 64],
        [-176, 69],
      ]),
    )
    const widest = Math.max(
      ...chukotka.ground.land.split(/(?=M)/).map((ring) => {
        let [x, least, most] = [0, Infinity, -Infinity]
        for (const step of numbersOf(ring).filter((_, at) => at % 2 === 0)) {
          x += step
          ;[least, most] = [Math.min(least, x), Math.max(most, x)]
        }
        return most - least
      }),
    )
    assert.ok(widest > 480, `${widest}`)
    const pole = draw(
      geographyOf([
        [-60, -88],
        [60, -75],
      ]),
    )
    assert.ok(numbersOf(pole.ground.land).length > 0)
  })
})

describe('charts', () => {
  function viewOf(rows: readonly object[], language: 'en' | 'ru' = 'en'): ChartView | undefined {
    const bytes = new TextEncoder().encode(JSON.stringify(rows))
    return documentViewOf(
      localeOf(language),
      readDocument(() => [bytes], { format: 'json' }),
    ).chart
  }
  const prices = ['north', 'south'].flatMap((region) =>
    Array.from({ length: 10 }, (_, n) => ({
      region,
      year: 2000 + n,
      price: n * 10 + (region === 'south' ? 5 : 0),
    })),
  )

  describe('the drawing of a chart', () => {
    test('names its columns, its groups and its marks, in both languages', () => {
      const view = viewOf(prices)
      assert.deepEqual(view?.notes, ['“price” by “year”.', 'A line for each region.'])
      assert.equal(view?.label, '“price” by “year”. From 2000 to 2009. Last values: south 95; north 90.')
      assert.deepEqual(view?.legend, [
        { tone: 1, dash: undefined, name: 'south' },
        { tone: 2, dash: '12 8', name: 'north' },
      ])
      assert.deepEqual(
        view?.panels[0]?.yTicks.map(({ text }) => text),
        ['0', '50'],
      )
      assert.deepEqual(viewOf(prices, 'ru')?.notes, [
        '«price»; по горизонтали\u00a0— «year».',
        'Каждая линия\u00a0— одно значение столбца «region».',
      ])
    })

    test('is described in words by what each of its columns begins and ends with, and how far it goes', () => {
      const years = [3, 9, 1, 4, 2, 6, 5].map((rain, n) => ({ year: 2000 + n, rain, warmth: n - 2.5 }))
      assert.equal(
        viewOf(years)?.label,
        '“rain”, “warmth” by “year”. From 2000 to 2006. “rain”: first 3, last 5, lowest 1, highest 9. “warmth”: first -2.5, last 3.5, lowest -2.5, highest 3.5.',
      )
      assert.match(
        viewOf(years, 'ru')?.label ?? '',
        /«rain»: первое значение 3, последнее 5, наименьшее 1, наибольшее 9\./,
      )
    })

    test('names whole years where time is written as years with fractions', () => {
      const months = Array.from({ length: 60 }, (_, n) => ({ time: 1949 + n / 12, level: n % 7 }))
      const view = viewOf(months)
      assert.match(view?.label ?? '', /^“level” by “time”\. From 1949 to 1953\./)
      assert.deepEqual(
        view?.panels[0]?.xTicks.map(({ text }) => text),
        ['1949', '1950', '1951', '1952', '1953'],
      )
    })

    test('states how many lines there are, are drawn and have colours', () => {
      const towns = Array.from({ length: 41 }, (_, town) =>
        Array.from({ length: 10 }, (_, n) => ({ town: `Town ${town}`, year: 2000 + n, price: town * n })),
      ).flat()
      const numbersIn = (text = '') => text.match(/\d+/g)
      assert.equal(viewOf(towns)?.panels[0]?.lines.length, 25)
      for (const language of ['en', 'ru'] as const)
        assert.deepEqual(numbersIn(viewOf(towns, language)?.notes[1]), ['41', '25', '5'])
    })

    test('tells its lines apart without their colours, and leaves a single line whole', () => {
      const dashes = viewOf(prices)?.panels[0]?.lines.map(({ dash }) => dash) ?? []
      assert.equal(new Set(dashes).size, 2)
      const single = viewOf(prices.filter(({ region }) => region === 'north'))
      assert.deepEqual(
        single?.panels[0]?.lines.map(({ dash }) => dash),
        [undefined],
      )
    })

    test('marks at least two values, so that they give the scale', () => {
      for (const values of [
        [1005, 1400, 1200, 1700, 1990],
        [0.51, 0.7, 0.6, 0.9, 0.99],
        [-1990, -1400, -1700, -1200, -1005],
      ]) {
        const marks = viewOf(values.map((value, n) => ({ year: 1950 + n, value })))?.panels[0]?.yTicks ?? []
        assert.ok(marks.length >= 2, `${values}: ${marks.map(({ text }) => text).join()}`)
      }
    })

    test('writes numbers of four digits without a gap, as they may be years', () => {
      const cloud = Array.from({ length: 40 }, (_, n) => ({
        built: 1949 + ((n * 7) % 40) / 4,
        cost: ((n * 7) % 40) * 300 + (n % 5) * 300 + 0.5,
      }))
      for (const language of ['en', 'ru'] as const) {
        const [panel] = viewOf(cloud, language)?.panels ?? []
        const marks = panel?.xTicks.map(({ text }) => text) ?? []
        assert.ok(marks.length > 2 && marks.every((text) => /^19\d\d$/.test(text)), marks.join())
      }
    })

    test('marks no two values alike, and names the days of a few weeks', () => {
      const marksOf = (values: readonly number[]) =>
        viewOf(values.map((value, n) => ({ year: 1950 + n, value })))?.panels[0]?.yTicks.map(
          ({ text }) => text,
        ) ?? []
      for (const values of [
        [0, 0.125, 0.25, 0.375, 0.5].map((part) => 1e15 + part),
        [1_000_001, 1_000_002, 1_000_003, 1_000_004, 1_000_005],
        [1, 2, 3, 4, 5].map((n) => n * 5e-324),
      ])
        assert.equal(new Set(marksOf(values)).size, marksOf(values).length, marksOf(values).join())
      const days = Array.from({ length: 20 }, (_, n) => ({
        day: new Date(Date.UTC(2024, 0, 3 + n)).toISOString().slice(0, 10),
        level: (n * 37) % 101,
      }))
      assert.deepEqual(
        viewOf(days)?.panels[0]?.xTicks.map(({ text }) => text.replaceAll('\u00a0', ' ')),
        ['4 Jan 2024', '9 Jan 2024', '14 Jan 2024', '19 Jan 2024'],
      )
      assert.match(viewOf(days, 'ru')?.label ?? '', / до 22\sянв\.\s2024\sг\. «level»/)
    })

    test('names the same days, at least two, under charts beside each other', () => {
      const hours = Array.from({ length: 700 }, (_, n) => ({
        time: new Date(Date.UTC(2025, 0, 1, n)).toISOString(),
        ...Object.fromEntries([7, 11, 13].map((prime) => [`level ${prime}`, (n * prime) % 9])),
      }))
      const named = (viewOf(hours)?.panels ?? []).map(({ xTicks }) => xTicks.map(({ text }) => text))
      assert.equal(named.length, 3)
      assert.ok((named[1]?.length ?? 0) >= 2, named.join('; '))
      assert.deepEqual(named[2], named[1])
    })

    test('names at least two times, none over another, however long the time is', () => {
      const day = 86_400_000
      for (let span = 12; span < 60_000; span *= 1.13)
        for (const columns of [1, 3])
          for (const from of [Date.UTC(2016, 0, 1), Date.UTC(1899, 8, 17)]) {
            const rows = Array.from({ length: 12 }, (_, n) => ({
              day: new Date(from + Math.round((n * span) / 11) * day).toISOString().slice(0, 10),
              ...Object.fromEntries(
                Array.from({ length: columns }, (_, at) => [`level ${at}`, (n * (at + 7)) % 12]),
              ),
            }))
            const named = (viewOf(rows)?.panels ?? []).map(({ xTicks }) => xTicks).at(-1) ?? []
            const texts = `${span} days: ${named.map(({ at, text }) => `${text} at ${at}`).join(', ')}`
            assert.ok(named.length >= 2, texts)
            for (const [n, { at, text }] of named.entries())
              if (n > 0) assert.ok(at - (named[n - 1]?.at ?? 0) >= text.length * 8.5, texts)
          }
    })

    test('lies within its box, with its marks, whatever the numbers are', () => {
      const number = fc.oneof(
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(0, 1e-9, 1.5e308, -1.5e308, 1e15, 1e15 + 0.125),
      )
      fc.assert(
        fc.property(fc.array(number, { minLength: 6, maxLength: 40 }), (values) => {
          const view = viewOf(values.map((value, n) => ({ year: 1950 + n, value })))
          if (!view) return
          for (const { top, bottom, left, right, lines, xTicks, yTicks } of view.panels) {
            // What is alone is a short line around its place.
            for (const path of lines
              .flatMap((line) => line.path.split(/(?=M)/))
              .filter((p) => !p.includes('h'))) {
              let [atX, atY] = numbersOf(path.slice(0, path.indexOf('l'))) as [number, number]
              const steps = numbersOf(path.slice(path.indexOf('l')))
              for (let n = 0; n + 1 < steps.length; n += 2) {
                atX += steps[n] as number
                atY += steps[n + 1] as number
                assert.ok(atX >= left && atX <= right && atY >= top && atY <= bottom, path)
              }
            }
            for (const { at } of yTicks)
              assert.ok(at >= top - 1 && at <= bottom + 1, `${at} of ${top}-${bottom}`)
            for (const { at } of xTicks) assert.ok(at >= left && at <= right)
          }
        }),
      )
    })
  })
})

describe('bars', () => {
  function documentOf(rows: readonly object[], language: 'en' | 'ru' = 'en') {
    const bytes = new TextEncoder().encode(JSON.stringify(rows))
    return documentViewOf(
      localeOf(language),
      readDocument(() => [bytes], { format: 'json' }),
    )
  }

  /** Records with these values in turn, each as often as stated. */
  function recordsOf(counts: Readonly<Record<string, number>>): { at: number; kind: string | null }[] {
    const kinds = Object.entries(counts).flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
    return kinds.map((kind, at) => ({ at: at * 7, kind: kind === '' ? null : kind }))
  }

  const namesOf = (rows: readonly object[]) => documentOf(rows).bars?.rows.map(({ name }) => name)
  const libraries = { library: 40, museum: 20, theatre: 12, '': 8 }

  describe('the bars of a dataset without dates and places', () => {
    test('show how many records have each value, and how many have none, in both languages', () => {
      const { bars, charted } = documentOf(recordsOf(libraries))
      assert.equal(bars?.label, 'Records by “kind”.')
      assert.deepEqual(
        bars?.rows.map(({ name, count, share, percent }) => [name, count, share, percent]),
        [
          ['library', '40', '50\u00a0%', 100],
          ['museum', '20', '25\u00a0%', 50],
          ['theatre', '12', '15\u00a0%', 30],
          ['no value', '8', '10\u00a0%', 20],
        ],
      )
      assert.deepEqual(charted, { kind: 'bar', x: 'kind' })
      const { bars: russian } = documentOf(recordsOf(libraries), 'ru')
      assert.equal(russian?.label, 'Число записей по значениям столбца «kind».')
      assert.equal(russian?.rows.at(-1)?.name, 'нет значения')
    })

    test('show the amounts of a few records by their names as written, with their shares if they add up', () => {
      const amounts = [400, 1200.5, 0, 30, 369.5]
      const rows = amounts.map((total, at) => ({ code: `0${at}`, item: `Debt ${at}`, total: `${total}` }))
      const { bars, charted, chart } = documentOf(rows)
      assert.deepEqual([bars?.label, chart], ['“total” by “item”.', undefined])
      assert.deepEqual(
        bars?.rows.map(({ name, count, share, percent }) => [name, count, share, percent]),
        [
          ['Debt 1', '1200.5', '60\u00a0%', 100],
          ['Debt 0', '400', '20\u00a0%', 33.3],
          ['Debt 4', '369.5', '18.5\u00a0%', 30.8],
          ['Debt 3', '30', '1.5\u00a0%', 2.5],
          ['Debt 2', '0', '0\u00a0%', 0],
        ],
      )
      assert.deepEqual(charted, { kind: 'bar', x: 'item', y: 'total' })
      const large = documentOf(rows.map((row, at) => ({ ...row, total: 1_234_567 * (at + 1) })))
      assert.deepEqual(
        large.bars?.rows.at(-1)?.digits,
        [['1'], ['234', 'i'], ['567', 'i']].map(([text, tag]) => [text, tag]),
      )
      const many = Array.from({ length: 30 }, (_, at) => ({ name: `Lake ${at}`, depth: at * at }))
      assert.equal(documentOf(many).bars?.label, '“depth” by “name”: the 15 largest of 30.')
      assert.equal(documentOf(many, 'ru').bars?.label, '«depth» по столбцу «name»: 15 наибольших из 30.')
    })

    test('show the sums of a table of combinations, with their shares, in both languages', () => {
      const rows = Array.from({ length: 12 }, (_, at) => ({
        question: `Question ${at % 4}`,
        answer: ['yes, please', 'no, thanks', 'neither'][Math.floor(at / 4)],
        votes: 1000 * (at % 4) + 1,
      }))
      const { bars, charted } = documentOf(rows)
      assert.equal(bars?.label, 'Sum of “votes” by “question”.')
      assert.deepEqual(
        bars?.rows.map(({ name, count, share }) => [name, count, share]),
        [
          ['Question 3', '9,003', '50\u00a0%'],
          ['Question 2', '6,003', '33.3\u00a0%'],
          ['Question 1', '3,003', '16.7\u00a0%'],
          ['Question 0', '3', '<\u00a00.1\u00a0%'],
        ],
      )
      assert.deepEqual(charted, { kind: 'bar', x: 'question', y: 'votes' })
      assert.equal(documentOf(rows, 'ru').bars?.label, 'Сумма «votes» по столбцу «question».')
    })

    test('name values without the references, tags and marks that editors of html and Markdown leave in them', () => {
      const rows = recordsOf({
        '&quot;Oak&quot; &#171;park&#187;': 40,
        '<b>town</b> **hall**': 20,
        'A & B': 12,
      })
      assert.deepEqual(namesOf(rows), ['"Oak" «park»', 'town hall', 'A & B'])
    })

    test('name ten values, and count the others in one line without a bar', () => {
      const counts = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`kind ${n}`, 30 - 2 * n]))
      const rows = documentOf(recordsOf(counts)).bars?.rows ?? []
      assert.equal(rows.length, 11)
      assert.deepEqual(rows.at(-1), {
        name: '4 other values',
        isQuiet: true,
        count: '28',
        share: '11.8\u00a0%',
      })
      assert.equal(documentOf(recordsOf(counts), 'ru').bars?.rows.at(-1)?.name, '4 других значения')
      const withNone = documentOf(recordsOf({ ...counts, 'n/a': 3, '-': 5 })).bars?.rows.slice(-2)
      assert.deepEqual(
        withNone?.map(({ name, count }) => [name, count]),
        [
          ['4 other values', '28'],
          ['no value', '8'],
        ],
      )
    })

    test('are those of the column that tells most', () => {
      const rows = recordsOf({ library: 60, museum: 30, theatre: 30 }).map((record, at) => ({
        ...record,
        name: `Place ${at}`,
        city: 'Moscow',
        open: at % 12 === 0 ? 'no' : 'yes',
        half: at % 2 ? 'even' : 'odd',
        owner: `Owner ${at % 59}`,
      }))
      assert.deepEqual(namesOf(rows), ['library', 'museum', 'theatre'])
    })

    test('are absent where no column repeats its values, all are alike or equally frequent, or few are filled', () => {
      const many = Array.from({ length: 60 }, (_, at) => ({
        name: `Place ${at}`,
        city: 'Moscow',
        half: at % 2 ? 'even' : 'odd',
        turn: `turn ${at % 11}`,
        note: at < 20 ? ['a', 'b', 'b'][at % 3] : null,
        area: (at * 37) % 101,
      }))
      assert.equal(documentOf(many).bars, undefined)
      const ends = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n + 10}.05.2027`, 1]))
      assert.equal(documentOf(recordsOf({ unlimited: 90, ...ends, '01.01.2030': 2 })).bars, undefined)
      assert.equal(documentOf(recordsOf({ library: 3, museum: 2 })).bars, undefined)
    })

    test('are absent where there is another chart', () => {
      const prices = recordsOf(libraries).map((record, n) => ({ ...record, year: 1900 + n, price: n * n }))
      const { bars, chart, charted } = documentOf(prices)
      assert.equal(bars, undefined)
      assert.ok(chart)
      assert.equal(charted?.kind, 'line')
    })

    test('are those of the last year for the explorer to begin with, where each year is a column', () => {
      const years = [2019, 2020, 2021, 2022, 2023]
      const towns = Array.from({ length: 6 }, (_, at) => ({
        name: `Town ${at}`,
        ...Object.fromEntries(years.map((year, n) => [`${year}`, 100 * at + 3 * n])),
      }))
      const { chart, charted } = documentOf(towns)
      assert.ok(chart)
      assert.deepEqual(charted, { kind: 'bar', x: 'name', y: '2023' })
    })

    test('names columns of years as the heads of the table do', () => {
      const named = [2019, 2020, 2021, 2022, 2023].map((year, n) => [`R&amp;D\u0001 ${year}`, n])
      const rows = ['Moscow', 'Paris'].map((name) => ({ name, ...Object.fromEntries(named) }))
      assert.equal(documentOf(rows).chart?.notes[0], 'The columns “2019” to “2023”, one for each year.')
      const quarters = [1, 2, 3, 4, 5].map((at) => [
        `Q${((at - 1) % 4) + 1} ${2019 + Math.floor(at / 5)}`,
        at,
      ])
      const periods = ['Moscow', 'Paris'].map((name) => ({ name, ...Object.fromEntries(quarters) }))
      const { chart } = documentOf(periods)
      assert.equal(chart?.notes[0], 'The columns “Q1 2019” to “Q1 2020”, one for each period.')
      assert.ok(chart?.panels[0]?.xTicks.every(({ text }) => text.endsWith(' 2019')))
    })
  })
})
