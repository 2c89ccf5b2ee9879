import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawBars } from '../../../src/client/explorer/chart/draw-bars.ts'
import { drawFile } from '../../../src/client/explorer/chart/draw-file.ts'
import { drawColumns, drawLines, drawPoints } from '../../../src/client/explorer/chart/draw-plot.ts'
import type { ChartFrame } from '../../../src/client/explorer/chart/frame.ts'
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

  it('dashes its lines, of which a file has samples, so that they differ without colours', () => {
    const rows = ['park', 'museum', 'school'].flatMap((kind) =>
      ['2001', '2002'].map((year) => [kind, null, '5', year]),
    )
    const frame = frameOf(800)
    const drawing = draw(rows, { kind: 'line', x: YEAR, y: AREA, of: 'sum', colour: KIND }, frame)
    const dashes = (shown: Drawing) =>
      flat(shown.marks).flatMap((mark) => (mark.is === 'line' && mark.width === 2 ? [mark.dash] : []))
    assert.equal(new Set(dashes(drawing)).size, 3)
    const legend = dashes(drawing).map((dash) => ({ ink: 'c1' as const, line: { dash }, text: 'park' }))
    const file = drawFile(drawing, frame, { title: '', source: '', legend, notes: [] })
    assert.deepEqual(dashes(file), [...dashes(drawing), ...dashes(drawing)])
    assertInside(file)
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
