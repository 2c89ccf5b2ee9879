import {
  CHART_SETTING,
  CHART_SETTINGS,
  type ChartChoice,
  type Period,
  readChart,
  writeChart,
} from './chart-choice.ts'

/** A condition on a value. Blank values are null. */
export type Test =
  /** Between two optional bounds, inclusive: numbers, or dates as `2024`, `2024-05`, `2024-05-01` or in the format of the data. */
  | { readonly is: 'range'; readonly from?: string; readonly to?: string }
  /** Contains a text, ignoring case. */
  | { readonly is: 'text'; readonly text: string }
  /** Exactly one of these; or, with `not`, none of them. */
  | { readonly is: 'values'; readonly values: readonly (string | null)[]; readonly not: boolean }

  /** A place on the map of the page within this box, in degrees. `west` is greater than `east` if the box crosses the date line. */
  | ({ readonly is: 'box' } & Readonly<Record<(typeof SIDES)[number], number>>)

const SIDES = ['west', 'south', 'east', 'north'] as const

/** A box on the map. */
export type Box = Extract<Test, { is: 'box' }>

/** The column of filters that search in all columns. */
export const ANY_COLUMN = -1
/** The column of filters by a box on the map. */
export const ON_MAP = -2

/** A condition on a column, given by its index in the table; with {@link ANY_COLUMN}, words to search; with {@link ON_MAP}, a box. */
export interface Filter {
  readonly column: number
  readonly test: Test
}

/** An order of rows by one column. */
export interface ColumnSort {
  readonly column: number
  readonly isDown: boolean
}

export const MEASURES = ['sum', 'mean', 'min', 'max'] as const

/** What is calculated from a column in each group. */
export interface Measure {
  readonly is: (typeof MEASURES)[number]
  readonly column: number
}

/** Groups of records with the same values in some columns. */
export interface Grouping {
  /** One or two columns. */
  readonly columns: readonly number[]
  /** The period for columns of dates; undefined for dates as they are. */
  readonly by?: Period | undefined
  readonly measure?: Measure | undefined
  /** The order of the groups: by the first or second column, by their count or by the measure. */
  readonly order: { readonly of: 0 | 1 | 'count' | 'value'; readonly isDown: boolean }
}

/** What the explorer shows. The address states all of it. */
export interface ViewState {
  readonly filters: readonly Filter[]
  /** The names of columns that the address filters by, and that the table does not have. */
  readonly unknown?: readonly string[] | undefined
  /** The primary sort column first. */
  readonly sort: readonly ColumnSort[]
  /** Hidden columns. */
  readonly hidden: readonly number[]
  /** If present, groups are shown instead of records. */
  readonly group?: Grouping | undefined
  /** If present, a chart is shown above the records. */
  readonly chart?: ChartChoice | undefined
  /** Counted from 1. */
  readonly page: number
  readonly size: number
  /** Of a table that is shown in parts, the part, counted from 1; undefined for the first. */
  readonly part?: number | undefined
  /** The number of the opened record, counted from 1. */
  readonly record?: number | undefined
}

export const SIZES = [25, 50, 100] as const

/** All records in document order, with the page size of the static page. */
export const WHOLE: ViewState = { filters: [], sort: [], hidden: [], page: 1, size: SIZES[2] }

/**
 * Writes a view as the fragment of an address, without its `#`:
 * `find=two%20words&sort=-year&population=100..500&type=a|b&name=~foo&note=!()&page=2`. Groups are `group=a,b&by=year&sum=c&order=-value`,
 * a chart is `chart=line&x=a&y=b&of=mean`, a part of a large table is `.part=2`, a box on the map is `.map=west,south,east,north`.
 *
 * A column is written by its name. If the name is that of a setting, is repeated or empty, or begins with a dot, its position among the columns
 * of that name precedes it, as in `.2.name`. Values are `~text` for contains, `from..to`, `a|b` for one of these, `!a|b` for none of these, `()`
 * for blank. Characters with a meaning in this syntax are percent-encoded. The default view is an empty text. If the page hides `folded`
 * columns, `hide=` shows them all.
 */
