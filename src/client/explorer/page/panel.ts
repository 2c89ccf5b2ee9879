import { orderOf } from '../core/kind.ts'
import type { ValueCounts } from '../core/value-counts.ts'
import type { Test } from '../core/view.ts'
import { type App, columnLabel, withTests } from './app.ts'
import { button, element, footOf, openDialog } from './element.ts'
import { isFilled, type Part, rangeOf, valueList } from './values.ts'

const MOST_VALUES = 100
/** For numbers and dates, only short lists of values are shown, since a range is more useful than a long list. */
const FEW_VALUES = 40

/** The dialog with the filters of one column: a range or a text, values, and blank or not. */
export async function openPanel(app: App, column: number): Promise<void> {
  const client = await app.ready()
  if (!client) return
  const { words } = app
  const tests = app.view.filters.filter((filter) => filter.column === column).map(({ test }) => test)
  const counted = (looked: string) => client.countsOf(app.view.filters, column, looked, MOST_VALUES)
  const counts = await counted('')
  const order = orderOf(app.columns[column]?.kind ?? 'text')
  const isListed =
    order === 'text' || counts.different <= FEW_VALUES || tests.some(({ is }) => is === 'values')
  const parts = [
    order === 'text' ? textPart(app, tests) : rangeOf(app, order, tests, counts),
    ...(isListed ? [valueList(app, tests, counts, counted)] : []),
    ...filledPart(app, tests, counts),
  ]
  const clear = () => {
    dialog.close()
    app.change(withTests(app, column, []))
  }
  const form = element(
    'form',
    { noValidate: true },
    ...parts.map(({ controls }) => controls),
    footOf(
      element('button', { textContent: words.apply, className: 'strong' }),
      ...(tests.length > 0 ? [button(words.clear, clear)] : []),
    ),
  )
  const dialog = openDialog(columnLabel(app, column), 'panel', words, form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
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
  })
  form.querySelector('input')?.focus()
}

function textPart({ words }: App, tests: readonly Test[]): Part {
  const before = tests.find((test) => test.is === 'text')
  const input = element('input', { type: 'search', value: before?.text ?? '', dir: 'auto' })
  return {
    controls: element(
      'label',
      { className: 'line' },
      element('span', { textContent: words.contains }),
      input,
    ),
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
