import { addScript, element } from '../element.ts'
import type { App } from '../explorer/page/app.ts'
import type { Spot } from './box.ts'
import type { OpenMap, RecordMap } from './marks.ts'

/** Movements of the pointer up to this many px are not a drag. */
const STEADY = 5
const KEYS = new Set([
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  ...['Home', 'End', 'PageUp', 'PageDown', 'Enter'],
])

/**
 * Receives the input on the map of a page. The script that handles it is loaded when the pointer enters the map or the map gets the focus, or
 * with the records. Input before that is handled when the script is loaded, in its order.
 */
class MapInput {
  readonly #app: App
  readonly #figure: HTMLElement
  readonly #svg: SVGSVGElement
  readonly #script: string
  readonly #label = element('p', { className: 'note at', role: 'status', dir: 'auto' })
  #map: Promise<RecordMap | undefined> | undefined
  #from: Spot | undefined
  #isDrag = false

  /** `script`: the address of the script of marks. */
  constructor(app: App, figure: HTMLElement, script: string) {
    this.#app = app
    this.#figure = figure
    this.#svg = figure.querySelector('svg') as SVGSVGElement
    this.#script = script
  }

  start(): void {
    this.#app.takeMap(() => this.#ready().then((map) => map?.drawing.map))
    this.#svg.setAttribute('role', 'application')
    this.#svg.setAttribute('tabindex', '0')
    this.#svg.setAttribute('aria-describedby', 'map-keys')
    this.#svg.after(this.#label)
    for (const arrival of ['pointerenter', 'focus'])
      this.#svg.addEventListener(arrival, () => this.#ready(), { once: true })
    this.#listenToPointer()
    this.#svg.addEventListener('keydown', (event) => {
      const { key, shiftKey } = event
      if (event.ctrlKey || event.altKey || event.metaKey || !KEYS.has(key)) return
      event.preventDefault()
      this.#answer((map) => map.keys.press(key, shiftKey))
    })
  }

  /** Shows the view of the explorer. If the script is not loaded, the map stays as the page shows it. */
  show(): void {
    this.#map?.then((map) => map?.show())
  }

  #listenToPointer(): void {
    const svg = this.#svg
    svg.addEventListener('pointerdown', (event) => {
      this.#isDrag = false
      this.#from = event.pointerType === 'touch' || event.button !== 0 ? undefined : this.#spotOf(event)
    })
    svg.addEventListener('pointermove', (event) => {
      const from = this.#from
      if (!from || event.buttons !== 1) return
      const to = this.#spotOf(event)
      this.#isDrag ||= Math.hypot(to[0] - from[0], to[1] - from[1]) > STEADY * this.#unit
      if (!this.#isDrag) return
      svg.setPointerCapture(event.pointerId)
      this.#answer((map) => map.draw([from, to]))
    })
    svg.addEventListener('pointerup', (event) => {
      const from = this.#from
      const to = this.#spotOf(event)
      if (from && this.#isDrag) this.#answer((map) => map.filter([from, to]))
      this.#from = undefined
    })
    svg.addEventListener('click', (event) => {
      const spot = this.#spotOf(event)
      if (!this.#isDrag) this.#answer((map) => map.openAt(spot, this.#unit))
    })
  }

  async #answer(act: (map: RecordMap) => void): Promise<void> {
    const map = await this.#ready()
    if (map) act(map)
    else this.#label.textContent = this.#figure.dataset.failed ?? ''
  }

  #ready(): Promise<RecordMap | undefined> {
    this.#map ??= this.#load()
    return this.#map
  }

  async #load(): Promise<RecordMap | undefined> {
    try {
      await addScript(this.#script)
      const { openMap } = globalThis as unknown as { openMap: OpenMap }
      const map = openMap(this.#app, this.#figure, this.#label)
      this.#label.textContent = ''
      map.show()
      return map
    } catch {
      this.#map = undefined
      return undefined
    }
  }

  // The units of the drawing per px.
  get #unit(): number {
    return this.#svg.viewBox.baseVal.width / this.#svg.getBoundingClientRect().width
  }

  #spotOf({ clientX, clientY }: MouseEvent): Spot {
    const { left, top } = this.#svg.getBoundingClientRect()
    return [(clientX - left) * this.#unit, (clientY - top) * this.#unit]
  }
}

const figure = document.querySelector<HTMLElement>('figure[data-map]')
const { src } = document.currentScript as HTMLScriptElement
let input: MapInput | undefined
if (figure)
  document.addEventListener('explorer-shown', ({ detail: app }) => {
    if (input) return input.show()
    input = new MapInput(app, figure, new URL('map-marks.js', src).href)
    input.start()
  })
