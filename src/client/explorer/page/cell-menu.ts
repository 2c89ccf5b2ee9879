import { type App, columnLabel, withValue } from './app.ts'
import { type Item, openMenu } from './menu.ts'
import { fillTemplate } from './words.ts'

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

/** Copies a text to the clipboard; on a page opened from disk, in the old way. */
export async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', give)
  document.execCommand('copy')
  document.removeEventListener('copy', give)
}
