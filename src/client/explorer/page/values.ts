import { unpadded } from '../../../lib/site/view/cell-text.ts'
import type { ValueCounts } from '../core/value-counts.ts'
import type { Test } from '../core/view.ts'
import type { App } from './app.ts'
import { element, foreign } from './element.ts'
import { isFilled, type Part } from './part.ts'
import { type ExplorerWords, fillTemplate, showCount } from './words.ts'

/** With more different values than this, they can be searched. */
const FINDABLE = 12

/** The values of a column with their counts, for selection; less frequent ones are found by typing. */
export function valueList(
  { words }: App,
  tests: readonly Test[],
  first: ValueCounts,
  counted: (looked: string) => Promise<ValueCounts>,
): Part {
  const before = tests.find((test) => test.is === 'values' && !isFilled(test))
  const chosen = new Set<string | null>(before?.is === 'values' ? before.values : [])
  const { list, note, show } = checklist(words, chosen)
  const which = whichChoice(words, before?.is === 'values' && before.not)
  const find = first.different > FINDABLE && valueFinder(words, counted, show)
  show(withChosen(first, chosen))
  return {
    controls: element(
      'fieldset',
      {},
      element('legend', { textContent: words.values }),
      element('div', { className: 'which' }, which, find),
      list,
      note,
    ),
    tests: () =>
      chosen.size === 0 ? [] : [{ is: 'values', values: [...chosen], not: which.value === 'but' }],
  }
}

/** Boxes for values, which add to `chosen` and remove from it, and a note when there are more values than boxes. */
function checklist(words: ExplorerWords, chosen: Set<string | null>) {
  const list = element('ul', { className: 'choices' })
  const note = element('small', { className: 'beyond' })
  note.setAttribute('role', 'status')
  const itemOf = (text: string | null, count: number) => {
    const box = element('input', { type: 'checkbox', checked: chosen.has(text) })
    box.addEventListener('change', () => (box.checked ? chosen.add(text) : chosen.delete(text)))
    const shown = text === null ? element('i', { textContent: words.empty }) : foreign(unpadded(text))
    return element(
      'li',
      {},
      element('label', {}, box, ' ', shown),
      element('small', { textContent: showCount(count) }),
    )
  }
  const show = ({ values, different }: ValueCounts) => {
    list.replaceChildren(...values.map(({ text, count }) => itemOf(text, count)))
    const isCut = different > values.length
    note.textContent = isCut
      ? fillTemplate(words.moreValues, { shown: showCount(values.length), all: showCount(different) })
      : ''
  }
  return { list, note, show }
}

/** Whether the chosen values are the ones to show, or all but these. */
function whichChoice(words: ExplorerWords, isNegated: boolean): HTMLSelectElement {
  return element(
    'select',
    { ariaLabel: words.which },
    element('option', { value: 'only', textContent: words.only }),
    element('option', { value: 'but', textContent: words.allBut, selected: isNegated }),
  )
}

/** A field that counts the values with the typed text in them. Only the answer to the latest text is shown. */
function valueFinder(
  words: ExplorerWords,
  counted: (looked: string) => Promise<ValueCounts>,
  show: (tally: ValueCounts) => void,
): HTMLInputElement {
  const find = element('input', {
    type: 'search',
    placeholder: words.findValue,
    ariaLabel: words.findValue,
    dir: 'auto',
  })
  let asked = 0
  find.addEventListener('input', async () => {
    const number = ++asked
    const tally = await counted(find.value)
    if (number === asked) show(tally)
  })
  return find
}

// Selected values are always listed, even if they are rare or have no rows.
function withChosen(tally: ValueCounts, chosen: ReadonlySet<string | null>): ValueCounts {
  const known = new Set(tally.values.map(({ text }) => text))
  const missing = [...chosen].filter((text) => !known.has(text)).map((text) => ({ text, count: 0 }))
  return { ...tally, values: [...missing, ...tally.values] }
}
