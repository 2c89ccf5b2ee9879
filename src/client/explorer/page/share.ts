import { button, element } from '../../element.ts'
import type { ViewState } from '../core/view.ts'
import { type App, type ExplorerWords, isTitle } from './app.ts'
import { copy } from './element.ts'

/** The full address of a view, with letters not percent-encoded: `…/get_dataset/парки/#Округ=СВАО`. */
export function linkTo(app: App, view: ViewState): string {
  const address = app.addressOf(view)
  const at = address.indexOf('#')
  const fragment = at < 0 ? '' : address.slice(at)
  return `${location.href.replace(/#.*$/, '').replace(/(?:%[89a-f][0-9a-f])+/gi, readable)}${fragment}`
}

function readable(encoded: string): string {
  try {
    const text = decodeURIComponent(encoded)
    return /^[\p{L}\p{M}\p{N}]+$/u.test(text) ? text : encoded
  } catch {
    return encoded
  }
}

/** A button that copies a link, with a confirmation beside it. */
export function linkButton(words: ExplorerWords, text: string, link: () => string): HTMLElement {
  const said = element('span', { className: 'said', role: 'status' })
  const act = async () => {
    said.textContent = ''
    await copy(link())
    said.textContent = words.linkCopied
  }
  return element('span', { className: 'with-said' }, button(text, act, { key: 'link' }), said)
}

/** The view with only one column and those that name the records. */
export function viewOfColumn({ view, columns, order }: App, column: number): ViewState {
  const hidden = order.filter((at) => at !== column && !isTitle({ columns }, at)).sort((a, b) => a - b)
  return { ...view, hidden, group: undefined, chart: undefined, record: undefined, page: 1 }
}
