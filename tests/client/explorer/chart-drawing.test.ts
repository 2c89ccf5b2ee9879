import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawBars } from '../../../src/client/explorer/chart/draw-bars.ts'
import { drawFile } from '../../../src/client/explorer/chart/draw-file.ts'
import { drawColumns, drawLines, drawPoints } from '../../../src/client/explorer/chart/draw-plot.ts'
import type { ChartFrame } from '../../../src/client/explorer/chart/frame.ts'
import { barMark, type Kind, legendSample, lookOf } from '../../../src/client/explorer/chart/look.ts'
import { type Drawing, fitText, type Mark, wrapText } from '../../../src/client/explorer/chart/marks.ts'
import type { ChartChoice } from '../../../src/client/explorer/core/chart-choice.ts'
import { TableEngine } from '../../../src/client/explorer/core/engine.ts'
import { tableOf } from '../../../src/client/explorer/core/table.ts'
import { WHOLE } from '../../../src/client/explorer/core/view.ts'
import { localeOf } from '../../../src/lib/site/view/index.ts'
import { OWN_CHART } from '../../../src/lib/site/view/words/own-chart.ts'
import fc from '../../support/fast-check.ts'
import { AREA, anyChart, CHARTED, KIND, OPENED, YEAR } from './charted.ts'

const measure = (text: string, size: number) => text.length * size * 0.55

function frameOf(width: number, language: 'en' | 'ru' = 'en'): ChartFrame {
  return { width, format: localeOf(language).format, locale: language, words: OWN_CHART[language], measure }
}

function draw(rows: readonly (readonly (string | null)[])[], chart: ChartChoice, frame: ChartFrame): Drawing {
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
    const [whole = ''] = linesOf(draw(fifths, { kind: 'line', x: YEAR, y: AREA, of: 'sum' }, frameOf(800)), 2)
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
      ['line', { kind: 'line', x: YEAR, y: AREA, of: 'sum', colour: KIND }, 'lines by their dashes and dots'],
      ['dot', { kind: 'scatter', x: YEAR, y: AREA, colour: KIND }, 'dots by their shapes'],
      ['bar', { kind: 'bar', x: YEAR, y: AREA, of: 'sum', colour: KIND }, 'bars by their hatching'],
    ]
    for (const [kind, choice, text] of cases)
      it(`differs without colours, in its legend too: ${text}`, () => {
        const data = new TableEngine(tableOf(CHARTED, rows), 'en').chart({ ...WHOLE, chart: choice })
        assert.equal(data?.series.length, 7)
        const samples = data.series.map((_, at) => legendSample(lookOf(data, at), kind))
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
        const mark = barMark(lookOf({ series }, at), box)
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
