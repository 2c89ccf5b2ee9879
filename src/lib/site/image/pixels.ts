import { crc32 } from 'node:zlib'
import { zlibSync } from 'fflate'

/** A drawing without words: layers of paths, each over those before it. */
export interface FlatDrawing {
  readonly width: number
  readonly height: number
  readonly layers: readonly Layer[]
}

/**
 * A path of straight lines as in SVG (`M`, `m`, `l`, `h`, `V`, `H`, `v`, `z`), filled by the rule *evenodd* or drawn with round ends; a stroke
 * without length is a dot.
 */
export interface Layer {
  readonly path: string
  readonly colour: string
  /** The width of the stroke; absent for a filled path. */
  readonly stroke?: number
}

/** Steps from a background to a colour at the edge of a stroke. */
const STEPS = 4

/** Where and how large a drawing is in a picture. */
interface Placing {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/**
 * Paints a drawing into the middle of a picture of this size, as large as it fits. Edges of strokes are mixed with the filled colour below
 * them.
 */
export function paint(
  drawing: FlatDrawing,
  { width, height, margin, paper }: { width: number; height: number; margin: number; paper: string },
) {
  const scale = Math.min((width - 2 * margin) / drawing.width, (height - 2 * margin) / drawing.height)
  const placing = { scale, x: (width - drawing.width * scale) / 2, y: (height - drawing.height * scale) / 2 }
  const fills = [
    paper,
    ...drawing.layers.filter(({ stroke }) => stroke === undefined).map(({ colour }) => colour),
  ]
  const grounds = [...new Set(fills)]
  const inks = [
    ...new Set(drawing.layers.filter(({ stroke }) => stroke !== undefined).map(({ colour }) => colour)),
  ]
  const canvas: Canvas = { width, height, grounds: grounds.length, indices: new Uint8Array(width * height) }
  for (const { path, colour, stroke } of drawing.layers) {
    const lines = placed(linesOf(path), placing)
    if (stroke === undefined) fill(canvas, lines, grounds.indexOf(colour))
    else for (const line of lines) strokeLine(canvas, line, (stroke * scale) / 2, inks.indexOf(colour))
  }
  const mixed = inks.flatMap((ink) =>
    grounds.flatMap((ground) =>
      Array.from({ length: STEPS }, (_, step) => mix(ground, ink, (step + 1) / STEPS)),
    ),
  )
  /** The indices of its colours, row by row. */
  const { indices } = canvas
  return { width, height, colours: [...grounds, ...mixed], indices }
}

interface Canvas {
  readonly width: number
  readonly height: number
  /** Indices below this are filled colours. */
  readonly grounds: number
  readonly indices: Uint8Array
}

/** x and y in turn. */
type Line = number[]

const TOKEN = /([MmLlHhVvz])|(-?\d+(?:\.\d+)?)/g

/** The lines of a path. */
function linesOf(path: string): Line[] {
  const lines: Line[] = []
  let line: Line = []
  let [x, y, command] = [0, 0, 'M']
  let pending: number | undefined
  const to = (nextX: number, nextY: number) => {
    ;[x, y] = [nextX, nextY]
    if (command === 'M' || command === 'm') {
      line = [x, y]
      lines.push(line)
      command = command === 'M' ? 'L' : 'l'
    } else line.push(x, y)
  }
  for (const [, letter, digits] of path.matchAll(TOKEN)) {
    if (letter === 'z') {
      line.push(line[0] ?? 0, line[1] ?? 0)
      ;[x, y] = line as [number, number]
    } else if (letter !== undefined) command = letter
    else {
      const value = Number(digits)
      if (command === 'h' || command === 'H') to(command === 'h' ? x + value : value, y)
      else if (command === 'v' || command === 'V') to(x, command === 'v' ? y + value : value)
      else if (pending === undefined) pending = value
      else {
        const isRelative = command === 'l' || command === 'm'
        to(isRelative ? x + pending : pending, isRelative ? y + value : value)
        pending = undefined
      }
    }
  }
  return lines
}

function placed(lines: readonly Line[], { scale, x, y }: Placing): Line[] {
  return lines.map((line) => line.map((value, at) => value * scale + (at % 2 === 0 ? x : y)))
}

function fill({ width, height, indices }: Canvas, lines: readonly Line[], ground: number): void {
  const crossings: number[][] = Array.from({ length: height }, () => [])
  for (const line of lines) addCrossings(crossings, line)
  for (const [row, xs] of crossings.entries()) {
    xs.sort((a, b) => a - b)
    for (let at = 0; at + 1 < xs.length; at += 2) {
      const from = Math.max(0, Math.round(xs[at] as number))
      const to = Math.min(width, Math.round(xs[at + 1] as number))
      if (to > from) indices.fill(ground, row * width + from, row * width + to)
    }
  }
}

// Where the edges of an outline cross the middles of rows.
function addCrossings(crossings: number[][], line: Line): void {
  const count = line.length / 2
  for (let at = 0; at < count; at++) {
    const next = (at + 1) % count
    const [x0, y0, x1, y1] = [line[2 * at], line[2 * at + 1], line[2 * next], line[2 * next + 1]] as [
      number,
      number,
      number,
      number,
    ]
    if (y0 === y1) continue
    const first = Math.max(0, Math.ceil(Math.min(y0, y1) - 0.5))
    const last = Math.min(crossings.length - 1, Math.ceil(Math.max(y0, y1) - 0.5) - 1)
    for (let row = first; row <= last; row++)
      crossings[row]?.push(x0 + ((row + 0.5 - y0) / (y1 - y0)) * (x1 - x0))
  }
}

function strokeLine(canvas: Canvas, line: Line, radius: number, ink: number): void {
  if (line.length === 2) strokePart(canvas, [...line, ...line] as Segment, radius, ink)
  for (let at = 0; at + 3 < line.length; at += 2)
    strokePart(canvas, line.slice(at, at + 4) as Segment, radius, ink)
}

type Segment = [x0: number, y0: number, x1: number, y1: number]

// A pixel is covered by as much as its middle is inside of the stroke.
function strokePart(canvas: Canvas, [x0, y0, x1, y1]: Segment, radius: number, ink: number): void {
  const { width, height, indices, grounds } = canvas
  const [dx, dy] = [x1 - x0, y1 - y0]
  const length = dx * dx + dy * dy
  const reach = radius + 0.5
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(y0, y1) - reach)),
    Math.min(height - 1, Math.ceil(Math.max(y0, y1) + reach)),
  ]
  for (let row = top; row <= bottom; row++) {
    const [left, right] = spanOf([x0, y0, x1, y1], row, reach)
    for (let column = Math.max(0, left); column <= Math.min(width - 1, right); column++) {
      const [px, py] = [column + 0.5 - x0, row + 0.5 - y0]
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length))
      const step = Math.round(Math.min(1, reach - Math.hypot(px - along * dx, py - along * dy)) * STEPS)
      if (step <= 0) continue
      const at = row * width + column
      const before = indices[at] as number
      const ground = before < grounds ? before : Math.floor((before - grounds) / STEPS) % grounds
      const own = grounds + (ink * grounds + ground) * STEPS
      const isOwn = before >= own && before < own + STEPS
      indices[at] = isOwn ? Math.max(before, own + step - 1) : own + step - 1
    }
  }
}

