/** A colour of the page: the background, rules, secondary text, text, or one of the five colours for series. */
export type Ink = 'paper' | 'rule' | 'quiet' | 'ink' | 'link' | 'c1' | 'c2' | 'c3' | 'c4' | 'c5'

/** The CSS class of a colour. */
export const classOf = (ink: Ink): string => (/^c\d/.test(ink) ? ink : `i-${ink}`)

/** An element of a drawing, in px. It can be rendered as svg and on a canvas. */
export type Mark =
  | {
      readonly is: 'line'
      readonly d: string
      readonly ink: Ink
      readonly width: number
      readonly opacity?: number
      /** As in svg. */
      readonly dash?: string | undefined
    }
  | {
      readonly is: 'area'
      readonly d: string
      readonly ink: Ink
      readonly opacity?: number
      /** The path of lines drawn over the area, in the background colour. */
      readonly hatch?: string
      readonly hint?: string
    }
  | ({ readonly is: 'text' } & TextMark)
  | { readonly is: 'shifted'; readonly right: number; readonly down: number; readonly marks: readonly Mark[] }

interface TextMark {
  readonly x: number
  /** The vertical middle of the text. */
  readonly y: number
  readonly text: string
  readonly ink: Ink
  readonly anchor: 'start' | 'middle' | 'end'
  readonly size: number
  readonly isBold?: boolean
}

export interface Drawing {
  readonly width: number
  readonly height: number
  readonly marks: readonly Mark[]
}

/** Returns the width of a text, in px. */
export type MeasureText = (text: string, size: number, isBold?: boolean) => number

/** Shortens a text to at most `room` px, with an ellipsis if it is cut. */
export function fitText(text: string, room: number, size: number, measure: MeasureText): string {
  if (measure(text, size) <= room) return text
  const chars = [...text]
  let [fits, over] = [0, chars.length]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (measure(`${chars.slice(0, middle).join('')}…`, size) <= room) fits = middle
    else over = middle
  }
  return `${chars.slice(0, fits).join('').trimEnd()}…`
}

/** Breaks a text at spaces into lines of at most `room` px. A longer word is cut. */
export function wrapText(
  text: string,
  room: number,
  size: number,
  measure: MeasureText,
  isBold = false,
): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last === undefined || measure(longer, size, isBold) > room) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => fitText(line, room, size, measure))
}

const SVG = 'http://www.w3.org/2000/svg'

/** The colours and the font of a drawing. An svg without them has classes instead, which the stylesheet of the page colours. */
export interface Paint {
  readonly colours: Readonly<Record<Ink, string>>
  readonly font: string
}

/** A drawing as an svg with a title and a description. `id`: the prefix of their ids. */
export function svgOf(
  drawing: Drawing,
  { title, description, id, paint }: { title: string; description: string; id: string; paint?: Paint },
): SVGElement {
  const { width, height, marks } = drawing
  const root = rootOf(drawing, {
    role: 'img',
    'aria-labelledby': `${id}-title`,
    'aria-describedby': `${id}-description`,
    ...(paint && { 'font-family': paint.font }),
  })
  const named = [node('title', { id: `${id}-title` }), node('desc', { id: `${id}-description` })] as const
  named[0].textContent = title
  named[1].textContent = description
  root.append(...named)
  if (paint) root.append(node('rect', { width, height, fill: paint.colours.paper }))
  root.append(...marks.map((mark) => nodeOf(mark, paint)))
  return root
}

/** A drawing as an svg that is hidden from screen readers, because the text beside it states the same. */
export function plainSvgOf(drawing: Drawing): SVGElement {
  const root = rootOf(drawing, { 'aria-hidden': 'true' })
  root.append(...drawing.marks.map((mark) => nodeOf(mark, undefined)))
  return root
}

function rootOf({ width, height }: Drawing, attributes: Readonly<Record<string, string>>): SVGElement {
  return node('svg', { xmlns: SVG, viewBox: `0 0 ${width} ${height}`, width, height, ...attributes })
}