export function writeAddress(
  view: ViewState,
  names: readonly string[],
  folded: readonly number[] = [],
): string {
  const keys = keysOf(names, view.chart !== undefined)
  const keyOf = (column: number) => keys[column] ?? ''
  const shown = names.map((_, at) => at).filter((at) => !view.hidden.includes(at))
  const isDefault =
    view.hidden.length === folded.length && view.hidden.every((column) => folded.includes(column))
  const isMostlyHidden = view.hidden.length > shown.length && shown.length > 0
  const columns: [string, string] = isMostlyHidden
    ? ['show', shown.map(keyOf).join(',')]
    : ['hide', view.hidden.map(keyOf).join(',')]
  const pairs: [string, string | undefined][] = [
    ['find', encode(searchedWords(view)) || undefined],
    [
      'sort',
      view.sort.map(({ column, isDown }) => (isDown ? '-' : '') + keyOf(column)).join(',') || undefined,
    ],
    ...view.filters
      .filter(({ column }) => column !== ANY_COLUMN)
      .map(({ column, test }): [string, string | undefined] => [
        column === ON_MAP ? MAP : keyOf(column),
        writeTest(test) || undefined,
      ]),
    ...(isDefault ? [] : [columns]),
    ...writeGrouping(view.group, keyOf),
    ...writeChart(view.chart, keyOf),
    ['rows', view.size === WHOLE.size ? undefined : String(view.size)],
    [PART, (view.part ?? 1) === 1 ? undefined : String(view.part)],
    ['page', view.page === 1 ? undefined : String(view.page)],
    ['record', view.record === undefined ? undefined : String(view.record)],
  ]
  return pairs
    .filter(([, value]) => value !== undefined)
    .map((pair) => pair.join('='))
    .join('&')
}

/**
 * Parses the view in the fragment of an address; unknown columns are ignored, and filters by them named. Undefined if the fragment is empty or an anchor. `folded`: the
 * columns that are hidden if the fragment does not state which.
 */
export function readAddress(
  fragment: string,
  names: readonly string[],
  folded: readonly number[] = [],
): ViewState | undefined {
  const text = fragment.replace(/^#/, '')
  if (!text.includes('=')) return undefined
  const pairs = text.split('&').map(splitPair)
  const isCharted = pairs.some(([key]) => key === CHART_SETTING)
  const places = new Map(keysOf(names, isCharted).map((key, column) => [decode(key), column]))
  const columnOf = (key: string) => places.get(decode(key))
  const columnsOf = (list: string) => list.split(',').flatMap((key) => columnOf(key) ?? [])
  const settings = new Map<string, string>()
  const filters: Filter[] = []
  const unknown: string[] = []
  for (const [key, value] of pairs) {
    const column = columnOf(key)
    if (isSetting(key, isCharted)) settings.set(key, value)
    else if (column !== undefined) filters.push({ column, test: readTest(value) })
    else unknown.push(decode(key))
  }
  const found = decode(settings.get('find') ?? '')
  const group = readGrouping(settings, columnOf)
  const chart = readChart(settings, columnOf)
  const part = wholeFrom(settings.get(PART))
  const record = wholeFrom(settings.get('record'))
  const size = wholeFrom(settings.get('rows'))
  return {
    filters: [...findBy(found), ...filters, ...readBox(settings.get(MAP))],
    ...(unknown.length > 0 && { unknown }),
    sort: sortsOf(settings.get('sort') ?? '', columnOf),
    hidden: hiddenOf(settings, columnsOf, names.length, folded),
    ...(group && { group }),
    ...(chart && { chart }),
    page: wholeFrom(settings.get('page')) ?? 1,
    size: SIZES.find((known) => known === size) ?? WHOLE.size,
    ...(part !== undefined && { part }),
    ...(record !== undefined && { record }),
  }
}

/** The settings of the part and of the box on the map. No column has such a key: after a leading dot, keys of columns have a number. */
const [PART, MAP] = ['.part', '.map']

const SETTINGS: ReadonlySet<string> = new Set([
  PART,
  MAP,
  'find',
  'sort',
  'show',
  'hide',
  'group',
  'by',
  ...MEASURES,
  'order',
  CHART_SETTING,
  'rows',
  'page',
  'record',
])

function isSetting(key: string, isCharted: boolean): boolean {
  return SETTINGS.has(key) || (isCharted && (CHART_SETTINGS as readonly string[]).includes(key))
}

function readBox(text = ''): Filter[] {
  const sides = text.split(',').map(Number)
  const [west, south, east, north] = sides as [number, number, number, number]
  const isBox = sides.length === SIDES.length && sides.every(Number.isFinite)
  return isBox ? [{ column: ON_MAP, test: { is: 'box', west, south, east, north } }] : []
}

function splitPair(pair: string): [key: string, value: string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

/** The largest groups first. */
export const LARGEST_FIRST: Grouping['order'] = { of: 'count', isDown: true }

const ORDERS: readonly (readonly [name: string, of: Grouping['order']['of']])[] = [
  ['first', 0],
  ['second', 1],
  ['count', 'count'],
  ['value', 'value'],
]

function writeGrouping(
  group: Grouping | undefined,
  keyOf: (column: number) => string,
): [string, string | undefined][] {
  if (!group) return []
  const { columns, by, measure, order } = group
  const name = ORDERS.find(([, of]) => of === order.of)?.[0] ?? ''
  const isDefault = order.of === LARGEST_FIRST.of && order.isDown === LARGEST_FIRST.isDown
  return [
    ['group', columns.map(keyOf).join(',')],
    ['by', by],
    ...(measure ? [[measure.is, keyOf(measure.column)] as [string, string]] : []),
    ['order', isDefault ? undefined : (order.isDown ? '-' : '') + name],
  ]
}

function readGrouping(
  settings: ReadonlyMap<string, string>,
  columnOf: (key: string) => number | undefined,
): Grouping | undefined {
  const named = (settings.get('group') ?? '').split(',').flatMap((key) => columnOf(key) ?? [])
  const columns = [...new Set(named)].slice(0, 2)
  if (columns.length === 0) return undefined
  const is = MEASURES.find((name) => settings.has(name))
  const column = is && columnOf(settings.get(is) ?? '')
  const by = settings.get('by')
  const order = settings.get('order') ?? ''
  const of = ORDERS.find(([name]) => name === order.replace('-', ''))?.[1]
  return {
    columns,
    ...((by === 'year' || by === 'month') && { by }),
    ...(is && column !== undefined && { measure: { is, column } }),
    order: of === undefined ? LARGEST_FIRST : { of, isDown: order.startsWith('-') },
  }
}

/** The words searched in all columns; empty if there are none. */
export function searchedWords({ filters }: ViewState): string {
  const test = filters.find(({ column }) => column === ANY_COLUMN)?.test
  return test?.is === 'text' ? test.text : ''
}

/** The filters that search words in all columns. */
export function findBy(text: string): Filter[] {
  return text.trim() === '' ? [] : [{ column: ANY_COLUMN, test: { is: 'text', text } }]
}

// With a chart, a column with the name of one of its settings needs a dot too.
function keysOf(names: readonly string[], isCharted: boolean): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    const isPlain = times === 1 && name !== '' && !isSetting(name, isCharted) && !name.startsWith('.')
    return isPlain ? encode(name, /^-/) : `.${times}.${encode(name)}`
  })
}

