import type { MapRecords } from '../../lib/site/view/map/map.ts'
import type { PageMap } from '../explorer/core/places.ts'
import { dotsOf, nearestOf, type Outline, outlinesOf, pathOf, type Spot } from './box.ts'

/** The lines and areas of one record. */
interface RecordShape {
  readonly record: number
  readonly outlines: readonly Outline[]
  readonly isArea: boolean
  readonly path: Path2D
}

/** An element of the drawing, and a copy of it for the marks without a record in the view. */
interface Layer {
  readonly shown: Element
  readonly dimmed: Element
  /** The path of some of its marks. */
  readonly pathOf: (isWanted: (mark: number) => boolean) => string
}

/** The dots and shapes of the map of a page. Marks are numbered from 0: first the dots, from left to right, then the shapes. */
export class DrawnMap {
  readonly map: PageMap
  /** The spots of all marks. */
  readonly spots: readonly Spot[]
  readonly #shapes: readonly RecordShape[]
  readonly #layers: readonly Layer[]
  readonly #pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D

  constructor(svg: SVGSVGElement, { frame, areas, lines, ...records }: MapRecords) {
    const [west, north, scale, squeeze] = frame
    const { width, height } = svg.viewBox.baseVal
    const paths = [
      { path: svg.querySelector('.areas'), of: sumsOf(areas) },
      { path: svg.querySelector('.lines'), of: sumsOf(lines) },
    ].map(({ path, of }) => ({ path, of, outlines: outlinesOf(path?.getAttribute('d') ?? '') }))
    const dotPaths = [...svg.querySelectorAll('.dots')].map((path) => ({
      path,
      dots: dotsOf(path.getAttribute('d') ?? ''),
    }))
    const dots = dotPaths.flatMap((one) => one.dots).sort((one, other) => one[0] - other[0])
    this.#shapes = shapesOf(paths)
    const shapes = this.#shapes.map(({ record, outlines }) => ({ record, middle: middleOf(outlines) }))
    this.map = {
      ...{ ...records, west, north, scale, squeeze, width, height, dots, shapes },
      east: west + width / scale / squeeze,
    }
    this.spots = [...dots, ...shapes.map(({ middle }) => middle)]
    const markOfDot = new Map(dots.map((dot, mark) => [dot, mark]))
    const markOfRecord = new Map(shapes.map(({ record }, at) => [record, dots.length + at]))
    this.#layers = [
      ...paths.flatMap(({ path, of, outlines }) =>
        layerOf(path, (isWanted) =>
          outlines
            .filter((_, at) => isWanted(markOfRecord.get(of[at] as number) as number))
            .map((outline) => outline.path)
            .join(''),
        ),
      ),
      ...dotPaths.flatMap((one) =>
        layerOf(one.path, (isWanted) =>
          pathOf(one.dots.filter((dot) => isWanted(markOfDot.get(dot) as number))),
        ),
      ),
    ]
  }

  /** Dims all marks except the wanted ones. */
  dim(isWanted: (mark: number) => boolean): void {
    for (const layer of this.#layers) {
      layer.shown.setAttribute('d', layer.pathOf(isWanted))
      layer.dimmed.setAttribute(
        'd',
        layer.pathOf((mark) => !isWanted(mark)),
      )
    }
  }

  /**
   * The wanted mark at a spot: a dot at most `near` units away, or else the smallest area around the spot, or else a line or a dot within `most`
   * units. Undefined if there is none.
   */
  markAt(
    spot: Spot,
    { near, most }: { readonly near: number; readonly most: number },
    isWanted: (mark: number) => boolean,
  ): number | undefined {
    const marks = this.map.dots.flatMap((_, mark) => (isWanted(mark) ? [mark] : []))
    const dots = marks.map((mark) => this.spots[mark] as Spot)
    this.#pen.lineWidth = most
    return (
      marks[nearestOf(dots, spot, near)] ??
      this.#smallest(
        ({ path, isArea }) => isArea && this.#pen.isPointInPath(path, ...spot, 'evenodd'),
        isWanted,
      ) ??
      this.#smallest(({ path }) => this.#pen.isPointInStroke(path, ...spot), isWanted) ??
      marks[nearestOf(dots, spot, most)]
    )
  }

  #smallest(isAt: (shape: RecordShape) => boolean, isWanted: (mark: number) => boolean): number | undefined {
    const found = this.#shapes.flatMap((shape, at) => {
      const mark = this.map.dots.length + at
      return isWanted(mark) && isAt(shape) ? [{ mark, size: sizeOf(shape) }] : []
    })
    return found.sort((one, other) => one.size - other.size)[0]?.mark
  }
}

function sumsOf(steps: readonly number[]): number[] {
  let sum = 0
  return steps.map((step) => {
    sum += step
    return sum
  })
}

function shapesOf(
  paths: readonly {
    readonly path: Element | null
    readonly of: readonly number[]
    readonly outlines: readonly Outline[]
  }[],
): RecordShape[] {
  const byRecord = new Map<number, { outlines: Outline[]; isArea: boolean }>()
  for (const { path, of, outlines } of paths)
    for (const [at, outline] of outlines.entries()) {
      const record = of[at] as number
      const known = byRecord.get(record)
      if (known) known.outlines.push(outline)
      else byRecord.set(record, { outlines: [outline], isArea: path?.matches('.areas') === true })
    }
  return [...byRecord].map(([record, { outlines, isArea }]) => ({
    ...{ record, outlines, isArea },
    path: new Path2D(outlines.map((outline) => outline.path).join('')),
  }))
}

function sizeOf({ outlines }: RecordShape): number {
  return Math.max(...outlines.map(({ box: [a, b] }) => (b[0] - a[0]) * (b[1] - a[1])))
}

// The middle of the largest outline.
function middleOf(outlines: readonly Outline[]): Spot {
  const sizes = outlines.map(({ box: [a, b] }) => b[0] - a[0] + b[1] - a[1])
  const [a, b] = outlines[sizes.indexOf(Math.max(...sizes))]?.box ?? [
    [0, 0],
    [0, 0],
  ]
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}

function layerOf(shown: Element | null, pathOf: Layer['pathOf']): Layer[] {
  if (!shown) return []
  const dimmed = shown.cloneNode() as Element
  dimmed.classList.add('out')
  dimmed.setAttribute('d', '')
  shown.before(dimmed)
  return [{ shown, dimmed, pathOf }]
}
