import { type FetchFailure, isTransient } from '../../http/index.ts'
import { type DatasetCode, fileOf, ofDataset } from '../../interface/index.ts'
import { HALF } from '../../reading/index.ts'
import { type Generation, ownCopyOf } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { isWhole } from '../copies.ts'
import { deriveFreshPages } from '../derive.ts'
import { haveSameData, outlineOf } from './compare.ts'
import type { Fresh } from './fresh.ts'
import { judge } from './judge.ts'
import type { Doubt } from './replacement.ts'

/**
 * The datasets that the origin now has as pages only, while their copies are its json or xml. What is derived from such a page follows the
 * copy like any other doubtful answer, unless it has less than the copy: a page may show a part of the data.
 */
export function findGone(crawl: Crawl, codes: readonly DatasetCode[]): Doubt[] {
  const { current, options, run } = crawl
  if (current === undefined) return []
  const failureOf = (code: DatasetCode, format: (typeof options.formats)[number]) =>
    run.misses.get(fileOf(ofDataset(code, format)))?.failure
  const gone = codes.filter((code) => options.formats.every((format) => isDenial(failureOf(code, format))))
  const pages = deriveFreshPages(
    crawl,
    gone,
    (stored) => ownCopyOf(stored) !== undefined && isWhole(current, stored),
  )
  return pages.map((fresh) => ({
    fresh,
    stored: fresh.stored,
    what: 'has a page in its place',
    isLoss: false,
    denial: run.misses.get(fresh.record.path)?.failure,
    answerId: 'page',
    group: fresh.code,
    never: hasData(crawl, current, fresh) ? undefined : 'its page does not have the data of the copy',
  }))
}

function isDenial(failure: FetchFailure | undefined): boolean {
  if (failure === undefined || isTransient(failure)) return false
  return ['status', 'foreign', 'error'].includes(failure.kind)
}

// Under the names of the copy, or with its words: the headings of a table may be other words than the names in json.
function hasData({ draft }: Crawl, current: Generation, { record, stored }: Fresh): boolean {
  const before = stored && outlineOf(stored, current.source)
  const now = outlineOf(record, draft.source)
  if (before === undefined || now === undefined) return false
  return judge(before, now) === undefined || (now.values >= before.values * HALF && haveSameData(before, now))
}
