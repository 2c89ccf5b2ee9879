import { indented } from '../../../lib/site/view/text.ts'
import { button, element } from '../../element.ts'
import { fillTemplate, showCount } from '../../words.ts'
import type { Opened } from '../core/engine.ts'
import { type App, columnLabel, nameOfRecord, type PageColumn } from './app.ts'
import { contentsOf, nameIn } from './cell.ts'
import { foreign, openCellMenu, openDialog } from './element.ts'
import { linkButton, linkTo } from './share.ts'

const TEXT_LIMIT = 20_000
const NAME_LIMIT = 120

/** The dialog of one record: all its fields, and buttons for the previous and next record of the view. */
export class RecordSheet {
  readonly #app: App
  #dialog: HTMLDialogElement | undefined

  constructor(app: App) {
    this.#app = app
  }

  /** Opens, updates or closes the dialog for the record of the view. */
  async show(): Promise<void> {
    const { record } = this.#app.view
    if (record === undefined) return this.#dialog?.close()
    const client = await this.#app.ready()
    const opened = await client?.open(this.#app.view, record)
    if (!opened || this.#app.view.record !== record) return
    this.#fill(opened)
  }

  #fill(opened: Opened): void {
    const title = this.#titleOf(opened)
    const focused = (document.activeElement as HTMLElement | null)?.dataset.key
    const body = element('div', { className: 'record' }, this.#wayOf(opened), this.#fieldsOf(opened))
    if (this.#dialog) {
      this.#dialog.querySelector('h3')?.replaceChildren(...title)
      this.#dialog.querySelector('.record')?.replaceWith(body)
      body.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus()
      return
    }
    const dialog = openDialog(title, 'of-record', this.#app.words, body)
    this.#dialog = dialog
    dialog.addEventListener('close', () => {
      this.#dialog = undefined
      const { record } = this.#app.view
      const find = (selector: string) => document.querySelector<HTMLElement>(selector)
      // Where an address has opened it, or the rows have changed, there is nothing that the focus can return to.
      if (document.activeElement === document.body)
        (find(`[data-key="record ${record}"]`) ?? find('.explorer tbody [tabindex="0"]'))?.focus()
      if (record !== undefined) this.#app.change({ record: undefined })
    })
  }

  // The name of the record and its number; only the number if it has no name.
  #titleOf({ row }: Opened): readonly (Node | string)[] {
    const app = this.#app
    const number = fillTemplate(app.words.record, { number: showCount(row.number) })
    const name = nameOfRecord(app, row.cells, NAME_LIMIT)
    return name === '' ? [number] : [foreign(name), ' ', element('small', { textContent: number })]
  }

  #wayOf({ before, after, place }: Opened): HTMLElement {
    const { words, count } = this.#app
    const to = (key: string, text: string, record: number | undefined) =>
      button(text, () => record !== undefined && this.#app.change({ record }), {
        key,
        ariaDisabled: record === undefined ? 'true' : null,
      })
    const position =
      place === undefined || count === undefined ? '' : `${showCount(place)} / ${showCount(count)}`
    return element(
      'div',
      { className: 'way' },
      to('previous', words.previous, before),
      to('next', words.next, after),
      element('span', { textContent: position }),
      linkButton(words, words.copyLink, () => linkTo(this.#app, this.#app.view)),
    )
  }

  #fieldsOf({ row }: Opened): HTMLElement {
    const app = this.#app
    const rows = app.order.map((column) => {
      const known: PageColumn = app.columns[column] ?? { name: '', kind: 'text' }
      const text = row.cells[column] ?? null
      const isJson = known.kind === 'nested' && text !== null && text.length <= TEXT_LIMIT
      const shown =
        text === null || text.trim() === ''
          ? []
          : contentsOf(isJson ? indented(text) : text, known, app.words, TEXT_LIMIT)
      const more = button('⋯', () => openCellMenu(app, more, column, text), {
        ariaLabel: fillTemplate(app.words.actions, { column: columnLabel(app, column) }),
        ariaHasPopup: 'menu',
      })
      const value = element('span', { dir: 'auto', lang: '' }, ...shown)
      if (shown.length > 0) nameIn(value, text ?? '', known)
      return element(
        'div',
        {},
        element(
          'dt',
          {},
          foreign(columnLabel(app, column)),
          known.meaning && element('p', { textContent: known.meaning, dir: 'auto' }),
        ),
        element('dd', {}, value, more),
      )
    })
    return element('dl', {}, ...rows)
  }
}
