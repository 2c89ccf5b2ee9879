import { button, element } from './element.ts'
import type { ExplorerWords } from './words.ts'

/** A dialog over the page, closed by Escape, its cross or a click beside it, and gone when it is closed. */
export function openDialog(
  title: string,
  className: string,
  words: ExplorerWords,
  ...contents: readonly Node[]
): HTMLDialogElement {
  const heading = element('h3', { textContent: title, dir: 'auto', id: 'explorer-dialog' })
  const cross = button('×', () => dialog.close(), 'cross')
  cross.setAttribute('aria-label', words.close)
  const dialog = element(
    'dialog',
    { className: `sheet ${className}` },
    element('div', { className: 'sheet-head' }, heading, cross),
    ...contents,
  )
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

/** A line of buttons at the foot of a dialog. */
export function footOf(...buttons: readonly HTMLElement[]): HTMLElement {
  return element('div', { className: 'sheet-foot' }, ...buttons)
}
