import { type ChartFrame, SIZE } from './frame.ts'
import { type Drawing, fitText, type Ink, type Mark, wrapText } from './marks.ts'

/** A series in the legend: its name, and a sample of how it is drawn. */
interface LegendEntry {
  readonly sample: Drawing
  readonly text: string
}

/** The texts that a file contains besides the drawing, because there is no page around it. */
interface FileTexts {
  readonly title: string
  /** The name of the dataset. */
  readonly source: string
  readonly legend: readonly LegendEntry[]
  readonly notes: readonly string[]
}

const MARGIN = 24
const TITLE = 20
const LINE = 1.4

/** A drawing with the title above it, and the legend and notes below. It is wider than the original by two margins. */
export function drawFile(drawing: Drawing, { width, measure }: ChartFrame, texts: FileTexts): Drawing {
  const marks: Mark[] = []
  let y = MARGIN
  const write = (text: string, size: number, ink: Ink, isBold = false) => {
    for (const line of wrapText(text, width, size, measure, isBold)) {
      marks.push({ is: 'text', x: 0, y: y + size / 2, text: line, ink, anchor: 'start', size, isBold })
      y += size * LINE
    }
  }
  write(texts.title, TITLE, 'ink', true)
  write(texts.source, SIZE, 'quiet')
  y += SIZE
  marks.push({ is: 'shifted', right: 0, down: y, marks: drawing.marks })
  y += drawing.height + SIZE
  let x = 0
  for (const { text, sample } of texts.legend) {
    const shown = fitText(text, width / 2, SIZE, measure)
    const room = sample.width + 6 + measure(shown, SIZE)
    if (x > 0 && x + room > width) {
      x = 0
      y += SIZE * LINE
    }
    marks.push({ is: 'shifted', right: x, down: y, marks: sample.marks })
    marks.push({
      is: 'text',
      x: x + sample.width + 6,
      y: y + sample.height / 2,
      text: shown,
      ink: 'ink',
      anchor: 'start',
      size: SIZE,
    })
    x += Math.ceil(room) + 18
  }
  if (texts.legend.length > 0) y += SIZE * LINE + 6
  write(texts.notes.join(' '), SIZE, 'quiet')
  return {
    width: width + 2 * MARGIN,
    height: Math.ceil(y + MARGIN / 2),
    marks: [{ is: 'shifted', right: MARGIN, down: 0, marks }],
  }
}
