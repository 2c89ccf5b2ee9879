import { CELL_LIMIT, clip, isLong, unpadded } from '../../../lib/site/view/cell-text.ts'
import { findWebAddress } from '../../../lib/site/view/web-address.ts'
import { orderOf } from '../core/kind.ts'
import type { KnownColumn } from '../core/table.ts'
import type { App } from './app.ts'
import { element } from './element.ts'
import { type ExplorerWords, fillCount } from './words.ts'

/** A cell as rendered on the static page: trimmed, cut if very long, with links to the web only. */
export function cellOf(
  text: string | null,
  { kind, className }: App['columns'][number],
  words: ExplorerWords,
): HTMLTableCellElement {
  const cell = element('td')
  if (text === null || text.trim() === '') return cell
  if (orderOf(kind) === 'number') cell.className = 'n'
  else {
    if (className?.endsWith(' r')) cell.className = 'r'
    if (isLong(text)) cell.classList.add('w')
    if (kind !== 'link') cell.dir = 'auto'
  }
  cell.append(...contentsOf(text, kind, words, CELL_LIMIT))
  return cell
}

/** The contents of a cell. */
export function contentsOf(
  text: string,
  kind: KnownColumn['kind'],
  words: ExplorerWords,
  limit: number,
): (Node | string)[] {
  const bare = unpadded(text)
  const { text: shown, left } = clip(orderOf(kind) === 'number' ? bare.trim() : bare, limit)
  const href = kind === 'link' ? findWebAddress(text) : undefined
  if (href !== undefined) return [element('a', { href, rel: 'external', textContent: shown })]
  if (left === 0) return [shown]
  return [shown, element('span', { className: 'rest', textContent: fillCount(words.characters, left) })]
}
