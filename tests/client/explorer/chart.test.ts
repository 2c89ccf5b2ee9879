import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawBars } from '../../../src/client/explorer/chart/draw-bars.ts'
import { drawFile } from '../../../src/client/explorer/chart/draw-file.ts'
import { drawColumns, drawLines, drawPoints } from '../../../src/client/explorer/chart/draw-plot.ts'
import type { ChartFrame } from '../../../src/client/explorer/chart/frame.ts'
import { type Drawing, fitText, type Mark, wrapText } from '../../../src/client/explorer/chart/marks.ts'
import {
  barMark,
  type Kind,
  legendSample,
  seriesStyleOf,
} from '../../../src/client/explorer/chart/series-style.ts'
import { type ChartChoice, firstChart } from '../../../src/client/explorer/core/chart-choice.ts'
import type { ChartData } from '../../../src/client/explorer/core/chart-data.ts'
import { TableEngine } from '../../../src/client/explorer/core/engine.ts'
import { tableOf } from '../../../src/client/explorer/core/table.ts'
import { type Filter, WHOLE } from '../../../src/client/explorer/core/view.ts'
import { localeOf } from '../../../src/lib/site/view/index.ts'
import fc from '../../support/fast-check.ts'
import { AREA, anyChart, CHARTED, KIND, OPENED, YEAR } from './charted.ts'

