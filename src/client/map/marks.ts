import type { MapRecords } from '../../lib/site/view/map/map.ts'
import type { MarkCounts } from '../explorer/core/places.ts'
import { type Filter, ON_MAP } from '../explorer/core/view.ts'
import { type App, nameOfRecord } from '../explorer/page/app.ts'
import { fillTemplate, showCount } from '../words.ts'
import { cornersOf, degreesOf, type Spot } from './box.ts'
import { DrawnMap } from './drawn-map.ts'

/** Opens the map of a figure. `label`: the element that names marks. The script of marks defines this function as `openMap`. */
export type OpenMap = (app: App, figure: HTMLElement, label: HTMLElement) => RecordMap

/** How far from a dot a click opens it, in px: outside of areas, and within an area. */
const MOST = 24
const NEAR = 8
/** The margin of a box around marks, in units of the drawing. Dots are at whole units. */
const MARGIN = 1

/** An interactive map: its dots and shapes open records, it shows which have records in the view, and a box that is drawn on it is a filter. */
export class RecordMap {
  readonly app: App
  readonly svg: SVGSVGElement
  readonly drawing: DrawnMap
  readonly keys: MapKeys
  readonly #failed: string
  readonly #label: HTMLElement
  readonly #box = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  #shown = '[]'

  constructor(app: App, figure: HTMLElement, label: HTMLElement) {
    this.app = app
    this.svg = figure.querySelector('svg') as SVGSVGElement
    this.drawing = new DrawnMap(this.svg, JSON.parse(figure.dataset.map ?? '') as MapRecords)
    this.#failed = figure.dataset.failed ?? ''
    this.#label = label
    this.#box.setAttribute('class', 'box')
    this.keys = new MapKeys(this, label)
  }

  /** Shows the box that records are filtered by, and dims the marks without a record in the view. */
  async show(): Promise<void> {
    this.showBox()
    const { filters, part } = this.app.view
    const key = filters.length === 0 ? '[]' : JSON.stringify([filters, part])
    if (key === this.#shown) return
    this.#shown = key
    const found = filters.length === 0 ? undefined : await this.#countsOf(filters)
    if (key === this.#shown) this.drawing.dim((mark) => found?.counts[mark] !== 0)
  }

  /** The number of records at each mark that pass all filters except that of the map; undefined if they could not be loaded. */
  counts(): Promise<MarkCounts | undefined> {
    return this.#countsOf(this.#others)
  }

  /** Opens the record of a mark. If it has several, filters by the box around their spots. */
  open(mark: number, { counts, numbers, boxes }: MarkCounts): void {
    if (counts[mark] === 1) this.app.change({ record: numbers[mark] })
    else {
      const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(mark * 4, mark * 4 + 4)
      this.filterAround([
        [left, top],
        [right, bottom],
      ])
    }
  }

  /** Filters by a box around marks, given by its upper left and lower right corner. */
  filterAround([[left, top], [right, bottom]]: readonly [Spot, Spot]): void {
    this.filter([
      [left - MARGIN, top - MARGIN],
      [right + MARGIN, bottom + MARGIN],
    ])
  }

  /** Filters by a box. Other filters and the order stay; the page, groups and the open record are reset. */
  filter(box: readonly [Spot, Spot]): void {
    const filters = [...this.#others, { column: ON_MAP, test: degreesOf(this.drawing.map, box) }]
    this.app.change({ filters, group: undefined, record: undefined, page: 1 })
    const records = document.querySelector<HTMLElement>('#records')
    records?.scrollIntoView({ block: 'start' })
    if (document.activeElement !== this.svg || !records) return
    records.tabIndex = -1
    records.focus({ preventScroll: true })
  }

  /** Opens the mark at a spot. `unit`: the units of the drawing per px. Marks without a record that passes the other filters are ignored. */
  async openAt(spot: Spot, unit: number): Promise<void> {
    const reach = { near: NEAR * unit, most: MOST * unit }
    if (this.drawing.markAt(spot, reach, () => true) === undefined) return
    const found = await this.counts()
    const mark = this.drawing.markAt(spot, reach, (mark) => found?.counts[mark] !== 0)
    if (found && mark !== undefined) this.open(mark, found)
  }

  /** Draws a box. */
  draw([a, b]: readonly [Spot, Spot]): void {
    const place = { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]) }
    const size = { width: Math.abs(a[0] - b[0]), height: Math.abs(a[1] - b[1]) }
    for (const [name, value] of Object.entries({ ...place, ...size }))
      this.#box.setAttribute(name, value.toFixed(1))
    this.svg.append(this.#box)
  }

  /** Draws the box that records are filtered by, if there is one. */
  showBox(): void {
    const test = this.app.view.filters.find(({ column }) => column === ON_MAP)?.test
    if (test?.is === 'box') this.draw(cornersOf(this.drawing.map, test))
    else this.#box.remove()
  }

  /** The filters of the view without that of the map. */
  get #others(): Filter[] {
    return this.app.view.filters.filter(({ column }) => column !== ON_MAP)
  }

  async #countsOf(filters: readonly Filter[]): Promise<MarkCounts | undefined> {
    const client = await this.app.ready()
    const found = await client?.marks(filters)
    // Without counts, the scripts of the map could not be loaded with the records.
    if (client && !found) this.#label.textContent = this.#failed
    return found
  }
}

