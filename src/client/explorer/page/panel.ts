import { isDecimal } from '../../../lib/reading/profile/text-kind.ts'
import { button, element } from '../../element.ts'
import { fillTemplate, showBound, showCount } from '../../words.ts'
import { type Order, orderOf } from '../core/column.ts'
import { FEW_VALUES, type ValueCounts } from '../core/filter.ts'
import type { KnownColumn } from '../core/table.ts'
import { LARGEST_FIRST, type Test } from '../core/view.ts'
import { type App, columnLabel, describeRange, type ExplorerWords, shownText, withTests } from './app.ts'
import { foreign, labelledControl, openForm } from './element.ts'
import { linkButton, linkTo, viewOfColumn } from './share.ts'

const MOST_VALUES = 100
/** With more different values than this, there is a field to search them. */
const FINDABLE = 12

/** Opens the dialog with the filters of a column: a range or a text, values, and whether it has a value. */
export async function openPanel(app: App, column: number): Promise<void> {
  const client = await app.ready()
  if (!client) return
  const { words } = app
  const tests = app.view.filters.filter((filter) => filter.column === column).map(({ test }) => test)
  const counted = (looked: string) => client.countsOf(app.view.filters, column, looked, MOST_VALUES)
  const counts = await counted('')
  const order = orderOf(app.columns[column]?.kind)
  const isShort = order === 'text' || counts.different <= FEW_VALUES
  const isListed = tests.some(({ is }) => is === 'values') || (isShort && !isUnique(counts))
  const parts = [
    order === 'text' ? textPart(app, tests) : rangeOf(app, order, tests, counts),
    ...(isListed
      ? [valueList(app, column, tests, counts, counted)]
      : rangeList(app, counts, (test) => {
          dialog.close()
          app.change(withTests(app, column, [test]))
        })),
    ...filledPart(app, tests, counts),
  ]
  const clear = () => {
    dialog.close()
    app.change(withTests(app, column, []))
  }
  const count = () => {
    dialog.close()
    app.change({ group: { columns: [column], order: LARGEST_FIRST }, page: 1, record: undefined })
  }
  const apply = () => {
    const partTests = parts.map((part) => part.tests())
    if (partTests.includes(undefined)) return
    dialog.close()
    app.change(
      withTests(
        app,
        column,
        partTests.flatMap((part) => part ?? []),
      ),
    )
  }
  const lines = parts.map(({ controls }) => controls)
  const dialog = openForm(columnLabel(app, column), 'panel', words, lines, apply, [
    ...(tests.length > 0 ? [button(words.clear, clear)] : []),
    button(words.countValues, count),
    linkButton(words, words.copyColumnLink, () => linkTo(app, viewOfColumn(app, column))),
  ])
  dialog.querySelector<HTMLElement>('form input')?.focus()
}

// If no value occurs twice, a long list of values does not help; they are found by a part of their text.
function isUnique({ values, different }: ValueCounts): boolean {
  return different > FINDABLE && values.every(({ text, count }) => text === null || count === 1)
}

function textPart({ words }: App, tests: readonly Test[]): Part {
  const before = tests.find((test) => test.is === 'text')
  const input = element('input', { type: 'search', value: before?.text ?? '', dir: 'auto' })
  return {
    controls: labelledControl(words.contains, 'line', input),
    tests: () => (input.value === '' ? [] : [{ is: 'text', text: input.value }]),
  }
}

const FILLED: Test = { is: 'values', values: [null], not: true }

function filledPart({ words }: App, tests: readonly Test[], { values }: ValueCounts): Part[] {
  const isAsked = tests.some((test) => test.is === 'values' && isFilled(test))
  if (!isAsked && !values.some(({ text }) => text === null)) return []
  const box = element('input', { type: 'checkbox', checked: isAsked })
  return [
    {
      controls: element('label', { className: 'line' }, box, ' ', words.filled),
      tests: () => (box.checked ? [FILLED] : []),
    },
  ]
}

