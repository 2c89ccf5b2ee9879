import type { MapDots } from '../explorer/core/dots.ts'
import { ANY_COLUMN, type Filter } from '../explorer/core/view.ts'
import { type App, VIEW_SHOWN } from '../explorer/page/app.ts'
import { degreesOf, dotsOf, nearestOf, pathOf, type Spot, spotOf } from './box.ts'

/** In pixels of the screen: how far from a dot a click counts, half the side of the box around it, and what is no drag. */
const NEAR = 24
const AROUND = 6
const STEADY = 5

/** Dots of one size, with a path of their own for those without a record in the view. */
interface DotPath {
  readonly dots: readonly Spot[]
  readonly shown: Element
  readonly dimmed: Element
}

/** A map whose dots open records, which shows the records of the view, and on which a box is a filter of both columns of coordinates. */
class RecordMap {
  readonly #app: App
  readonly #svg: SVGSVGElement
  readonly #map: MapDots
  readonly #paths: readonly DotPath[]
  readonly #box = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  #from: Spot | undefined
  #isDrag = false
  #shown = '[]'

  constructor(app: App, figure: HTMLElement) {
    const [west = 0, north = 0, scale = 1, squeeze = 1] = (figure.dataset.frame ?? '').split(' ').map(Number)
    this.#app = app
    this.#svg = figure.querySelector('svg') as SVGSVGElement
    this.#paths = [...this.#svg.querySelectorAll('.dots')].map((shown) => {
      const dimmed = shown.cloneNode() as Element
      dimmed.classList.add('out')
      dimmed.setAttribute('d', '')
      shown.before(dimmed)
      return { dots: dotsOf(shown.getAttribute('d') ?? ''), shown, dimmed }
    })
    const { width, height } = this.#svg.viewBox.baseVal
    this.#map = {
      ...{ west, north, scale, squeeze, width, height },
      east: west + width / scale / squeeze,
      longitude: Number(figure.dataset.longitude),
      latitude: Number(figure.dataset.latitude),
      dots: this.#paths.flatMap(({ dots }) => dots).sort((one, other) => one[0] - other[0]),
    }
    this.#box.setAttribute('class', 'box')
    this.#listen()
  }

  #listen(): void {
    this.#svg.addEventListener('pointerdown', (event) => {
      this.#isDrag = false
      this.#from = event.pointerType === 'touch' || event.button !== 0 ? undefined : this.#spotOf(event)
    })
    this.#svg.addEventListener('pointermove', (event) => {
      if (!this.#from || event.buttons !== 1) return
      const to = this.#spotOf(event)
      this.#isDrag ||= Math.hypot(to[0] - this.#from[0], to[1] - this.#from[1]) > STEADY * this.#unit
      if (!this.#isDrag) return
      this.#svg.setPointerCapture(event.pointerId)
      this.#draw([this.#from, to])
    })
    this.#svg.addEventListener('pointerup', (event) => {
      if (this.#from && this.#isDrag) this.#filter([this.#from, this.#spotOf(event)])
      this.#from = undefined
    })
    this.#svg.addEventListener('click', (event) => {
      if (!this.#isDrag) this.#openAt(this.#spotOf(event))
    })
  }

  /** Shows the box that records are filtered by, and dims the dots without a record in the view. */
  async show(): Promise<void> {
    this.#showBox()
    const { filters, part } = this.#app.view
    const key = filters.length === 0 ? '[]' : JSON.stringify([filters, part])
    if (key === this.#shown) return
    this.#shown = key
    const client = filters.length === 0 ? undefined : await this.#app.ready()
    const counts = (await client?.dots(filters, this.#map))?.counts
    if (key !== this.#shown) return
    const isOut = new Set(counts && this.#map.dots.filter((_, at) => counts[at] === 0))
    for (const { dots, shown, dimmed } of this.#paths) {
      shown.setAttribute('d', pathOf(dots.filter((dot) => !isOut.has(dot))))
      dimmed.setAttribute('d', pathOf(dots.filter((dot) => isOut.has(dot))))
    }
  }

  // The units of the drawing in a pixel of the screen.
  get #unit(): number {
    return this.#svg.viewBox.baseVal.width / this.#svg.getBoundingClientRect().width
  }

  #spotOf({ clientX, clientY }: MouseEvent): Spot {
    const { left, top } = this.#svg.getBoundingClientRect()
    return [(clientX - left) * this.#unit, (clientY - top) * this.#unit]
  }

  /** The filters of the view without those of the map. */
  get #others(): Filter[] {
    const { longitude, latitude } = this.#map
    return this.#app.view.filters.filter(
      ({ column }) => column === ANY_COLUMN || (column !== longitude && column !== latitude),
    )
  }

  // Opens the record of the dot, or filters by its place if it stands for several. Dots without a record that passes the other filters do not count.
  async #openAt(spot: Spot): Promise<void> {
    const [reach, half] = [NEAR * this.#unit, AROUND * this.#unit]
    if (nearestOf(this.#map.dots, spot, reach) < 0) return
    const client = await this.#app.ready()
    const found = await client?.dots(this.#others, this.#map)
    const dots = this.#map.dots.filter((_, at) => found?.counts[at] !== 0)
    const dot = dots[nearestOf(dots, spot, reach)]
    if (!dot) return
    const at = this.#map.dots.indexOf(dot)
    if (found?.counts[at] === 1) return this.#app.change({ record: found.numbers[at] })
    const [x, y] = dot
    this.#filter([
      [x - half, y - half],
      [x + half, y + half],
    ])
  }

  // Other filters and the order stay; page, groups and the opened record were those of other records.
  #filter(box: readonly [Spot, Spot]): void {
    const { longitude, latitude } = degreesOf(this.#map, box)
    const range = (column: number, [from, to]: readonly [string, string]) =>
      ({ column, test: { is: 'range', from, to } }) as const
    const filters = [
      ...this.#others,
      range(this.#map.longitude, longitude),
      range(this.#map.latitude, latitude),
    ]
    this.#app.change({ filters, group: undefined, record: undefined, page: 1 })
    document.querySelector('#records')?.scrollIntoView({ block: 'start' })
  }

  #showBox(): void {
    const rangeOf = (wanted: number) => {
      const test = this.#app.view.filters.find(({ column }) => column === wanted)?.test
      const range = test?.is === 'range' ? ([Number(test.from), Number(test.to)] as const) : undefined
      return range?.every(Number.isFinite) ? range : undefined
    }
    const [longitude, latitude] = [rangeOf(this.#map.longitude), rangeOf(this.#map.latitude)]
    if (longitude && latitude) {
      const [left, top] = spotOf(this.#map, longitude[0], latitude[1])
      const [right, bottom] = spotOf(this.#map, longitude[1], latitude[0])
      const turn = right < left ? 360 * this.#map.scale * this.#map.squeeze : 0
      this.#draw([
        [left, top],
        [right + turn, bottom],
      ])
    } else this.#box.remove()
  }

  #draw([a, b]: readonly [Spot, Spot]): void {
    const place = { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]) }
    const size = { width: Math.abs(a[0] - b[0]), height: Math.abs(a[1] - b[1]) }
    for (const [name, value] of Object.entries({ ...place, ...size }))
      this.#box.setAttribute(name, value.toFixed(1))
    this.#svg.append(this.#box)
  }
}

const figure = document.querySelector<HTMLElement>('figure[data-frame]')
let map: RecordMap | undefined
if (figure)
  document.addEventListener(VIEW_SHOWN, (event) => {
    map ??= new RecordMap((event as CustomEvent<App>).detail, figure)
    map.show()
  })
