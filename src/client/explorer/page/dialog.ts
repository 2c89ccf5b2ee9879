import { button, element } from './element.ts'
import type { ExplorerWords } from './words.ts'

/** A modal dialog, closed by Escape, its close button or a click outside, and then removed. */
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

/** The buttons at the bottom of a dialog. */
export function footOf(...buttons: readonly HTMLElement[]): HTMLElement {
  return element('div', { className: 'sheet-foot' }, ...buttons)
}
