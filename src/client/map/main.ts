import { ANY_COLUMN, readAddress, type ViewState, WHOLE, writeAddress } from '../explorer/core/view.ts'
import { boxOf, degreesOf, dotsOf, nearestOf, type Projection, type Spot } from './box.ts'

/** In pixels of the screen: how far from a dot a click counts, half the side of the box around it, and what is no drag. */
const NEAR = 24
const AROUND = 6
const STEADY = 5

/** A box on the map is a filter of both columns of coordinates, in the address that the explorer follows. */
class MapFilter {
  readonly #svg: SVGSVGElement
  readonly #projection: Projection
  readonly #names: readonly string[]
  readonly #folded: readonly number[]
  readonly #longitude: number
  readonly #latitude: number
  readonly #dots: readonly Spot[]
  readonly #box = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  #from: Spot | undefined
  #isDrag = false

  constructor(figure: HTMLElement, records: HTMLElement) {
    const [west = 0, north = 0, scale = 1, squeeze = 1] = (figure.dataset.frame ?? '').split(' ').map(Number)
    // This script runs before the explorer, which replaces the heads.
    const heads = [...records.querySelectorAll<HTMLElement>('thead th[data-kind]')].map(
      ({ dataset, textContent, classList }, place) => ({
        at: Number(dataset.at ?? place),
        name: dataset.name ?? textContent ?? '',
        isFolded: classList.contains('f'),
      }),
    )
    const names: string[] = []
    for (const { at, name } of heads) names[at] = name
    this.#svg = figure.querySelector('svg') as SVGSVGElement
    this.#projection = { west, north, scale, squeeze }
    this.#names = names
    this.#folded = heads
      .flatMap(({ at, isFolded }) => (isFolded ? [at] : []))
      .sort((one, other) => one - other)
    this.#longitude = Number(figure.dataset.longitude)
    this.#latitude = Number(figure.dataset.latitude)
    this.#dots = [...this.#svg.querySelectorAll('.dots')].flatMap((path) =>
      dotsOf(path.getAttribute('d') ?? ''),
    )
    this.#box.setAttribute('class', 'box')
  }

  start(): void {
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
      if (this.#isDrag) return
      const dot = nearestOf(this.#dots, this.#spotOf(event), NEAR * this.#unit)
      if (!dot) return
      const [[x, y], half] = [dot, AROUND * this.#unit]
      this.#filter([
        [x - half, y - half],
        [x + half, y + half],
      ])
    })
    for (const change of ['popstate', 'viewchange']) addEventListener(change, () => this.#show())
    this.#show()
  }

  // The units of the drawing in a pixel of the screen.
  get #unit(): number {
    return this.#svg.viewBox.baseVal.width / this.#svg.getBoundingClientRect().width
  }

  #spotOf({ clientX, clientY }: MouseEvent): Spot {
    const { left, top } = this.#svg.getBoundingClientRect()
    return [(clientX - left) * this.#unit, (clientY - top) * this.#unit]
  }

  get #view(): ViewState {
    return readAddress(location.hash, this.#names, this.#folded) ?? { ...WHOLE, hidden: this.#folded }
  }

  // Other filters and the order stay; page, groups and the opened record were those of other records.
  #filter(box: readonly [Spot, Spot]): void {
    const { longitude, latitude } = degreesOf(this.#projection, box)
    const { group: _, record: __, ...view } = this.#view
    const others = view.filters.filter(
      ({ column }) => column === ANY_COLUMN || (column !== this.#longitude && column !== this.#latitude),
    )
    const range = (column: number, [from, to]: readonly [string, string]) =>
      ({ column, test: { is: 'range', from, to } }) as const
    const filters = [...others, range(this.#longitude, longitude), range(this.#latitude, latitude)]
    location.hash = writeAddress({ ...view, filters, page: 1 }, this.#names, this.#folded)
    this.#show()
    document.querySelector('#records')?.scrollIntoView({ block: 'start' })
  }

  #show(): void {
    const rangeOf = (wanted: number) => {
      const test = this.#view.filters.find(({ column }) => column === wanted)?.test
      const range = test?.is === 'range' ? ([Number(test.from), Number(test.to)] as const) : undefined
      return range?.every(Number.isFinite) ? range : undefined
    }
    const [longitude, latitude] = [rangeOf(this.#longitude), rangeOf(this.#latitude)]
    if (longitude && latitude) this.#draw(boxOf(this.#projection, longitude, latitude))
    else this.#box.remove()
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
const records = document.querySelector<HTMLElement>('[data-explorer]')
if (figure && records) new MapFilter(figure, records).start()
