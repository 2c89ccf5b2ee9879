import type { ExplorerWords } from './app.ts'

type Content = Node | string | undefined | false

/** Creates an element with properties and contents; strings become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...contents: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...contents.filter((content) => content !== undefined && content !== false))
  return made
}

/** Creates a button. */
export function button(text: string, act: (event: MouseEvent) => void, className = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', className, textContent: text })
  made.addEventListener('click', act)
  return made
}

/** Text of the data, with its own language and direction. */
export function foreign(text: string): HTMLElement {
  return element('bdi', { textContent: text, lang: '' })
}

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
