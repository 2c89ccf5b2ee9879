import { fold, type SearchTerm, searchTermsIn } from '../core/search-terms.ts'
import type { ViewState } from '../core/view.ts'
import { ANY_COLUMN } from '../core/view.ts'

const NAME = 'found'
const MOST_IN_CELL = 20

/**
 * Marks the words that a view searches for in the cells. This is a custom highlight, which does not change the cells; browsers without custom
 * highlights mark nothing. `columnOf`: the column of a cell.
 */
export function markFound(
  body: HTMLElement,
  { filters }: ViewState,
  columnOf: (cell: Element) => number | undefined,
): void {
  if (!('highlights' in CSS) || typeof Highlight !== 'function') return
  CSS.highlights.delete(NAME)
  const sought = filters.flatMap(({ column, test }) => {
    if (test.is !== 'text') return []
    const parts =
      column === ANY_COLUMN ? searchTermsIn(test.text) : [{ text: fold(test.text), isWhole: false }]
    return parts.map((part) => ({ column, part }))
  })
  if (sought.length === 0) return
  const ranges = [...body.querySelectorAll('td')].flatMap((cell) => {
    const column = columnOf(cell)
    const parts = sought.filter((one) => one.column === ANY_COLUMN || one.column === column)
    return rangesIn(
      cell,
      parts.map(({ part }) => part),
    )
  })
  CSS.highlights.set(NAME, new Highlight(...ranges))
}

const LETTER = /[\p{L}\p{N}\p{M}\u00ad]/u

function rangesIn(cell: Element, parts: readonly SearchTerm[]): Range[] {
  const texts = textsOf(cell)
  const whole = texts.map(({ data }) => data).join('')
  const folded = fold(whole)
  // If folding changes the length, positions in the folded text are not positions in the cell.
  if (folded.length !== whole.length) return []
  const found: Range[] = []
  for (const { text: part, isWhole } of parts) {
    for (let at = folded.indexOf(part); at >= 0; at = folded.indexOf(part, at + part.length)) {
      const around = folded.slice(Math.max(0, at - 1), at) + folded.slice(at + part.length).slice(0, 1)
      if (isWhole && LETTER.test(around)) continue
      const range = document.createRange()
      range.setStart(...placeIn(texts, at))
      range.setEnd(...placeIn(texts, at + part.length - 1, 1))
      found.push(range)
      if (found.length >= MOST_IN_CELL) return found
    }
  }
  return found
}

// The text nodes of a value: links and groups of digits are in their own elements.
function textsOf(cell: Element): Text[] {
  return [...cell.childNodes].flatMap((node) => {
    const text = (node as Element).className === 'rest' ? null : (node.firstChild ?? node)
    return text instanceof Text ? [text] : []
  })
}

// The node and offset of a character in the joined texts. With `after` = 1, the offset is behind the character.
function placeIn([text, ...rest]: readonly Text[], at: number, after = 0): [text: Node, offset: number] {
  if (text === undefined) throw new RangeError()
  return at < text.length ? [text, at + after] : placeIn(rest, at - text.length, after)
}
