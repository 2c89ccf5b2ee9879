import type { DataOutline } from '../../reading/index.ts'
import { isStoredList } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { hasSameValues } from '../doubts/judge.ts'
import { outlineOf } from '../doubts/outline.ts'
import { isMadeFromOther } from '../record-miss.ts'
import type { Loss } from './plan-removal.ts'

/**
 * Lists that have none of the fields of the stored ones, other values, and no more of them: a message in place of a list. The number of
 * entries does not show this for a list that never had many.
 */
export function findReplacedLists({ current, run, draft, options }: Crawl): Loss[] {
  if (current === undefined || !options.refuse.includes('losses')) return []
  return [...run.records.values()].filter(isStoredList).flatMap((record): Loss[] => {
    const { path, operation, format, sha256 } = record
    const stored = current.find(path)
    if (stored?.sha256 === undefined || stored.sha256 === sha256 || isMadeFromOther(stored)) return []
    const before = outlineOf(stored, current.source)
    const now = outlineOf(record, draft.source)
    return before && now && isReplaced(before, now)
      ? [{ what: `fields of ${operation} (${format})`, before: before.names.size, left: 0 }]
      : []
  })
}

function isReplaced(before: DataOutline, now: DataOutline): boolean {
  return (
    before.values > 0 &&
    before.values >= now.values &&
    [...before.names.keys()].every((name) => !now.names.has(name)) &&
    !hasSameValues(before, now)
  )
}