/** A list of the most frequent values of a column, with checkboxes and counts. The other values are found by typing. */
function valueList(
  { words, columns }: App,
  column: number,
  tests: readonly Test[],
  first: ValueCounts,
  counted: (looked: string) => Promise<ValueCounts>,
): Part {
  const before = tests.find((test) => test.is === 'values' && !isFilled(test))
  const chosen = new Set<string | null>(before?.is === 'values' ? before.values : [])
  const { list, note, show } = checklist(words, chosen, columns[column])
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

/** Checkboxes for values, which update `chosen`, and a note if there are more values than checkboxes. */
function checklist(words: ExplorerWords, chosen: Set<string | null>, column: KnownColumn | undefined) {
  const list = element('ul', { className: 'choices' })
  const note = element('small', { className: 'beyond', role: 'status' })
  const itemOf = (text: string | null, count: number) => {
    const box = element('input', { type: 'checkbox', checked: chosen.has(text) })
    box.addEventListener('change', () => (box.checked ? chosen.add(text) : chosen.delete(text)))
    const shown =
      text === null ? element('i', { textContent: words.empty }) : foreign(shownText(text, column))
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

/** The choice between records with the chosen values, and all others. */
function whichChoice(words: ExplorerWords, isNegated: boolean): HTMLSelectElement {
  return element(
    'select',
    { ariaLabel: words.which },
    element('option', { value: 'only', textContent: words.only }),
    element('option', { value: 'but', textContent: words.allBut, selected: isNegated }),
  )
}

/** A field that lists the values that contain the typed text. Only the result for the latest text is shown. */
function valueFinder(
  words: ExplorerWords,
  counted: (looked: string) => Promise<ValueCounts>,
  show: (counts: ValueCounts) => void,
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
    const counts = await counted(find.value)
    if (number === asked) show(counts)
  })
  return find
}

// Chosen values are always listed, even if they are rare or have no rows.
function withChosen(counts: ValueCounts, chosen: ReadonlySet<string | null>): ValueCounts {
  const known = new Set(counts.values.map(({ text }) => text))
  const missing = [...chosen].filter((text) => !known.has(text)).map((text) => ({ text, count: 0 }))
  return { ...counts, values: [...missing, ...counts.values] }
}

/** A part of the panel: its controls, and their tests. */
export interface Part {
  readonly controls: HTMLElement
  /** Undefined if the input is invalid; the control then shows it. */
  tests(): readonly Test[] | undefined
}

/** Whether a test only requires a value. */
function isFilled(test: Test): boolean {
  return test.is === 'values' && test.not && test.values.length === 1 && test.values[0] === null
}

/**
 * Parses a number as people write it, with spaces between thousands or a decimal comma; where the language has a decimal point, a comma before
 * three digits is one between thousands. Undefined if the text is not a number.
 */
function readNumber(written: string): string | undefined {
  const text = written
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace('−', '-')
    .replace(showBound('0.5') === '0.5' ? /,(?=\d{3}(?!\d))/g : '', '')
    .replace(',', '.')
  const plain = text.replace(/^([+-]?)0+(?=\d)/, '$1')
  return isDecimal(plain) ? plain : undefined
}

/** Inputs for a range of numbers or dates, with the lowest and highest value as hints. */
function rangeOf({ words }: App, order: Order, tests: readonly Test[], counts: ValueCounts): Part {
  const before = tests.find((test) => test.is === 'range')
  const isDate = order === 'date'
  const { days = {} } = counts
  const inputOf = (value: string | undefined) =>
    isDate
      ? element('input', {
          type: 'date',
          value: value ?? '',
          min: days.min ?? '',
          max: days.max ?? '',
        })
      : element('input', {
          type: 'text',
          inputMode: 'decimal',
          value: showBound(value ?? ''),
          dir: 'ltr',
        })
  const from = inputOf((isDate ? days : before)?.from)
  const to = inputOf((isDate ? days : before)?.to)
  const label = (text: string, input: HTMLInputElement, hint: string | undefined) =>
    labelledControl(
      text,
      'line',
      input,
      hint !== undefined && element('small', { textContent: hint, dir: 'auto' }),
    )
  const read = (input: HTMLInputElement) => {
    const text = input.value.trim()
    if (text === '') return ''
    return isDate ? text : readNumber(text)
  }
  return {
    controls: element(
      'div',
      { className: 'bounds' },
      label(words.from, from, counts.min),
      label(words.to, to, counts.max),
    ),
    tests() {
      const bounds = [from, to].map((input) => {
        const value = input.validity.badInput ? undefined : read(input)
        input.setCustomValidity(value === undefined ? words.notNumber : '')
        return value
      })
      if (bounds.includes(undefined)) {
        for (const input of [to, from]) input.reportValidity()
        return undefined
      }
      const [low, high] = bounds as [string, string]
      if (low === '' && high === '') return []
      return [{ is: 'range', ...(low !== '' && { from: low }), ...(high !== '' && { to: high }) }]
    },
  }
}

/** Ranges with the number of their records; each is a button that filters by it. None if there are fewer than two. */
function rangeList({ words }: App, { ranges = [] }: ValueCounts, choose: (test: Test) => void): Part[] {
  if (ranges.length < 2) return []
  const most = Math.max(...ranges.map(({ count }) => count))
  const items = ranges.map(({ test, count }) => {
    const { from, to } = test
    const text = from !== undefined && from === to ? showBound(from) : describeRange(words, '', test)
    const bar = element('meter', { max: most, value: count, ariaHidden: 'true' })
    return element(
      'li',
      {},
      button(text, () => choose(test)),
      bar,
      element('small', { textContent: showCount(count) }),
    )
  })
  const list = element('ul', { className: 'choices' }, ...items)
  return [
    {
      controls: element('fieldset', {}, element('legend', { textContent: words.ranges }), list),
      tests: () => [],
    },
  ]
}
