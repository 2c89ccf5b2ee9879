import { unpadded } from '../../../lib/site/view/text.ts'
import { button, element } from '../../element.ts'
import type { Test, ViewState } from '../core/view.ts'
import { type App, type ExplorerWords, isTitle } from './app.ts'
import { copy } from './element.ts'

/** The full address of a view, with letters not percent-encoded: `…/get_dataset/парки/#Округ=СВАО`. */
export function linkTo(app: App, view: ViewState): string {
  const address = app.addressOf(view)
  const at = address.indexOf('#')
  const fragment = at < 0 ? '' : address.slice(at)
  return `${location.href.replace(/#.*$/, '').replace(/(?:%[89a-f][0-9a-f])+/gi, readable)}${fragment}`
}

function readable(encoded: string): string {
  try {
    const text = decodeURIComponent(encoded)
    return /^[\p{L}\p{M}\p{N}]+$/u.test(text) ? text : encoded
  } catch {
    return encoded
  }
}

/** A button that copies a link, with a confirmation beside it. */
export function linkButton(words: ExplorerWords, text: string, link: () => string): HTMLElement {
  const said = element('span', { className: 'said', role: 'status' })
  const act = async () => {
    said.textContent = ''
    await copy(link())
    said.textContent = words.linkCopied
  }
  return element('span', { className: 'with-said' }, button(text, act, { key: 'link' }), said)
}

/** The view with only one column and those that name the records. */
export function viewOfColumn({ view, columns, order }: App, column: number): ViewState {
  const hidden = order.filter((at) => at !== column && !isTitle({ columns }, at)).sort((a, b) => a - b)
  return { ...view, hidden, group: undefined, chart: undefined, record: undefined, page: 1 }
}

const LONG_ENOUGH = 60_000

/** Offers a file for download. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), LONG_ENOUGH)
}

const TITLE_LENGTH = 50
const PART_LENGTH = 30
const MOST_PARTS = 4

/**
 * The name of a file with the records of the view: the title of the dataset, the filters and the number of records, as in
 * `kiosks_north_755.csv`. Without filters, it is the title.
 */
export function fileName({ words, view, count }: App, extension: string): string {
  const title = document.querySelector('h1')?.textContent ?? ''
  const parts = view.filters.map(({ test }) => partOf(test, slug(words.empty, PART_LENGTH))).filter(Boolean)
  const shown = [...parts.slice(0, MOST_PARTS), ...(parts.length > 0 && count !== undefined ? [count] : [])]
  return `${[slug(title.toLowerCase(), TITLE_LENGTH) || 'records', ...shown].join('_')}.${extension}`
}

function partOf(test: Test, empty: string): string {
  if (test.is === 'text') return slug(test.text, PART_LENGTH)
  if (test.is === 'range') return `${slug(test.from ?? '', PART_LENGTH)}..${slug(test.to ?? '', PART_LENGTH)}`
  if (test.is === 'box') return `${test.west}+${test.south}`
  const values = test.values.map((text) => (text === null ? empty : slug(text, PART_LENGTH)))
  return `${test.not ? '≠' : ''}${clipped(values.filter(Boolean).join('+'), PART_LENGTH)}`
}

// Keeps letters and digits of any script, and replaces everything else by dashes: every system accepts such a name, and shells need no quotes.
function slug(text: string, limit: number): string {
  const dashed = unpadded(text)
    .toWellFormed()
    .normalize('NFC')
    .replace(/(?!\.\d)[^\p{L}\p{M}\p{N}]+/gu, '-')
  return clipped(dashed.replace(/^-|-$/g, ''), limit)
}

function clipped(text: string, limit: number): string {
  return [...text].slice(0, limit).join('').replace(/-$/, '')
}
