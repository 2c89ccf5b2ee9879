import { amountsOf, isDominated, isOfSeveralUnits, sumsOf } from './amounts.ts'
import { hasRhythm, splitAtGaps } from './gap.ts'
import { hoursOf, monthsOf } from './joined-axis.ts'
import type { ChartedColumn } from './profile/column.ts'
import { isMonth, parseDate } from './profile/date-text.ts'
import { isNameLike } from './profile/name.ts'
import { isNamedLikeStep, namesTotal } from './profile/stated-text.ts'
import type { Chart, ChartLine, ChartPoints } from './types.ts'

/** The least share of the records that have a value on the axis, and of those that have a number that is drawn. */
const [MOSTLY, HALF] = [0.95, 0.5]
const LEAST_POINTS = 5
const MOST_PANELS = 4
/** Fewer points may be alike or not by chance; the correlation of neighbours, above which they are. */
const [LEAST_JUDGED, LEAST_ALIKE] = [20, 0.3]
const [LEAST_GROUPS, MOST_GROUPS] = [2, 100]
/** Points of a line, on average. */
const LEAST_LENGTH = 3
/** Lines that are drawn; all points of a chart together. */
const [MOST_LINES, MOST_POINTS] = [25, 1_200]
/** Two columns with a weaker correlation are a cloud. */
const LEAST_CORRELATION = 0.5
const LEAST_DIFFERENT = 15
const MOST_DOTS = 600
/** The least share of the records that have a name of their own. */
const NEARLY_EACH = 0.95
/** Beside fewer others, a total is drawn as they are. By so much of it a total may differ from the sum, because numbers are rounded. */
const [LEAST_PARTS, TOTAL] = [5, 0.001]
/** Columns of which two may name the records together. */
const MOST_NAMING = 8

/** A year in the name of a column, also one of a school or a budget: `2019`, `pop_2019`, `2019/20`. */
const YEAR = /(?<!\d)((?:1[89]|20)\d\d)(?:[/–-](?:\d\d){1,2})?(?!\d)/g
/** A remark on the year: `2023 (actual)`, `2024 год (план)`. */
const REMARK = /\s*\([^()]*\)/g

