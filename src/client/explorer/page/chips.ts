import { type App, describeView } from './app.ts'
import { button, element } from './element.ts'
import { fillTemplate } from './words.ts'

/** The active filters, each with a button to remove it, and a button to remove all. */
export function chipsOf(app: App): HTMLElement | undefined {
  const { words, view } = app
  if (view.filters.length === 0) return undefined
  const chips = view.filters.map((filter) => {
    const said = describeView(app, filter.column, filter.test)
    const chip = button(`${said} `, () =>
      app.change({ filters: view.filters.filter((other) => other !== filter), page: 1 }),
    )
    chip.append(element('span', { textContent: '×', ariaHidden: 'true' }))
    chip.setAttribute('aria-label', fillTemplate(words.remove, { filter: said }))
    chip.dir = 'auto'
    return element('li', {}, chip)
  })
  const reset = button(words.reset, () => app.change({ filters: [], page: 1 }), 'plain')
  const list = element('ul', { className: 'chips' }, ...chips, element('li', {}, reset))
  list.setAttribute('aria-label', words.active)
  return list
}