function sortsOf(list: string, columnOf: (key: string) => number | undefined): ColumnSort[] {
  return list.split(',').flatMap((item) => {
    const isDown = item.startsWith('-')
    const column = columnOf(isDown ? item.slice(1) : item)
    return column === undefined ? [] : { column, isDown }
  })
}

function hiddenOf(
  settings: ReadonlyMap<string, string>,
  columnsOf: (list: string) => number[],
  count: number,
  folded: readonly number[],
): readonly number[] {
  const shown = columnsOf(settings.get('show') ?? '')
  if (shown.length > 0)
    return Array.from({ length: count }, (_, at) => at).filter((at) => !shown.includes(at))
  const hide = settings.get('hide')
  if (hide === undefined) return folded
  const hidden = [...new Set(columnsOf(hide))].sort((a, b) => a - b)
  return hidden.length < count ? hidden : []
}

function writeTest(test: Test): string {
  if (test.is === 'box') return SIDES.map((side) => test[side]).join(',')
  if (test.is === 'text') return `~${encode(test.text)}`
  if (test.is === 'range') return `${bound(test.from)}..${bound(test.to)}`
  return (
    (test.not ? '!' : '') +
    test.values.map((text) => (text === null ? '()' : encode(text, /^[~!]|^\((?=\)$)|\.(?=\.)/g))).join('|')
  )
}

function readTest(value: string): Test {
  if (value.startsWith('~')) return { is: 'text', text: decode(value.slice(1)) }
  const range = value.indexOf('..')
  if (range >= 0) {
    const [from, to] = [decode(value.slice(0, range)), decode(value.slice(range + 2))]
    return { is: 'range', ...(from !== '' && { from }), ...(to !== '' && { to }) }
  }
  const not = value.startsWith('!')
  const items = (not ? value.slice(1) : value).split('|')
  return { is: 'values', values: items.map((item) => (item === '()' ? null : decode(item))), not }
}

// Encodes all dots that are not decimal points, so that `..` only separates the bounds.
function bound(text = ''): string {
  return encode(text, /^[~!]|\.(?!\d)|^\./g)
}

// Percent-encodes only what browsers would encode, so letters of any script stay readable.
function encode(text: string, also?: RegExp): string {
  const safe = text.toWellFormed().replace(/[\s\p{C}%&=#,"<>`|^{}\\[\]]/gu, encodeURIComponent)
  return also ? safe.replace(also, hex) : safe
}

function hex(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function wholeFrom(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