function node(name: string, attributes: Readonly<Record<string, string | number | undefined>>): SVGElement {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(key, String(value))
  return made as SVGElement
}

function nodeOf(mark: Mark, paint: Paint | undefined): SVGElement {
  if (mark.is === 'shifted') {
    const group = node('g', { transform: `translate(${mark.right} ${mark.down})` })
    group.append(...mark.marks.map((one) => nodeOf(one, paint)))
    return group
  }
  const colour = paint?.colours[mark.ink]
  const common = { class: paint ? undefined : classOf(mark.ink) }
  if (mark.is === 'text') {
    const { x, y, size, anchor, isBold, text } = mark
    const made = node('text', {
      ...common,
      x,
      y,
      dy: '0.35em',
      fill: colour ?? 'currentcolor',
      'font-size': size,
      'font-weight': isBold ? 600 : undefined,
      'text-anchor': anchor,
    })
    made.textContent = text
    return made
  }
  const { d, opacity } = mark
  if (mark.is === 'line')
    return node('path', {
      ...common,
      d,
      opacity,
      fill: 'none',
      stroke: colour ?? 'currentcolor',
      'stroke-width': mark.width,
      'stroke-dasharray': mark.dash,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    })
  const area = node('path', { ...common, d, opacity, fill: colour ?? 'currentcolor' })
  if (mark.hint === undefined && mark.hatch === undefined) return area
  const made = node('g', {})
  if (mark.hint !== undefined) {
    const hint = node('title', {})
    hint.textContent = mark.hint
    made.append(hint)
  }
  made.append(area)
  if (mark.hatch !== undefined) made.append(nodeOf(hatchMark(mark.hatch), paint))
  return made
}

function hatchMark(d: string): Mark {
  return { is: 'line', d, ink: 'paper', width: 1.25 }
}

/** The pixels of a png per px of the drawing. */
const SCALE = 2

/** A drawing as a png. It is not converted from the svg, because the policy of the page only allows images that are files of the site. */
export function pngOf({ width, height, marks }: Drawing, paint: Paint): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.scale(SCALE, SCALE)
  context.fillStyle = paint.colours.paper
  context.fillRect(0, 0, width, height)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.textBaseline = 'alphabetic'
  paintMarks(context, marks, paint)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function paintMarks(context: CanvasRenderingContext2D, marks: readonly Mark[], paint: Paint): void {
  for (const mark of marks) {
    if (mark.is === 'shifted') {
      context.save()
      context.translate(mark.right, mark.down)
      paintMarks(context, mark.marks, paint)
      context.restore()
      continue
    }
    const colour = paint.colours[mark.ink]
    context.globalAlpha = mark.is === 'text' ? 1 : (mark.opacity ?? 1)
    if (mark.is === 'text') {
      context.font = fontOf(paint, mark.size, mark.isBold)
      context.textAlign = mark.anchor === 'middle' ? 'center' : mark.anchor
      context.fillStyle = colour
      context.fillText(mark.text, mark.x, mark.y + 0.35 * mark.size)
    } else if (mark.is === 'line') {
      context.strokeStyle = colour
      context.lineWidth = mark.width
      context.setLineDash(mark.dash?.split(' ').map(Number) ?? [])
      context.stroke(new Path2D(mark.d))
    } else {
      context.fillStyle = colour
      context.fill(new Path2D(mark.d))
      if (mark.hatch !== undefined) paintMarks(context, [hatchMark(mark.hatch)], paint)
    }
  }
}

function fontOf({ font }: Pick<Paint, 'font'>, size: number, isBold = false): string {
  return `${isBold ? 600 : 400} ${size}px ${font}`
}

/** Opens the measuring of texts in a font. Widths are estimates if the browser has no canvas. */
export function measureIn(font: string): MeasureText {
  const context = document.createElement('canvas').getContext('2d')
  return (text, size, isBold) => {
    if (!context) return text.length * size * 0.6
    context.font = fontOf({ font }, size, isBold)
    return context.measureText(text).width
  }
}
