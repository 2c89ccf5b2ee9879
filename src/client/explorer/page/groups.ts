import { button, element } from '../../element.ts'
import { fillTemplate, pageLocale, showCount } from '../../words.ts'
import type { Period } from '../core/chart-choice.ts'
import { orderOf } from '../core/column.ts'
import type { GroupPage } from '../core/engine.ts'
import type { RecordGroup } from '../core/groups.ts'
import { type Grouping, LARGEST_FIRST, MEASURES, type Measure } from '../core/view.ts'
import { type App, columnLabel, isTitle, shownText } from './app.ts'
import { choiceOf, foreign, openForm, type SelectField, type SelectOption, scrolledTable } from './element.ts'

/** The table of a page of groups. The first value of a group is a link to its records. */
export function groupTable(app: App, group: Grouping, { groups }: GroupPage): HTMLElement {
  const { words } = app
  const { columns, measure } = group
  const heads = [
    ...columns.map((column, at) => headOf(app, group, at as 0 | 1, columnLabel(app, column), '')),
    headOf(app, group, 'count', words.groupCount, 'n'),
    ...(measure ? [headOf(app, group, 'value', measureLabel(app, measure), 'n')] : []),
  ]
  const rows = groups.map((one) => rowOf(app, group, one))
  const label = groupingLabel(app, group)
  return scrolledTable(label, label, heads, rows, -1)
}

function headOf(
  app: App,
  group: Grouping,
  of: Grouping['order']['of'],
  name: string,
  className: string,
): HTMLElement {
  const { order } = group
  const isSorted = order.of === of
  // Counts and measures are sorted descending first, because the largest are usually of interest.
  const isDown = isSorted ? !order.isDown : typeof of === 'string'
  const sort = button('', () => app.change({ group: { ...group, order: { of, isDown } }, page: 1 }), {
    key: `order ${of}`,
    className: 'sort',
    title: fillTemplate(app.words.sort, { column: name }),
  })
  sort.append(foreign(name), element('span', { className: 'arrow', ariaHidden: 'true' }))
  const head = element(
    'th',
    { scope: 'col', className, dir: 'auto' },
    element('span', { className: 'tools' }, sort),
  )
  if (isSorted) head.setAttribute('aria-sort', order.isDown ? 'descending' : 'ascending')
  return head
}

function rowOf(
  app: App,
  { columns, measure }: Grouping,
  { cells, tests, count, value }: RecordGroup,
): HTMLElement {
  const { view, words } = app
  const own = tests.map((test, at) => ({ column: columns[at] as number, test }))
  const records = { ...view, group: undefined, filters: [...view.filters, ...own], page: 1 }
  const [first, ...others] = cells.map((text, at) =>
    text === null
      ? element('i', { textContent: words.empty })
      : foreign(shownText(text, app.columns[columns[at] ?? -1])),
  )
  const link = element('a', { href: app.addressOf(records) }, first)
  return element(
    'tr',
    {},
    element('th', { scope: 'row', dir: 'auto' }, link),
    ...others.map((other) => element('td', { dir: 'auto' }, other)),
    element('td', { className: 'n', textContent: showCount(count) }),
    measure && element('td', { className: 'n', textContent: showMeasure(app, measure, value) }),
  )
}

/** The most decimals that `Intl.NumberFormat` accepts in every browser. */
const MOST_DECIMALS = 20
/** A mean is shown with at least this many digits; downloads have twelve. */
const MEAN_DIGITS = 4

function showMeasure({ columns }: App, { is, column }: Measure, value: string | null): string {
  if (value === null || orderOf(columns[column]?.kind) !== 'number') return value ?? ''
  const whole = Math.floor(Math.log10(Math.abs(Number(value)) || 1)) + 1
  const decimals = is === 'mean' ? Math.max(0, MEAN_DIGITS - whole) : MOST_DECIMALS
  // Formatted from the text, because a float has too few digits for long sums.
  const format = new Intl.NumberFormat(pageLocale(), {
    maximumFractionDigits: Math.min(MOST_DECIMALS, decimals),
  })
  return format.format(value as Intl.StringNumericLiteral)
}

/** A measure in words: `sum of area`. */
function measureLabel(app: App, { is, column }: Measure): string {
  const { words } = app
  return fillTemplate(words.measureOf, { measure: words.measures[is], column: columnLabel(app, column) })
}

