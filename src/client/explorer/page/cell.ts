import { visible } from '../../../lib/site/view/visible.ts'
import { findWebAddress } from '../../../lib/site/view/web-address.ts'
import { orderOf } from '../core/kind.ts'
import type { KnownColumn } from '../core/table.ts'
import type { App } from './app.ts'
import { element } from './element.ts'
import { type ExplorerWords, fillCount } from './words.ts'

/** As the page itself cuts them. */
const CELL_LIMIT = 240

/** A cell as the page itself makes it: exact, cut where it is very long, links only to the web. */
export function cellOf(
  text: string | null,
  { kind, className }: App['columns'][number],
  words: ExplorerWords,
): HTMLTableCellElement {
  const cell = element('td')
  if (text === null || text === '') return cell
  if (orderOf(kind) === 'number') cell.className = 'n'
  else {
    if (className?.endsWith(' r')) cell.className = 'r'
    if (kind !== 'link') cell.dir = 'auto'
  }
  cell.append(...contentsOf(text, kind, words, CELL_LIMIT))
  return cell
}

/** What stands in a cell. */
export function contentsOf(
  text: string,
  kind: KnownColumn['kind'],
  words: ExplorerWords,
  limit: number,
): (Node | string)[] {
  const end = endOf(text, limit)
  const shown = visible(text.slice(0, end))
  const href = kind === 'link' ? findWebAddress(text) : undefined
  if (href !== undefined) return [element('a', { href, rel: 'external', textContent: shown })]
  if (end === text.length) return [shown]
  const rest = fillCount(words.characters, text.length - end)
  return [shown, element('span', { className: 'rest', textContent: rest })]
}

// Never inside a character of two units.
function endOf(text: string, limit: number): number {
  if (text.length <= limit) return text.length
  const unit = text.charCodeAt(limit - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit
}
