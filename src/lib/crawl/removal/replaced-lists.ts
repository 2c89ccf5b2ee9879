import { type DataOutline, withoutDigits } from '../../reading/index.ts'
import { isStoredList } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { hasOtherFields } from '../doubts/judge.ts'
import { outlineOf } from '../doubts/outline.ts'
import { isMadeFromOther } from '../record-miss.ts'
import type { ListSurvey } from '../survey.ts'
import type { Loss } from './plan-removal.ts'

/**
 * Short lists that have other values, in other fields or in one record where there were entries: a message in place of a list. The number
 * of entries does not show this for a list that never had many. A list that names a dataset is none.
 */
export function findReplacedLists(
  { current, run, draft, options }: Crawl,
  { lists, codes }: Pick<ListSurvey, 'lists' | 'codes'>,
): Loss[] {
  if (current === undefined || !options.refuse.includes('losses')) return []
  const known = new Set<string>(codes)
  const namesDataset = (operation: string, format: string) =>
    lists.some(
      (named) =>
        named.list.operation === operation &&
        named.list.format === format &&
        [...named.codes].some((code) => known.has(code)),
    )
  return [...run.records.values()].filter(isStoredList).flatMap((record): Loss[] => {
    const { path, operation, format, sha256 } = record
    const stored = current.find(path)
    if (namesDataset(operation, format)) return []
    if (stored?.sha256 === undefined || stored.sha256 === sha256 || isMadeFromOther(stored)) return []
    const before = outlineOf(stored, current.source)
    const now = outlineOf(record, draft.source)
    if (!before || !now || !isReplaced(before, now)) return []
    const left = countCommon(before, now)
    return [{ what: `values of ${operation} (${format})`, before: before.distinct.size, left }]
  })
}

/** Of a list of one value, that value is enough. */
const LEAST_COMMON = 2

// More than the examined values are no message, and those of a long list may merely have another order.
function isReplaced(before: DataOutline, now: DataOutline): boolean {
  const { size } = before.distinct
  const common = countCommon(before, now)
  const isShort = [before, now].every(({ values, looked }) => values === looked)
  if (!isShort || size === 0 || (common * 2 >= size && common >= Math.min(LEAST_COMMON, size))) return false
  return (now.isRecord && !before.isRecord) || hasOtherFields(now, before)
}

// A value may have become a key, as where entries are now by code.
function countCommon({ distinct }: DataOutline, now: DataOutline): number {
  const isNamed = (value: string) => now.names.has(withoutDigits(value))
  return [...distinct].filter((value) => now.distinct.has(value) || isNamed(value)).length
}
