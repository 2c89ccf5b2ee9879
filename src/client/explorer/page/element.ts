import { button, element } from '../../element.ts'
import { fillTemplate } from '../../words.ts'
import { type App, columnLabel, type ExplorerWords, withValue } from './app.ts'

/** Text from the data, whose language and direction are independent of the page. */
export function foreign(text: string): HTMLElement {
  return element('bdi', { textContent: text, lang: '' })
}

/** A modal dialog, closed by Escape, its close button or a click outside, and then removed. */
export function openDialog(
  title: string | readonly (Node | string)[],
  className: string,
  words: ExplorerWords,
  ...contents: readonly Node[]
): HTMLDialogElement {
  const heading = element('h3', { dir: 'auto', id: 'explorer-dialog' }, ...[title].flat())
  const cross = button('×', () => dialog.close(), { className: 'cross', ariaLabel: words.close })
  const dialog = element(
    'dialog',
    { className: `sheet ${className}` },
    element('div', { className: 'sheet-head' }, heading, cross),
    ...contents,
  )
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  // Another one may have been asked for while the records were loaded.
  document.querySelector('dialog')?.close()
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

/** A modal dialog with a form. `apply` is called when it is submitted; `buttons` stand beside the one that submits it. */
export function openForm(
  title: string,
  className: string,
  words: ExplorerWords,
  lines: readonly HTMLElement[],
  apply: () => void,
  buttons: readonly HTMLElement[],
): HTMLDialogElement {
  const submit = element('button', { textContent: words.apply, className: 'strong' })
  const foot = element('div', { className: 'sheet-foot' }, submit, ...buttons)
  const form = element('form', { noValidate: true }, ...lines, foot)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    apply()
  })
  return openDialog(title, className, words, form)
}

/** A control with its label above it. */
export function labelledControl(
  label: string,
  className: string,
  ...controls: Parameters<typeof element>[2][]
): HTMLElement {
  return element('label', { className }, element('span', { textContent: label }), ...controls)
}

/** An option of a choice. */
export type SelectOption = readonly [value: string, text: string]

/** A select with its label. */
export interface SelectField {
  readonly line: HTMLElement
  readonly select: HTMLSelectElement
}

/** Creates a select. If no option has the `value`, the first is selected. */
export function choiceOf(
  label: string,
  options: readonly SelectOption[],
  { className = '', name = '', value = '' } = {},
): SelectField {
  const select = element(
    'select',
    { name },
    ...options.map(([value, textContent]) => element('option', { value, textContent })),
  )
  if (options.some(([known]) => known === value)) select.value = value
  return { line: labelledControl(label, className, select), select }
}

/** A table in a box that scrolls. `ariaLabel`: the name of the box. */
export function scrolledTable(
  ariaLabel: string,
  caption: string,
  heads: readonly HTMLElement[],
  rows: readonly HTMLElement[],
  tabIndex: number,
): HTMLElement {
  const table = element(
    'table',
    { className: 'data groups' },
    element('caption', { className: 'unseen', textContent: caption }),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows),
  )
  return element('section', { className: 'scroll tall', tabIndex, ariaLabel }, table)
}

/** An item of a menu. */
interface Item {
  readonly text: string
  readonly act: () => void
}

/** A menu next to an element, with the keys of the ARIA menu pattern; closing it returns the focus to the element. */
function openMenu(beside: HTMLElement, label: string, items: readonly Item[]): void {
  const close = () => menu.remove()
  const buttons = items.map(({ text, act }) => {
    const choose = () => {
      leave()
      act()
    }
    return button(text, choose, { role: 'menuitem', tabIndex: -1 })
  })
  const menu = element('div', { className: 'menu', role: 'menu', ariaLabel: label }, ...buttons)
  const leave = () => {
    beside.focus()
    close()
  }
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (!menu.contains(relatedTarget as Node | null)) close()
  })
  menu.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to !== undefined) buttons.at(to % buttons.length)?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // Inside an open dialog, because everything outside it is inert.
  ;(beside.closest('dialog, main') ?? document.body).append(menu)
  place(menu, beside)
  buttons[0]?.focus()
}

function place(menu: HTMLElement, beside: HTMLElement): void {
  const { left, bottom, top } = beside.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const hasRoom = bottom + height < innerHeight
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  menu.style.top = `${Math.max(8, hasRoom ? bottom : top - height)}px`
}

/** The menu of one cell: filter by its value, copy it, and the items in `more`. */
export function openCellMenu(
  app: App,
  beside: HTMLElement,
  column: number,
  text: string | null,
  more: readonly Item[] = [],
): void {
  const { words } = app
  const narrow = (not: boolean) => () => void app.change(withValue(app, column, text, not))
  openMenu(beside, fillTemplate(words.actions, { column: columnLabel(app, column) }), [
    { text: words.onlyThis, act: narrow(false) },
    { text: words.notThis, act: narrow(true) },
    ...(text === null ? [] : [{ text: words.copy, act: () => void copy(text) }]),
    ...more,
  ])
}

/** Copies a text to the clipboard. Pages that have no clipboard API, or no permission to use it, use `execCommand`. */
export async function copy(text: string): Promise<void> {
  try {
    return await navigator.clipboard.writeText(text)
  } catch {}
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', give)
  document.execCommand('copy')
  document.removeEventListener('copy', give)
}

/** One tab stop for several elements. */
export interface Roving {
  /** Makes one of the current elements the tab stop: the one with the `data-key` of the element that last had the focus, or the preferred one. */
  refresh(): void
}

/**
 * Makes the elements in `box` that match `items` one tab stop (a roving tabindex). `keys` move back and forward between the visible ones, Home
 * and End to the first and last. `preferred`: the tab stop before any of them had the focus.
 */
export function addRoving(
  box: HTMLElement,
  items: string,
  keys: readonly [back: string, on: string],
  preferred: string = items,
): Roving {
  let last: string | undefined
  const all = () => [...box.querySelectorAll<HTMLElement>(items)]
  const stopAt = (stop: Element | undefined | null) => {
    for (const item of all()) item.tabIndex = item === stop ? 0 : -1
  }
  box.addEventListener('focusin', ({ target }) => {
    const item = (target as Element).closest<HTMLElement>(items)
    if (!item) return
    last = item.dataset.key
    stopAt(item)
  })
  box.addEventListener('keydown', (event) => {
    const inSight = all().filter((item) => item.getClientRects().length > 0)
    const at = inSight.indexOf(document.activeElement as HTMLElement)
    const [back, on] = keys
    const to = { [back]: Math.max(0, at - 1), [on]: at + 1, Home: 0, End: -1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    inSight.at(to)?.focus()
  })
  return {
    refresh() {
      const known = all().find(({ dataset }) => last !== undefined && dataset.key === last)
      stopAt(known ?? box.querySelector(preferred) ?? all()[0])
    },
  }
}