describe('charts', () => {
  type Cell = string | null

  function chartOf(
    rows: readonly (readonly Cell[])[],
    chart: ChartChoice,
    filters: readonly Filter[] = [],
  ): ChartData {
    return new TableEngine(tableOf(CHARTED, rows), 'en').chart({ ...WHOLE, filters, chart }) as ChartData
  }

  /** The test of each place leads to as many records as it has. */
  function leadsToRecords(
    rows: readonly (readonly Cell[])[],
    data: Extract<ChartData, { is: 'places' }>,
    filters: readonly Filter[],
  ): void {
    const engine = new TableEngine(tableOf(CHARTED, rows), 'en')
    for (const [at, { test }] of data.places.entries()) {
      if (!test) continue
      const view = { ...WHOLE, filters: [...filters, { column: data.choice.x, test }] }
      const count = data.values.reduce((sum, line) => sum + (line[at]?.count ?? 0), 0)
      assert.equal(engine.page(view).count, count)
    }
  }

  /** Each place with its values, one of each colour. */
  function drawn(rows: readonly (readonly Cell[])[], chart: ChartChoice, filters?: readonly Filter[]) {
    const data = chartOf(rows, chart, filters)
    assert.ok(data.is === 'places')
    return data.places.map(({ text, joined }, at) => [
      joined === undefined ? text : `+${joined}`,
      ...data.values.map((line) => line[at]?.text),
    ])
  }

  const PLACES: readonly (readonly Cell[])[] = [
    ['park', '2019-01-31', '1,5', '2001'],
    ['park', '2019-03-01', '2,25', '2003'],
    ['museum', '2019-03-31', null, '2003'],
    [null, 'soon', '4', ''],
  ]

  describe('what a chart draws', () => {
    it('counts records by the values of a column, those without a value too', () => {
      assert.deepEqual(drawn(PLACES, { kind: 'bar', x: KIND }), [
        ['park', '2'],
        ['museum', '1'],
        [null, '1'],
      ])
    })

    it('adds numbers exactly, and counts the records that have none', () => {
      const chart: ChartChoice = { kind: 'bar', x: KIND, y: AREA, of: 'sum' }
      assert.deepEqual(drawn(PLACES, chart), [
        ['park', '3.75'],
        [null, '4'],
      ])
      assert.deepEqual(chartOf(PLACES, chart).left, { x: 0, y: 1 })
      assert.deepEqual(drawn(PLACES, { ...chart, of: 'mean' }), [
        ['park', '1.875'],
        [null, '4'],
      ])
    })

    it('takes numbers that stand for none for no numbers, as the page does', () => {
      const rows = [...PLACES, ['park', '2019-03-01', '9999', null], ['museum', '2019-03-01', '9999.0', null]]
      const known = CHARTED.map((column, at) => (at === AREA ? { ...column, none: [9999] } : column))
      const chart: ChartChoice = { kind: 'bar', x: KIND, y: AREA, of: 'sum' }
      const data = new TableEngine(tableOf(known, rows), 'en').chart({ ...WHOLE, chart }) as ChartData
      assert.deepEqual(data.is === 'places' && data.values[0]?.map((one) => one?.text), ['3.75', '4'])
      assert.equal(data.left.y, 3)
    })

    it('draws dates in their periods, with a count of zero between them, and counts those that are none', () => {
      const chart: ChartChoice = { kind: 'line', x: OPENED, per: 'month' }
      assert.deepEqual(drawn(PLACES, chart), [
        ['2019-01', '1'],
        ['2019-02', '0'],
        ['2019-03', '2'],
      ])
      assert.deepEqual(chartOf(PLACES, chart).left, { x: 1, y: 0 })
      // A sum of nothing is not zero.
      assert.deepEqual(drawn(PLACES, { ...chart, kind: 'bar', y: AREA, of: 'sum' }), [
        ['2019-01', '1.5'],
        ['2019-02', undefined],
        ['2019-03', '2.25'],
      ])
    })

    it('draws every year between the first and the last', () => {
      assert.deepEqual(drawn(PLACES, { kind: 'bar', x: YEAR }), [
        ['2001', '1'],
        ['2002', '0'],
        ['2003', '2'],
      ])
    })

    it('gives each value of another column a colour, and joins all but the most frequent five', () => {
      const rows = Array.from({ length: 36 }, (_, at): Cell[] => [
        `k${Math.floor(Math.sqrt(at))}`,
        '2019-01-01',
        '1',
        null,
      ])
      const data = chartOf([...rows, [null, '2019-01-01', '1', null]], {
        kind: 'bar',
        x: OPENED,
        per: 'year',
        colour: KIND,
      })
      const named = data.series.map(({ text, joined }) => ({ text, ...(joined !== undefined && { joined }) }))
      assert.deepEqual(named, [
        { text: 'k5' },
        { text: 'k4' },
        { text: 'k3' },
        { text: 'k2' },
        { text: 'k1' },
        { text: null },
        { text: null, joined: 1 },
      ])
      assert.deepEqual(data.is === 'places' && data.values.map(([one]) => one?.text), [
        '11',
        '9',
        '7',
        '5',
        '3',
        '1',
        '1',
      ])
    })

    it('joins all but twenty values as one, of which it keeps the number', () => {
      const rows = Array.from({ length: 60 }, (_, at): Cell[] => [`k${at % 30}`, null, String(at % 30), null])
      const bars = drawn(rows, { kind: 'bar', x: KIND, y: AREA, of: 'sum' })
      assert.deepEqual(bars.slice(0, 2), [
        ['k29', '58'],
        ['k28', '56'],
      ])
      assert.deepEqual(bars.at(-1), ['+10', '90'])
      assert.equal(bars.length, 21)
    })

    it('joins more than thirty numbers in ranges, fewer stay as they are', () => {
      const rows = (count: number) =>
        Array.from({ length: count }, (_, at): Cell[] => [null, null, String(at / 10), null])
      assert.equal(drawn(rows(30), { kind: 'bar', x: AREA }).length, 30)
      const data = chartOf(rows(100), { kind: 'bar', x: AREA })
      assert.ok(data.is === 'places')
      assert.deepEqual([data.step, data.most, data.places.length], [0.5, 30, 20])
      assert.deepEqual(data.places[1], { text: '0.5–1', from: 0.5, to: 1 })
      assert.ok(data.values[0]?.every((one) => one?.count === 5))
      // Numbers are places, however they are written.
      const written: Cell[][] = ['1,0', '1', '1 000'].map((text) => [null, null, text, null])
      assert.deepEqual(
        drawn(written, { kind: 'bar', x: AREA }).map(([, count]) => count),
        ['2', '1'],
      )
    })

    it('chooses longer periods than are asked for, if there would be too many', () => {
      const rows = [
        ['a', '2000-01-01', '1', null],
        ['b', '2019-12-31', '1', null],
      ]
      const data = chartOf(rows, { kind: 'bar', x: OPENED, per: 'day' })
      assert.deepEqual(data.is === 'places' && [data.per, data.most, data.places.length], ['year', 200, 20])
      const line = chartOf(rows, { kind: 'line', x: OPENED, y: AREA, of: 'mean' })
      assert.deepEqual(line.is === 'places' && [line.per, line.most, line.places.length], [
        'day',
        undefined,
        2,
      ])
    })

    it('draws at most two thousand records as points, spread over all, and only those with both numbers', () => {
      const rows = Array.from({ length: 5_001 }, (_, at): Cell[] => [
        null,
        '2019-01-01',
        at === 0 ? '' : String(at),
        null,
      ])
      const data = chartOf(rows, { kind: 'scatter', x: OPENED, y: AREA })
      assert.ok(data.is === 'points')
      assert.deepEqual([data.points.length, data.count, data.left], [2_000, 5_000, { x: 0, y: 1 }])
      assert.deepEqual([data.points[0]?.[1], data.points.at(-1)?.[1]], [1, 4_999])
      // Two things that are measured in turn are both there.
      const turns = chartOf(rows.slice(0, 4_001), { kind: 'scatter', x: OPENED, y: AREA })
      assert.ok(turns.is === 'points')
      const odd = turns.points.filter(([, y]) => y % 2 === 1).length
      assert.ok(Math.abs(odd - 1_000) < 20, String(odd))
    })

    it('draws bars where texts have no place on an axis, and counts where there is nothing to add', () => {
      assert.deepEqual(chartOf(PLACES, { kind: 'line', x: KIND, y: KIND, of: 'mean' }).choice, {
        kind: 'bar',
        x: KIND,
      })
      assert.deepEqual(chartOf(PLACES, { kind: 'scatter', x: AREA }).choice, { kind: 'bar', x: AREA })
    })

    it('follows the filters, and accounts for every record of any table', () => {
      const cell = fc.constantFrom('a', 'b', ' ', null, '1', '2,5', '2019', '2020-02-03', '1e400', 'n/a')
      const rows = fc.array(fc.tuple(cell, cell, cell, cell), { maxLength: 30 })
      const filters = fc.constantFrom<readonly Filter[]>(
        [],
        [{ column: KIND, test: { is: 'text', text: 'a' } }],
      )
      fc.assert(
        fc.property(rows, anyChart, filters, (cells, choice, filters) => {
          const data = chartOf(cells, choice, filters)
          const expected =
            filters.length === 0 ? cells.length : cells.filter(([kind]) => kind?.includes('a')).length
          const { left } = data
          const counts =
            data.is === 'points' ? [data.count] : data.values.flat().map((one) => one?.count ?? 0)
          assert.equal(data.records, expected)
          if (data.is === 'places' && data.choice.y === undefined) leadsToRecords(cells, data, filters)
          assert.equal(
            counts.reduce((sum, count) => sum + count, left.x + left.y),
            expected,
          )
        }),
      )
    })
  })

  describe('the chart that a form begins with', () => {
    const first = (page?: Parameters<typeof firstChart>[3], columns = CHARTED) =>
      firstChart(
        columns,
        columns.map((_, at) => at),
        (at) => columns[at]?.name === 'name',
        page,
      )

    it('is that of the page', () => {
      assert.deepEqual(first({ kind: 'line', x: 'opened', y: 'area', colour: 'kind' }), {
        kind: 'line',
        x: OPENED,
        y: AREA,
        of: 'mean',
        per: 'day',
        colour: KIND,
      })
      assert.deepEqual(first({ kind: 'scatter', x: 'year', y: 'area' }), {
        kind: 'scatter',
        x: YEAR,
        y: AREA,
      })
      assert.deepEqual(first({ kind: 'bar', x: 'kind' }), { kind: 'bar', x: KIND })
      assert.deepEqual(first({ kind: 'bar', x: 'kind', y: 'area' }), {
        kind: 'bar',
        x: KIND,
        y: AREA,
        of: 'sum',
      })
    })

    it('else is a number over time, else the count of values that are no names', () => {
      assert.deepEqual(first(), { kind: 'line', x: OPENED, y: AREA, of: 'mean' })
      assert.deepEqual(first({ kind: 'line', x: 'gone', y: 'area' }).x, OPENED)
      assert.deepEqual(
        first(undefined, [
          { name: 'name', kind: 'text' },
          { name: 'area', kind: 'number' },
          { name: 'kind', kind: 'text' },
        ]),
        { kind: 'bar', x: 2 },
      )
    })
  })
})