/** Months with the last two digits of a year, `янв.20`, or without a mark between, `202001`, and what stands before a day. */
const SHORT_MONTH = /^(\p{L}{3,10})[ ./'’-]{1,2}(\d\d)$/u
const NUMBERED_MONTH = /^((?:19|20)\d\d) ?(0[1-9]|1[0-2])$/
const BEFORE_PERIOD = /^\s*(?:на|за|as of|am)\s/i

/**
 * The most informative chart of records: numbers over years or other periods that are columns, or over time, else two numbers that correlate, else one of
 * a few records with names. Undefined if there is none. `count`: the number of records.
 */
export function chooseChart(columns: readonly ChartedColumn[], count: number): Chart | undefined {
  const { parts, names } = withoutTotals(columns, count)
  const left = count - names.length
  const totals = names.length > 0 ? { totals: names } : {}
  const years = yearsOf(parts)
  const wide = overColumns(parts, years, left)
  if (wide !== undefined) return { ...wide, ...totals }
  if (count < LEAST_POINTS) return undefined
  const lines = overTime(columns, measuresOf(columns, count), count)
  if (lines !== undefined || years.length > 0) return lines
  const chart = ofRecords(parts, left)
  return chart && { ...chart, ...totals }
}

// Two numbers of each record against each other, or one of a few records that have names, or its sums over combinations.
function ofRecords(columns: readonly ChartedColumn[], count: number): Chart | undefined {
  const scatter = scatterOf(measuresOf(columns, count))
  const drawn = columns.filter(({ name }) => name === scatter?.x || name === scatter?.y)
  if (scatter && !drawn.some(isDominated)) return scatter
  const [naming, second] = findNaming(columns, count)
  const amounts = naming && second === undefined ? amountsOf(columns, naming, count) : undefined
  return amounts ?? scatter ?? sumsOf(columns, count)
}

function measuresOf(columns: readonly ChartedColumn[], count: number): readonly ChartedColumn[] {
  return columns.filter(
    ({ kind, positions }) =>
      kind === 'number' && filled(positions) >= count * HALF && differentOf(positions) >= LEAST_POINTS,
  )
}

// The columns without the records that are totals of others, beside which all others would be small, and the names of these.
function withoutTotals(
  columns: readonly ChartedColumn[],
  count: number,
): { readonly parts: readonly ChartedColumn[]; readonly names: readonly string[] } {
  const totals = totalsOf(columns)
  if (totals.size === 0 || count - totals.size < LEAST_PARTS) return { parts: columns, names: [] }
  const isPart = (_: unknown, record: number) => !totals.has(record)
  return {
    parts: columns.map((column) => ({
      ...column,
      values: column.values.filter(isPart),
      positions: column.positions.filter(isPart),
    })),
    names: [...totals.values()],
  }
}

// The records that are totals of others, with their names: those whose text says so, and one that has the sum of all others in several
// columns. *Total Recall* is a film: what is a total only by its first word has the sum of the records before or after it.
function totalsOf(columns: readonly ChartedColumn[]): ReadonlyMap<number, string> {
  const numbers = columns.filter(({ kind }) => kind === 'number').map(({ positions }) => positions)
  const named = new Map<number, string>()
  for (const { totals, values } of columns)
    for (const [record, value] of totals.size > 0 ? values.entries() : [])
      if (value !== undefined && totals.has(value)) named.set(record, value.trim())
  const isTotal = ([record, text]: readonly [number, string]) =>
    namesTotal(text, false) || isSumOfNeighbours(numbers, record, named)
  const found = new Map(named.size > MOST_TOTALS ? [] : [...named].filter(isTotal))
  if (found.size > 0) return found
  const [largest] = numbers.map((positions) => positions.indexOf(greatestOf(positions)))
  const sums = numbers.filter((positions) => largest !== undefined && isSumOfOthers(positions, largest))
  if (largest !== undefined && sums.length > 1 && sums.length * 2 > numbers.length) {
    found.set(largest, nameIn(columns, largest))
  } else for (const record of sumsOfParts(numbers)) found.set(record, nameIn(columns, record))
  return found
}

function nameIn(columns: readonly ChartedColumn[], record: number): string {
  const naming = columns.find(({ kind, values }) => kind === 'text' && values[record] !== undefined)
  return naming?.values[record]?.trim() ?? String(record + 1)
}

/** With more records, a table is hardly one of regions in regions. Smaller numbers, in units of their last digit, are sums of others by chance. */
const [MOST_NESTED, LEAST_SUM] = [500, 1000]

// The records that have, in most columns, the sums of those below them, as a country has of its regions: apart from rounding, and from the last
// one on, so that parts that are sums themselves do not count twice.
function sumsOfParts(numbers: readonly ChartedColumn['positions'][]): readonly number[] {
  const sums = new Set<number>()
  const count = numbers[0]?.length ?? 0
  const units = numbers.map((positions) => 10 ** -Math.max(0, ...positions.map(decimalsOf)))
  for (let record = count - 1; count <= MOST_NESTED && record >= 0; record--)
    if (isSumOfParts(numbers, units, record, sums)) sums.add(record)
  return [...sums].reverse()
}

function decimalsOf(at = 0): number {
  return /\.(\d+)$/.exec(String(at))?.[1]?.length ?? 0
}

function isSumOfParts(
  numbers: readonly ChartedColumn['positions'][],
  units: readonly number[],
  record: number,
  known: ReadonlySet<number>,
): boolean {
  const left = numbers.map((positions) => positions[record] ?? 0)
  const isLarge = left.map((at, column) => at >= LEAST_SUM * (units[column] ?? 1))
  const least = Math.max(2, Math.floor(numbers.length / 2) + 1)
  for (let at = record + 1, parts = 0; at < (numbers[0]?.length ?? 0); at++) {
    if (known.has(at)) continue
    parts++
    for (const [column, positions] of numbers.entries())
      left[column] = (left[column] ?? 0) - (positions[at] ?? 0)
    const margin = (column: number) => ((parts + 1) / 2) * (units[column] ?? 1)
    // Numbers that are too large already become no sum again, unless some are negative.
    const open = left.filter((rest, column) => isLarge[column] && rest >= -margin(column))
    if (open.length < least) return false
    const alike = left.filter((rest, column) => isLarge[column] && Math.abs(rest) <= margin(column))
    if (parts > 1 && alike.length >= least) return true
  }
  return false
}

/** With more records named as totals, the word means something else. */
const MOST_TOTALS = 200
/** Number of records before or after a total that may be its parts. */
const MOST_PARTS = 200

// Whether a record has, in most columns of numbers, the sums of the records directly before or after it, without those named as totals.
function isSumOfNeighbours(
  numbers: readonly ChartedColumn['positions'][],
  record: number,
  named: ReadonlyMap<number, string>,
): boolean {
  const own = numbers.filter((positions) => (positions[record] ?? 0) !== 0)
  return [-1, 1].some((step) => {
    const sums = own.map(() => 0)
    for (let parts = 1, at = record + step; parts <= MOST_PARTS && at >= 0; parts++, at += step) {
      if (own.every(({ length }) => at >= length)) return false
      if (!named.has(at))
        for (const [column, positions] of own.entries())
          sums[column] = (sums[column] ?? 0) + (positions[at] ?? 0)
      const alike = own.filter((positions, column) => isAbout(sums[column] ?? 0, positions[record] ?? 0))
      if (parts > 1 && alike.length * 2 > own.length) return true
    }
    return false
  })
}

function isAbout(sum: number, total: number): boolean {
  return Math.abs(sum - total) < TOTAL * Math.abs(total)
}

function greatestOf(positions: ChartedColumn['positions']): number | undefined {
  return positions.reduce((most, at) => (at !== undefined && at > (most ?? -Infinity) ? at : most), undefined)
}

function isSumOfOthers(positions: ChartedColumn['positions'], record: number): boolean {
  const sum = positions.reduce<number>((all, at) => all + (at ?? 0), 0)
  const own = positions[record] ?? 0
  return own > 0 && Math.abs(sum - 2 * own) < TOTAL * sum
}

/** A column of numbers of one year, of a period that begins on a day in ms since 1970, or of a month of any year, from 1. */
interface YearColumn {
  readonly year: number
  readonly column: ChartedColumn
  readonly step?: 'date' | 'month'
}

// The columns of a table that has one for each year, in order: those of numbers whose names differ only by the year, or else by it and a remark
// on it, if they are most. Else those of a table that has one for each quarter, month or day, or for each month without a year.
function yearsOf(columns: readonly ChartedColumn[]): readonly YearColumn[] {
  const numbers = columns.filter(({ kind, positions }) => kind === 'number' && filled(positions) > 0)
  const dated = numbers.flatMap((column) => {
    const found = new Set([...column.name.matchAll(YEAR)].map(([, year]) => Number(year)))
    const [year] = found
    return year === undefined || found.size > 1 ? [] : [{ year, column }]
  })
  for (const besides of ['', REMARK]) {
    const byRest = Map.groupBy(dated, ({ column }) => column.name.replace(YEAR, '').replace(besides, ''))
    const [most = []] = [...byRest.values()].toSorted((a, b) => b.length - a.length)
    const isEach = new Set(most.map(({ year }) => year)).size === most.length
    if (isEach && most.length >= LEAST_POINTS && most.length * 2 >= numbers.length)
      return most.toSorted((a, b) => a.year - b.year)
  }
  for (const step of ['date', 'month'] as const) {
    const periods = numbers.flatMap((column) => {
      const year = periodIn(column.name, step)
      return year === undefined ? [] : [{ year, column, step }]
    })
    const different = new Set(periods.map(({ year }) => year)).size
    const areMost = different >= LEAST_POINTS && different * 2 >= numbers.length
    if (areMost && different === periods.length) return periods.toSorted((a, b) => a.year - b.year)
  }
  return []
}

function periodIn(name: string, step: 'date' | 'month'): number | undefined {
  // In names of elements of xml, `_` stands for a blank.
  const bare = name.replaceAll('_', ' ').replace(REMARK, '').replace(BEFORE_PERIOD, '').trim()
  if (step === 'month')
    return isMonth(bare) ? new Date(parseDate(`${bare} 2000`, 'day') ?? 0).getUTCMonth() + 1 : undefined
  return parseDate(bare.replace(SHORT_MONTH, '$1 20$2').replace(NUMBERED_MONTH, '$1-$2'), 'day')
}

// A line for each record, by what names them.
function overColumns(
  columns: readonly ChartedColumn[],
  years: readonly YearColumn[],
  count: number,
): Extract<Chart, { kind: 'years' }> | undefined {
  const [first, last] = [years[0]?.column.name, years.at(-1)?.column.name]
  if (first === undefined || last === undefined) return undefined
  const step = years[0]?.step
  const naming = findNaming(columns, count)
  if (naming.some((one) => isOfSeveralUnits(columns, one))) return undefined
  const names = Array.from({ length: count }, (_, record) => nameBy(naming, record))
  const lines = largestLast(
    names.map((name, record) => ({
      name,
      points: years.flatMap(({ year, column }): [number, number][] => {
        const value = column.positions[record]
        return value === undefined ? [] : [[year, value]]
      }),
    })),
    step === 'date',
  )
  if (lines.length === 0 || naming.length === 0) return undefined
  return {
    kind: 'years',
    first,
    last,
    ...(step && { step }),
    lines,
    names: naming.map(({ name }) => name),
    isEachNamed: new Set(names).size === count,
    count,
  }
}

// The column of texts or codes with hardly any repetition, of several one of names, else the first two that together distinguish all records.
function findNaming(columns: readonly ChartedColumn[], count: number): readonly ChartedColumn[] {
  const able = columns
    .filter(({ kind }) => kind === 'text' || kind === 'code')
    .map((column) => ({ column, different: differentOf(column.values) }))
  const each = able.filter(({ different }) => different >= count * NEARLY_EACH)
  const named = each.find(({ column }) => isOfNames(column)) ?? each[0]
  if (named !== undefined) return [named.column]
  const tried = able.slice(0, MOST_NAMING).map(({ column }) => column)
  const pairs = tried.flatMap((one, at) => tried.slice(at + 1).map((other) => [one, other]))
  const records = Array.from({ length: count }, (_, record) => record)
  return pairs.find((pair) => new Set(records.map((record) => nameBy(pair, record))).size === count) ?? []
}

// Whether at least half of the values may be names, not codes or amounts.
function isOfNames({ kind, values }: ChartedColumn): boolean {
  const names = values.filter((value) => value !== undefined && isNameLike(value))
  return kind === 'text' && names.length * 2 >= filled(values)
}

function nameBy(naming: readonly ChartedColumn[], record: number): string {
  return naming.flatMap(({ values }) => values[record] ?? []).join(', ')
}

function overTime(
  columns: readonly ChartedColumn[],
  measures: readonly ChartedColumn[],
  count: number,
): Chart | undefined {
  const joined = monthsOf(columns) ?? hoursOf(columns)
  for (const axis of columns.flatMap((column) =>
    column === joined?.whole ? [joined.axis, column] : [column],
  )) {
    const used = axis === joined?.axis ? [joined.whole, joined.part] : [axis]
    const able = measures.filter((one) => one !== axis && one !== joined?.part)
    const [measure] = able
    if (measure === undefined || !isOfTimes(axis)) continue
    const times = differentOf(axis.positions)
    if (filled(axis.positions) < count * MOSTLY || times < LEAST_POINTS) continue
    const common = {
      kind: 'lines',
      x: axis.name,
      ...(axis === joined?.axis && { part: joined.part.name }),
      isDate: axis.kind === 'date',
    } as const
    if (times >= filled(axis.positions)) {
      const drawn = able
        .filter((one) => isSeries(pointsOf(axis, one)))
        .toSorted((a, b) => Number(namesTotal(b.name, true)) - Number(namesTotal(a.name, true)))
        .slice(0, MOST_PANELS)
      if (drawn.length === 0) continue
      const most = Math.floor(MOST_POINTS / drawn.length)
      return {
        ...common,
        panels: drawn.map((one) => ({
          y: one.name,
          lines: [{ parts: partsOf(pointsOf(axis, one), most, common.isDate) }],
        })),
      }
    }
    const [finest = measure] = able.toSorted((a, b) => differentOf(b.positions) - differentOf(a.positions))
    const others = columns.filter((column) => !used.includes(column) && column !== finest)
    const groups = findGroups(others, axis, count)
    if (groups === undefined || (axis.kind === 'number' && !isWhole(axis, groups))) continue
    const series = seriesOf(axis, finest, groups)
    const isSparse = times * Math.max(2, series.length / 2) > count
    if (isSparse && !areSeries(series)) continue
    return {
      ...common,
      panels: [{ y: finest.name, lines: largestLast(series, common.isDate) }],
      group: groups.name,
      groups: new Set(groups.values.filter((value) => value !== undefined)).size,
    }
  }
  return undefined
}

/** Between which numbers years with fractions lie, and how many there are at least. */
const [FIRST_YEAR, LAST_YEAR, LEAST_YEARS] = [1500, 2100, 3]

// Whether values are dates, years, years with fractions at regular steps, as 1749.0833 is February, or ages, hours and the like.
function isOfTimes({ kind, name, positions }: ChartedColumn): boolean {
  if (kind !== 'number') return kind === 'date' || kind === 'year'
  const years = [...new Set(positions)].filter((at) => at !== undefined).sort((a, b) => a - b)
  const [first = 0, last = 0] = [years.at(0), years.at(-1)]
  if (isNamedLikeStep(name)) return last - first === years.length - 1
  return (
    first >= FIRST_YEAR &&
    last <= LAST_YEAR &&
    last - first >= LEAST_YEARS &&
    !years.every(Number.isInteger) &&
    hasRhythm(years.map((at) => [at, 0]))
  )
}

// Whether the points are those of one thing that changes. Answers and events, at any times, are not: neighbours have nothing in common.
function isSeries(points: ChartPoints): boolean {
  if (points.length < LEAST_JUDGED || hasRhythm(points)) return true
  return correlation(neighboursOf(points)) >= LEAST_ALIKE
}

// Whether the points of several things are those of things that change, if each has times of its own: most have a rhythm, or neighbours are
// alike, apart from what distinguishes the things. Contracts with the same subject have nothing in common.
function areSeries(series: readonly Series[]): boolean {
  const long = series.filter(({ points }) => points.length >= LEAST_POINTS)
  const regular = long.filter(({ points }) => hasRhythm(points))
  if (regular.length * 2 > series.length) return true
  const neighbours = series.flatMap(({ points }) => {
    const mean = points.reduce((sum, [, y]) => sum + y, 0) / points.length
    return neighboursOf(points).map(([before, y]) => [before - mean, y - mean] as const)
  })
  return neighbours.length >= LEAST_JUDGED && correlation(neighbours) >= LEAST_ALIKE
}

function neighboursOf(points: ChartPoints): (readonly [before: number, y: number])[] {
  return points.slice(1).map(([, y], at) => [points[at]?.[1] ?? y, y] as const)
}

// Whether each group has nearly every age, hour or the like; otherwise these are facts about records.
function isWhole(axis: ChartedColumn, groups: ChartedColumn): boolean {
  return filled(axis.positions) >= differentOf(axis.positions) * differentOf(groups.values) * MOSTLY
}

// The column with the fewest values that makes each time occur once per value.
function findGroups(
  columns: readonly ChartedColumn[],
  axis: ChartedColumn,
  count: number,
): ChartedColumn | undefined {
  const able = columns.flatMap((column) => {
    if (column.kind === 'date' || column.kind === 'link' || column.kind === 'nested') return []
    const different = differentOf(column.values)
    if (different < LEAST_GROUPS || different > Math.min(MOST_GROUPS, count / LEAST_LENGTH)) return []
    if (filled(column.values) < count * MOSTLY) return []
    const pairs = new Set(axis.positions.map((at, record) => `${at} ${column.values[record]}`))
    // Of a text and its code, the text tells more.
    const isCode = column.kind === 'code' || column.kind === 'identifier'
    const last = column.kind === 'number' ? MOST_GROUPS : isCode ? 0.5 : 0
    return pairs.size >= count * MOSTLY ? [{ column, rank: last + different }] : []
  })
  return able.sort((a, b) => a.rank - b.rank)[0]?.column
}

interface Series {
  readonly name: string
  readonly points: ChartPoints
}

// The lines with the largest last values first.
function largestLast(lines: readonly Series[], isDate: boolean): ChartLine[] {
  const lastOf = ({ points }: Series) => points.at(-1)?.[1] ?? 0
  const shown = lines
    .filter(({ points }) => points.length > 1)
    .toSorted((a, b) => lastOf(b) - lastOf(a))
    .slice(0, MOST_LINES)
  const most = Math.floor(MOST_POINTS / Math.max(1, shown.length))
  return shown.map(({ name, points }) => ({ name, parts: partsOf(points, most, isDate) }))
}

// The points of each group, by time.
function seriesOf(axis: ChartedColumn, measure: ChartedColumn, groups: ChartedColumn): Series[] {
  const byGroup = new Map<string, [number, number][]>()
  for (const [record, name] of groups.values.entries()) {
    const [x, y] = [axis.positions[record], measure.positions[record]]
    if (name === undefined || x === undefined || y === undefined) continue
    const points = byGroup.get(name)
    if (points) points.push([x, y])
    else byGroup.set(name, [[x, y]])
  }
  return [...byGroup].map(([name, points]) => ({ name, points: points.sort((a, b) => a[0] - b[0]) }))
}

function pointsOf(axis: ChartedColumn, measure: ChartedColumn): ChartPoints {
  return pairsOf(axis, measure).sort((a, b) => a[0] - b[0])
}

function pairsOf(axis: ChartedColumn, measure: ChartedColumn): [number, number][] {
  return axis.positions.flatMap((x, record): [number, number][] => {
    const y = measure.positions[record]
    return x === undefined || y === undefined ? [] : [[x, y]]
  })
}

// The parts of a line between gaps, with about `most` points together; between the longest gaps, if there are too many for that.
function partsOf(points: ChartPoints, most: number, isDate: boolean): ChartPoints[] {
  const parts = atLongest(splitAtGaps(points, isDate), Math.max(1, Math.floor(most / 4)))
  return parts.map((part) => thin(part, Math.floor((most * part.length) / points.length)))
}

// At most this many parts, without the shortest gaps between them.
function atLongest(parts: readonly ChartPoints[], most: number): readonly ChartPoints[] {
  if (parts.length <= most) return parts
  const gaps = parts.map(([first], at) => (first?.[0] ?? 0) - (parts[at - 1]?.at(-1)?.[0] ?? -Infinity))
  const longest = gaps.toSorted((a, b) => b - a)[most] ?? 0
  const joined: ChartPoints[number][][] = []
  for (const [at, part] of parts.entries())
    if (gaps[at] !== undefined && gaps[at] > longest) joined.push([...part])
    else joined.at(-1)?.push(...part)
  return joined
}

// At most this many points, or four: the first, the last, and of each part of the line between them the lowest and the highest, so that no peak is
// lost.
function thin(points: ChartPoints, most: number): ChartPoints {
  if (points.length <= Math.max(4, most)) return points
  const inner = points.slice(1, -1)
  const parts = Math.max(1, Math.floor(most / 2) - 1)
  const extremes = Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part, part + 1].map((at) => Math.floor((at * inner.length) / parts))
    const [low, ...more] = inner.slice(from, to).toSorted((a, b) => a[1] - b[1])
    const high = more.at(-1)
    return [low, high].filter((point) => point !== undefined).sort((a, b) => a[0] - b[0])
  })
  return [points[0], ...extremes.flat(), points.at(-1)].filter((point) => point !== undefined)
}