// Loaded when the map is used.
const scope = globalThis as unknown as { openMap?: OpenMap }
scope.openMap = (...given) => new RecordMap(...given)

/** The direction of each arrow, to the right and down. */
const ARROWS: Readonly<Record<string, Spot>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** For each other key, the next position in the order of marks from west to east. */
const ORDERED: Readonly<Record<string, (at: number, last: number) => number>> = {
  Home: () => 0,
  End: (_, last) => last,
  PageUp: (at) => at - 1,
  PageDown: (at) => at + 1,
}
const RING = 12
const LONGEST = 80

/** The operations of a map that the mouse and the keyboard share. */
interface Operated {
  readonly app: App
  readonly svg: SVGSVGElement
  readonly drawing: DrawnMap
  counts(): Promise<MarkCounts | undefined>
  open(mark: number, counts: MarkCounts): void
  filterAround(marks: readonly [Spot, Spot]): void
  draw(box: readonly [Spot, Spot]): void
  showBox(): void
}

/** Moves between the marks of a map by keyboard: the map is one tab stop, and a label names the current mark. */
class MapKeys {
  readonly #map: Operated
  readonly #ring = document.createElementNS('http://www.w3.org/2000/svg', 'circle')
  readonly #label: HTMLElement
  #at: number | undefined
  /** The mark at which a box begins. */
  #from: number | undefined

  constructor(map: Operated, label: HTMLElement) {
    this.#map = map
    this.#label = label
    this.#ring.setAttribute('class', 'ring')
    this.#ring.setAttribute('r', String(RING))
  }

  /** Handles a key: an arrow, Home, End, Page Up, Page Down, or Enter. `isBox`: the mark becomes the second corner of a box. */
  press(key: string, isBox: boolean): void {
    if (Object.hasOwn(ARROWS, key)) this.#go((marks) => this.#nextTo(ARROWS[key] as Spot, marks), isBox)
    else if (Object.hasOwn(ORDERED, key)) this.#go((marks) => this.#nextBy(key, marks), isBox)
    else this.#open()
  }

  async #go(next: (marks: readonly number[]) => number | undefined, isBox: boolean): Promise<void> {
    const found = await this.#map.counts()
    if (!found) return
    const marks = [...found.counts.keys()].filter((mark) => found.counts[mark] !== 0)
    this.#from = isBox ? (this.#from ?? this.#at) : undefined
    this.#at = next(marks) ?? this.#at
    await this.#show(found)
  }

  // The nearest mark within 45° of the direction of an arrow, so that every mark is reached by one of the four.
  #nextTo([right, down]: Spot, marks: readonly number[]): number | undefined {
    const { spots } = this.#map.drawing
    if (this.#at === undefined) return this.#nextBy('Home', marks)
    const [x, y] = spots[this.#at] as Spot
    const near = marks.flatMap((mark) => {
      const [dx, dy] = [(spots[mark] as Spot)[0] - x, (spots[mark] as Spot)[1] - y]
      const [ahead, aside] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)]
      return ahead > 0 && aside <= ahead ? [{ mark, distance: Math.hypot(dx, dy) }] : []
    })
    return near.sort((one, other) => one.distance - other.distance)[0]?.mark
  }

  #nextBy(key: string, marks: readonly number[]): number | undefined {
    const { spots } = this.#map.drawing
    const ordered = [...marks].sort((one, other) => (spots[one] as Spot)[0] - (spots[other] as Spot)[0])
    const at = this.#at === undefined ? -1 : ordered.indexOf(this.#at)
    return ordered[ORDERED[key]?.(at, ordered.length - 1) ?? -1]
  }

  async #show(found: MarkCounts): Promise<void> {
    const mark = this.#at
    if (mark === undefined) return
    const { drawing, svg } = this.#map
    const [x, y] = drawing.spots[mark] as Spot
    this.#ring.setAttribute('cx', String(x))
    this.#ring.setAttribute('cy', String(y))
    svg.append(this.#ring)
    if (this.#from === undefined) this.#map.showBox()
    else this.#map.draw([drawing.spots[this.#from] as Spot, [x, y]])
    const name = await this.#nameOf(mark, found)
    if (mark === this.#at) this.#label.textContent = name
  }

  async #nameOf(mark: number, { counts, numbers }: MarkCounts): Promise<string> {
    const { app } = this.#map
    const { words, view } = app
    const number = numbers[mark] as number
    const opened = await (await app.ready())?.open(view, number)
    const name =
      nameOfRecord(app, opened?.row.cells ?? [], LONGEST) ||
      fillTemplate(words.record, { number: showCount(number) })
    const more = (counts[mark] as number) - 1
    return more > 0 ? fillTemplate(words.markOfSeveral, { name, count: showCount(more) }) : name
  }

  async #open(): Promise<void> {
    const found = await this.#map.counts()
    const mark = this.#at
    if (!found || mark === undefined) return
    const { spots } = this.#map.drawing
    if (this.#from === undefined) return this.#map.open(mark, found)
    const [a, b] = [spots[this.#from] as Spot, spots[mark] as Spot]
    this.#from = undefined
    this.#map.filterAround([
      [Math.min(a[0], b[0]), Math.min(a[1], b[1])],
      [Math.max(a[0], b[0]), Math.max(a[1], b[1])],
    ])
  }
}