describe('drawings of charts', () => {
  const measure = (text: string, size: number) => text.length * size * 0.55

  function frameOf(width: number, language: 'en' | 'ru' = 'en'): ChartFrame {
    const { words, format } = localeOf(language)
    return { width, format, locale: language, words: words.ownChart, measure }
  }

  function draw(
    rows: readonly (readonly (string | null)[])[],
    chart: ChartChoice,
    frame: ChartFrame,
  ): Drawing {
    const data = new TableEngine(tableOf(CHARTED, rows), 'en').chart({ ...WHOLE, chart })
    assert.ok(data)
    if (data.is === 'points') return drawPoints(data, frame, data.choice.x === OPENED)
    if (data.axis === 'category') return drawBars(data, frame)
    return data.choice.kind === 'line' ? drawLines(data, frame) : drawColumns(data, frame)
  }

  type Flat = Exclude<Mark, { is: 'shifted' }> & { right: number; down: number }

  function flat(marks: readonly Mark[], right = 0, down = 0): Flat[] {
    return marks.flatMap((mark) =>
      mark.is === 'shifted'
        ? flat(mark.marks, right + mark.right, down + mark.down)
        : [{ ...mark, right, down }],
    )
  }

  const textsOf = (drawing: Drawing) =>
    flat(drawing.marks).flatMap((mark) => (mark.is === 'text' ? [mark] : []))
  const linesOf = (drawing: Drawing, width: number) =>
    flat(drawing.marks).flatMap((mark) => (mark.is === 'line' && mark.width === width ? [mark.d] : []))

  /** Everything that is drawn has a place inside of the drawing. */
  function assertInside(drawing: Drawing): void {
    for (const mark of flat(drawing.marks)) {
      if (mark.is !== 'text') {
        assert.doesNotMatch(mark.d, /NaN|Infinity|undefined/)
        continue
      }
      const length = measure(mark.text, mark.size)
      const left = mark.right + mark.x - { start: 0, middle: length / 2, end: length }[mark.anchor]
      assert.ok(
        left >= -1 && left + length <= drawing.width + 1,
        `${mark.text} is from ${left}, ${length} long`,
      )
      const y = mark.down + mark.y
      assert.ok(y >= 0 && y <= drawing.height, `${mark.text} is at ${y} of ${drawing.height}`)
    }
  }

  describe('the drawing of a chart that a reader makes', () => {
    it('is within its width, for any table, width and language', () => {
      const rows = fc.array(
        fc.tuple(
          fc.oneof(fc.constantFrom('park', 'museum', null), fc.string({ maxLength: 120 })),
          fc.oneof(
            fc.constantFrom('0001-01-01', '9999-12-31', 'soon', null),
            fc
              .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
              .map((at) => at.toISOString().slice(0, 10)),
          ),
          fc.oneof(
            fc.integer().map(String),
            fc.double({ noNaN: true }).map(String),
            fc.constantFrom('1e308', '-1e308', '1e-320', '0', null),
          ),
          fc.oneof(fc.integer({ min: 1900, max: 2030 }).map(String), fc.constant(null)),
        ),
        { maxLength: 40 },
      )
      const frame = fc
        .tuple(fc.integer({ min: 280, max: 1200 }), fc.constantFrom('en' as const, 'ru' as const))
        .map(([width, language]) => frameOf(width, language))
      fc.assert(
        fc.property(rows, anyChart, frame, (cells, choice, frame) => {
          const drawing = draw(cells, choice, frame)
          assertInside(drawing)
          const texts = {
            title: 'A title. '.repeat(30),
            source: 'places',
            legend: [],
            notes: ['A note. '.repeat(80)],
          }
          assertInside(drawFile(drawing, frame, texts))
        }),
      )
    })

    it('names bars and their values, largest first', () => {
      const rows = ['park', 'park', 'museum', null].map((kind) => [kind, null, '1200,5', null])
      const texts = textsOf(draw(rows, { kind: 'bar', x: KIND, y: AREA, of: 'sum' }, frameOf(800))).map(
        ({ text }) => text,
      )
      assert.deepEqual(texts.slice(-6), ['park', '2,401', 'museum', '1,201', '(empty)', '1,201'])
    })

    it('gives values that are joined no bar beside which all others are too short, but writes their value', () => {
      const drawnWith = (others: number) => {
        const rows = Array.from({ length: 20 + others }, (_, at) => [`k${at}`, null, String(200 - at), null])
        const drawing = draw(rows, { kind: 'bar', x: KIND, y: AREA, of: 'sum' }, frameOf(800))
        return { bars: drawing.marks.filter(({ is }) => is === 'area').length, texts: textsOf(drawing) }
      }
      assert.equal(drawnWith(1).bars, 21)
      const { bars, texts } = drawnWith(50)
      assert.equal(bars, 20)
      assert.equal(texts.at(-1)?.text, '7,775')
      const first = texts.findIndex(({ text }) => text === 'k0')
      assert.ok((texts[first + 1]?.x ?? 0) > 600)
    })

    it('breaks a line where months or years are missing, and draws what is alone as a dot', () => {
      const rows = ['2001', '2002', '2003', '2007', '2010', '2011'].map((year) => [
        null,
        `${year}-05-01`,
        '5',
        year,
      ])
      const [path = ''] = linesOf(
        draw(rows, { kind: 'line', x: OPENED, y: AREA, of: 'mean', per: 'year' }, frameOf(800)),
        2,
      )
      assert.equal(path.split('M').length - 1, 2)
      const fifths = ['1990', '1995', '2000'].map((year) => [null, null, '5', year])
      const [whole = ''] = linesOf(
        draw(fifths, { kind: 'line', x: YEAR, y: AREA, of: 'sum' }, frameOf(800)),
        2,
      )
      assert.equal(whole.split('M').length - 1, 1)
    })

    describe('of several values, some of them joined, and of records without one', () => {
      const values = ['park', 'museum', 'school', 'market', 'bank', 'pier', 'zoo', null]
      const rows = values.flatMap((kind, at) =>
        ['2001', '2002', '2003'].map((year, no) => [kind, null, String(at + no + 5), year]),
      )
      // Without colours, two marks are the same if these are.
      const plain = (marks: readonly Mark[]) =>
        JSON.stringify(
          flat(marks).map((mark) => ({
            ...(mark.is === 'line' && { dash: mark.dash, dot: /^M[^a-z]+(.*?)(M|$)/.exec(mark.d)?.[1] }),
            ...(mark.is === 'area' && { hatch: mark.hatch }),
            ...(mark.is !== 'text' && { isPale: mark.opacity === 0.45 }),
          })),
        )
      const cases: readonly [Kind, ChartChoice, string][] = [
        [
          'line',
          { kind: 'line', x: YEAR, y: AREA, of: 'sum', colour: KIND },
          'lines by their dashes and dots',
        ],
        ['dot', { kind: 'scatter', x: YEAR, y: AREA, colour: KIND }, 'dots by their shapes'],
        ['bar', { kind: 'bar', x: YEAR, y: AREA, of: 'sum', colour: KIND }, 'bars by their hatching'],
      ]
      for (const [kind, choice, text] of cases)
        it(`differs without colours, in its legend too: ${text}`, () => {
          const data = new TableEngine(tableOf(CHARTED, rows), 'en').chart({ ...WHOLE, chart: choice })
          assert.equal(data?.series.length, 7)
          const samples = data.series.map((_, at) => legendSample(seriesStyleOf(data, at), kind))
          assert.equal(new Set(samples.map(({ marks }) => plain(marks))).size, 7)
          const frame = frameOf(800)
          const drawing = draw(rows, choice, frame)
          const legend = samples.map((sample) => ({ sample, text: 'park' }))
          const file = drawFile(drawing, frame, { title: '', source: '', legend, notes: [] })
          assertInside(file)
          const shapes = (shown: Drawing) => {
            const marks = flat(shown.marks).filter(({ is, ink }) => is !== 'text' && /^c|quiet/.test(ink))
            return new Set(marks.map((mark) => (mark.is === 'area' ? mark.hatch?.length : plain([mark]))))
          }
          assert.ok(shapes(drawing).size >= 6, [...shapes(drawing)].join('\n'))
        })
    })

    it('hatches bars within their edges, however small', () => {
      const box = fc.record({
        x: fc.integer({ min: -400, max: 900 }),
        y: fc.integer({ min: 0, max: 400 }),
        width: fc.double({ min: 0.5, max: 300, noNaN: true }),
        height: fc.double({ min: 0.5, max: 300, noNaN: true }),
      })
      const series = ['a', 'b', 'c', 'd', 'e', null].map((text) => ({
        text,
        test: { is: 'values', values: [], not: false } as const,
      }))
      fc.assert(
        fc.property(box, fc.nat(5), (box, at) => {
          const mark = barMark(seriesStyleOf({ series }, at), box)
          const points =
            mark.is === 'area' ? [...(mark.hatch ?? '').matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)] : []
          for (const [, x, y] of points) {
            assert.ok(
              Number(x) >= box.x && Number(x) <= box.x + box.width,
              mark.is === 'area' ? mark.hatch : '',
            )
            assert.ok(Number(y) >= box.y && Number(y) <= box.y + box.height)
          }
        }),
      )
    })

    it('has no hatching, dashes or shapes if all is of one value', () => {
      const rows = ['2001', '2002'].map((year) => ['park', null, '5', year])
      for (const kind of ['line', 'bar', 'scatter'] as const) {
        const drawing = draw(
          rows,
          { kind, x: YEAR, y: AREA, ...(kind !== 'scatter' && { of: 'sum' as const }) },
          frameOf(800),
        )
        for (const mark of flat(drawing.marks))
          assert.ok(!('hatch' in mark) && !(mark.is === 'line' && mark.dash))
      }
    })

    it('names months below their bars without one name over another, over years', () => {
      for (const [years, width] of [
        [2, 500],
        [4, 900],
        [6, 700],
        [11, 1000],
      ] as const) {
        const rows = Array.from({ length: years * 12 }, (_, at) => {
          const month = String((at % 12) + 1).padStart(2, '0')
          return [null, `${2012 + Math.floor(at / 12)}-${month}-15`, '5', null]
        })
        const drawing = draw(rows, { kind: 'bar', x: OPENED, per: 'month' }, frameOf(width))
        const names = textsOf(drawing).filter(({ anchor }) => anchor === 'middle')
        assert.ok(names.length >= 3)
        for (const [at, { x, text, size }] of names.slice(1).entries()) {
          const before = names[at] as (typeof names)[number]
          const room = x - before.x - (measure(before.text, size) + measure(text, size)) / 2
          assert.ok(room > 4, `${before.text} and ${text} at ${width} px`)
        }
      }
    })

    it('cuts texts to their room, and breaks them between words', () => {
      assert.equal(fitText('park', 100, 10, measure), 'park')
      assert.equal(fitText('a park of culture', 50, 10, measure), 'a park o…')
      assert.deepEqual(wrapText('a park of culture and leisure', 60, 10, measure), [
        'a park of',
        'culture',
        'and',
        'leisure',
      ])
    })
  })
})
