import type { Difference } from '../../snapshot/index.ts'
import type { Locale } from './locale.ts'
import { oneLine } from './text.ts'

/** A line on what changed in the data: a text, then the names of columns or values it is about, and how many more there are. */
interface DifferenceLine {
  readonly text: string
  readonly names: readonly string[]
  readonly more?: string
}

const MOST_NAMES = 6
const LONGEST_NAME = 60

/** What changed in the data of a dataset, in a few lines. Empty if it was not compared. */
export function differenceLinesOf(locale: Locale, difference: Difference): DifferenceLine[] {
  const { columns, changed = [], volatile = [], values = [], outside, records } = difference
  const { differences: label } = locale.words
  const lineOf = (text: string, names: readonly string[]) =>
    names.length === 0 ? [] : [listed(locale, text, names)]
  const counts = countsOf(locale, difference)
  const valuesOf = (which: 'added' | 'removed') =>
    values.flatMap((value) => value[which].map((text) => `${value.column}: ${text}`))
  const lines = [
    ...(counts === ''
      ? []
      : [
          listed(
            locale,
            counts,
            changed.map(({ column }) => column),
          ),
        ]),
    ...lineOf(label.columnsAdded, columns?.added ?? []),
    ...lineOf(label.columnsRemoved, columns?.removed ?? []),
    ...lineOf(label.valuesAdded, valuesOf('added')),
    ...lineOf(label.valuesRemoved, valuesOf('removed')),
    ...(records?.reordered ? [{ text: label.reordered, names: [] }] : []),
    ...(outside ? [{ text: label.outside, names: [] }] : []),
    ...lineOf(label.volatile, volatile),
  ]
  return lines.length === 0 && difference.kind === 'clerical' ? [{ text: label.same, names: [] }] : lines
}

/** The same as one line, for feeds; undefined if it was not compared. */
export function summarizeDifference(locale: Locale, difference: Difference): string | undefined {
  const [first] = differenceLinesOf(locale, difference)
  if (first === undefined) return undefined
  const { text, names, more } = first
  return `${text}${names.length > 0 ? ': ' : ''}${names.join('; ')}${more ? ` ${more}` : ''}`
}

// `+12 records, −1 record, 3 records changed`; empty if there are no such differences.
function countsOf({ words }: Locale, { records }: Difference): string {
  const { differences: label } = words
  if (records === undefined) return ''
  const { before, after, added, removed, changed = 0 } = records
  if (added === undefined || removed === undefined) return label.counted(before, after)
  return [
    ...(added > 0 ? [label.added(added)] : []),
    ...(removed > 0 ? [label.removed(removed)] : []),
    ...(changed > 0 ? [label.changed(changed)] : []),
  ].join(', ')
}

function listed({ words }: Locale, text: string, names: readonly string[]): DifferenceLine {
  const left = names.length - MOST_NAMES
  return {
    text,
    names: names.slice(0, MOST_NAMES).map((name) => oneLine(name, LONGEST_NAME)),
    ...(left > 0 && { more: words.related.more(left) }),
  }
}
