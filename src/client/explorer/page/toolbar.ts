import type { FileFormat } from '../core/engine.ts'
import type { App } from './app.ts'
import { openChooser } from './chooser.ts'
import { button, element } from './element.ts'
import { fillCount, fillTemplate, showCount } from './words.ts'

/** The row above the table: the number of records, and actions for all of them. */
export function toolsOf(app: App, download: (format: FileFormat) => void): HTMLElement {
  const { words, columns, view } = app
  const shown = columns.length - view.hidden.length
  const chosen =
    view.hidden.length === 0
      ? words.columns
      : fillTemplate(words.columnsShown, { shown: showCount(shown), all: showCount(columns.length) })
  const choose = button(chosen, async () => (await app.ready()) && openChooser(app))
  choose.dataset.key = 'columns'
  const save = (format: FileFormat) => {
    const made = button(format.toUpperCase(), () => download(format))
    made.setAttribute('aria-label', fillTemplate(words.downloadAs, { format: format.toUpperCase() }))
    made.dataset.key = format
    return made
  }
  return element(
    'div',
    { className: 'tools' },
    choose,
    element('span', { textContent: words.download }),
    save('csv'),
    save('json'),
  )
}

/** `1,234 of 28,818 records` */
export function countText({ words, count, total }: App): string {
  if (count === undefined || count === total) return fillCount(words.records, total)
  return fillCount(words.ofRecords, count, { all: showCount(total) }, total)
}
