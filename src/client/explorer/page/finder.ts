import { findBy, searchedWords } from '../core/address.ts'
import { ANY_COLUMN } from '../core/view.ts'
import type { App } from './app.ts'
import { element } from './element.ts'

const PAUSE = 300

/** The search box for all columns. `isLive`: whether to search while typing; it never starts loading. */
export class Finder {
  readonly box: HTMLElement
  readonly #input: HTMLInputElement
  readonly #app: App
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(app: App, isLive: () => boolean) {
    this.#app = app
    this.#input = element('input', { type: 'search', placeholder: app.words.find, autocomplete: 'off' })
    this.#input.setAttribute('aria-label', app.words.find)
    this.#input.enterKeyHint = 'search'
    this.#input.dir = 'auto'
    this.box = element('div', { className: 'find-record' }, this.#input)
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#waiting)
      if (isLive()) this.#waiting = setTimeout(() => this.#look(), PAUSE)
    })
    this.#input.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) this.#look()
    })
  }

  /** Shows the words of the view, unless the reader is typing. */
  sync(): void {
    if (document.activeElement !== this.#input) this.#input.value = searchedWords(this.#app.view)
  }

  #look(): void {
    clearTimeout(this.#waiting)
    const { view } = this.#app
    const text = this.#input.value
    if (text.trim() === searchedWords(view).trim()) return
    const others = view.filters.filter(({ column }) => column !== ANY_COLUMN)
    this.#app.change({ filters: [...findBy(text), ...others], page: 1, record: undefined })
  }
}