function scatterOf(measures: readonly ChartedColumn[]): Extract<Chart, { kind: 'scatter' }> | undefined {
  const able = measures.filter(({ positions }) => differentOf(positions) >= LEAST_DIFFERENT).slice(0, 12)
  let best: { x: ChartedColumn; y: ChartedColumn; strength: number } | undefined
  for (const [at, x] of able.entries())
    for (const y of able.slice(at + 1)) {
      if (isPartOf(x, y) || isPartOf(y, x)) continue
      const strength = Math.abs(correlation(pairsOf(x, y)))
      if (strength >= LEAST_CORRELATION && strength < 0.999 && strength > (best?.strength ?? 0))
        best = { x, y, strength }
    }
  if (best === undefined) return undefined
  const points = pointsOf(best.x, best.y)
  const step = Math.ceil(points.length / MOST_DOTS)
  return {
    kind: 'scatter',
    x: best.x.name,
    y: best.y.name,
    points: points.filter((_, at) => at % step === 0),
    count: points.length,
  }
}

// Whether a column is named as a total, and no number of another one is larger than it.
function isPartOf(part: ChartedColumn, total: ChartedColumn): boolean {
  return namesTotal(total.name, true) && pairsOf(part, total).every(([one, all]) => one <= all)
}

/** Pearson's coefficient; 0 for fewer than three points and where one column does not vary. */
function correlation(points: ChartPoints): number {
  const n = points.length
  if (n < 3) return 0
  const [mx, my] = [0, 1].map((side) => points.reduce((sum, point) => sum + (point[side] as number), 0) / n)
  let [xx, yy, xy] = [0, 0, 0]
  for (const [x, y] of points) {
    const [dx, dy] = [x - (mx as number), y - (my as number)]
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  }
  const strength = xy / Math.sqrt(xx * yy)
  return Number.isFinite(strength) ? strength : 0
}

function filled(values: readonly unknown[]): number {
  let count = 0
  for (const value of values) if (value !== undefined) count++
  return count
}

function differentOf(values: readonly unknown[]): number {
  const different = new Set(values)
  different.delete(undefined)
  return different.size
}