/** A grouping in words. */
export function groupingLabel(app: App, { columns, by, measure }: Grouping): string {
  const names = columns.map((column) => {
    const isByPeriod = by !== undefined && orderOf(app.columns[column]?.kind) === 'date'
    return columnLabel(app, column) + (isByPeriod ? ` (${app.words.periods[by]})` : '')
  })
  const said = fillTemplate(app.words.grouped, { columns: names.join(', ') })
  return measure ? `${said}; ${measureLabel(app, measure)}` : said
}

/** The dialog in which a grouping is chosen. */
export function openGrouping(app: App): void {
  const { words, view } = app
  const { lines, read } = groupingChoices(app, view.group)
  const finish = (group: Grouping | undefined) => {
    dialog.close()
    app.change({ group, page: 1, record: undefined })
  }
  const clear = view.group ? [button(words.clear, () => finish(undefined))] : []
  const dialog = openForm(words.group, 'grouping', words, lines, () => finish(read()), clear)
  dialog.querySelector('select')?.focus()
}

/** The controls of a grouping, and a function that reads it from them. */
function groupingChoices(app: App, group: Grouping | undefined) {
  const { words, order } = app
  const kindOf = (column: number) => orderOf(app.columns[column]?.kind)
  const named = (columns: readonly number[]): SelectOption[] =>
    columns.map((column) => [String(column), columnLabel(app, column)])
  const first = order.find((column) => kindOf(column) === 'text' && !isTitle(app, column)) ?? order[0]
  const by = choice(words.groupBy, named(order), String(group?.columns[0] ?? first))
  const second = choice(words.thenBy, [['', '–'], ...named(order)], String(group?.columns[1] ?? ''))
  const { year, month, day } = words.periods
  const periods: SelectOption[] = [
    ['year', year],
    ['month', month],
    ['', day],
  ]
  const period = choice(words.datesBy, periods, group ? (group.by ?? '') : 'year')
  const { measure, measured } = measureChoices(app, group?.measure)
  const chosen = () => [...new Set([by.select.value, second.select.value].filter(Boolean).map(Number))]
  const isDated = () => chosen().some((column) => kindOf(column) === 'date')
  const follow = () => {
    period.line.hidden = !isDated()
  }
  for (const { select } of [by, second]) select.addEventListener('change', follow)
  follow()
  const read = (): Grouping => {
    const columns = chosen()
    const is = MEASURES.find((name) => name === measure.select.value)
    const isSame = is === group?.measure?.is && columns.join() === group?.columns.join()
    return {
      columns,
      ...(isDated() && period.select.value !== '' && { by: period.select.value as Period }),
      ...(is && { measure: { is, column: Number(measured.select.value) } }),
      order: isSame && group ? group.order : orderFor(kindOf(columns[0] as number), is),
    }
  }
  const lines = [by, second, period, ...(measured.select.options.length > 0 ? [measure, measured] : [])]
  return { lines: lines.map(({ line }) => line), read }
}

function measureChoices(app: App, before: Measure | undefined) {
  const { words, order } = app
  const kindOf = (column: number) => orderOf(app.columns[column]?.kind)
  const measures = MEASURES.map((is): SelectOption => [is, words.measures[is]])
  const measure = choice(words.calculate, [['', words.measures.count], ...measures], before?.is ?? '')
  const numbers = order.filter((column) => kindOf(column) !== 'text')
  const options = numbers.map((column): SelectOption => [String(column), columnLabel(app, column)])
  const measured = choice(words.measured, options, String(before?.column ?? numbers[0]))
  // Dates have a lowest and a highest value, but no sum and no mean.
  const follow = () => {
    const { select, line } = measured
    line.hidden = measure.select.value === ''
    const isAdded = measure.select.value === 'sum' || measure.select.value === 'mean'
    for (const option of select.options) {
      option.disabled = isAdded && kindOf(Number(option.value)) === 'date'
    }
    const enabled = [...select.options].find(({ disabled }) => !disabled)
    if (select.selectedOptions[0]?.disabled && enabled) select.value = enabled.value
  }
  measure.select.addEventListener('change', follow)
  follow()
  return { measure, measured }
}

// Dates are sorted in their order, everything else from the largest.
function orderFor(kind: string, is: Measure['is'] | undefined): Grouping['order'] {
  if (kind === 'date') return { of: 0, isDown: false }
  return is ? { of: 'value', isDown: true } : LARGEST_FIRST
}

function choice(label: string, options: readonly SelectOption[], value: string): SelectField {
  return choiceOf(label, options, { className: 'line', value })
}
