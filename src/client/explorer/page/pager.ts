import { SIZES, WHOLE } from '../core/view.ts'
import type { App } from './app.ts'
import { button, element } from './element.ts'
import { fillTemplate, showCount } from './words.ts'

/** The page navigation of a view; undefined for a single page. */
export function pagerElement(app: App): HTMLElement | undefined {
  const { words, view, count = 0 } = app
  if (count <= view.size && view.size === WHOLE.size) return undefined
  const last = Math.max(1, Math.ceil(count / view.size))
  const page = Math.min(view.page, last)
  const to = (key: string, text: string, target: number) => {
    const made = button(text, () => app.change({ page: target }))
    made.dataset.key = key
    // Not `disabled`, so the button keeps the focus at the last page.
    if (target < 1 || target > last || target === page) made.setAttribute('aria-disabled', 'true')
    return made
  }
  const sizes = element(
    'select',
    {},
    ...SIZES.map((size) =>
      element('option', { textContent: showCount(size), value: String(size), selected: size === view.size }),
    ),
  )
  sizes.dataset.key = 'size'
  sizes.addEventListener('change', () => {
    const size = Number(sizes.value)
    app.change({ size, page: Math.floor(((page - 1) * view.size) / size) + 1 })
  })
  const said = fillTemplate(words.page, { page: showCount(page), pages: showCount(last) })
  const pager = element(
    'nav',
    { className: 'leaf' },
    to('first', words.first, 1),
    to('previous', words.previous, page - 1),
    element('span', { textContent: said }),
    to('next', words.next, page + 1),
    to('last', words.last, last),
    element('label', { className: 'size' }, `${words.size} `, sizes),
  )
  pager.setAttribute('aria-label', words.pages)
  return pager
}
