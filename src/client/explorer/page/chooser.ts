import { type App, columnLabel } from './app.ts'
import { footOf, openDialog } from './dialog.ts'
import { button, element, foreign } from './element.ts'

/** The dialog for choosing visible columns. */
export function openChooser(app: App): void {
  const { words, view } = app
  const boxes = app.columns.map((_, at) =>
    element('input', {
      type: 'checkbox',
      checked: !view.hidden.includes(at),
      name: 'column',
      value: String(at),
    }),
  )
  const rows = boxes.map((box, at) =>
    element('li', {}, element('label', {}, box, ' ', foreign(columnLabel(app, at)))),
  )
  const set = (isShown: boolean) => {
    for (const box of boxes) box.checked = isShown
    boxes[0]?.focus()
  }
  const apply = element('button', { textContent: words.apply, className: 'strong' })
  const form = element(
    'form',
    { method: 'dialog' },
    element('ul', { className: 'choices' }, ...rows),
    footOf(
      apply,
      button(words.all, () => set(true)),
      button(words.noColumn, () => set(false)),
    ),
  )
  const dialog = openDialog(words.columns, 'chooser', words, form)
  form.addEventListener('submit', () => {
    const hidden = boxes.flatMap((box, at) => (box.checked ? [] : at))
    dialog.close()
    // If nothing is chosen, all columns are shown.
    app.change({ hidden: hidden.length === boxes.length ? [] : hidden })
  })
}