// The columns of a row that a segment may reach: those around its part within the row.
function spanOf([x0, y0, x1, y1]: Segment, row: number, reach: number): [left: number, right: number] {
  const [from, to] = [row + 0.5 - reach, row + 0.5 + reach]
  const xAt = (y: number) =>
    x0 + ((Math.min(Math.max(y, Math.min(y0, y1)), Math.max(y0, y1)) - y0) / (y1 - y0)) * (x1 - x0)
  const [a, b] = y0 === y1 ? [x0, x1] : [xAt(from), xAt(to)]
  return [Math.floor(Math.min(a, b) - reach), Math.ceil(Math.max(a, b) + reach)]
}

/** A colour between two others, both as `#0b5d4c`; `share`: how much of the second. */
export function mix(ground: string, ink: string, share: number): string {
  const [from, to] = [partsOf(ground), partsOf(ink)]
  return colourOf(from.map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share)))
}

/** `#0b5d4c` of its red, green and blue. */
export function colourOf(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Red, green and blue of `#0b5d4c`. */
export function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const LEVEL = 5

/**
 * Pixels as a PNG with a palette (PNG, third edition, 11.2). It is compressed in JavaScript, so the same pixels give the same bytes on any
 * machine.
 */
export function renderPng({ width, height, colours, indices }: ReturnType<typeof paint>): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each pixel, which are an index of the palette; no interlacing.
  header.set([8, 3, 0, 0, 0], 8)
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row++)
    rows.set(indices.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(colours.flatMap(partsOf))),
    chunk('IDAT', zlibSync(rows, { level: LEVEL })),
    chunk('IEND', new Uint8Array()),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
