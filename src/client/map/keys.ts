import type { MarkCounts } from '../explorer/core/places.ts'
import { type App, nameOfRecord } from '../explorer/page/app.ts'
import { fillTemplate, showCount } from '../words.ts'
import type { Spot } from './box.ts'
import type { DrawnMap } from './drawn-map.ts'

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
export class MapKeys {
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
