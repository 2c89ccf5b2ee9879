import { quoteCode } from '../../interface/index.ts'
import type { Generation, ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { fieldNamesOf, haveSameWords, isOfOtherFormat, outlineOf } from '../doubts/judge.ts'
import type { Fresh } from './fresh.ts'
import { haveDiffered } from './relation.ts'
import type { Twins } from './twins.ts'

/** Number of copies of the nearest sizes, smaller and larger, to compare a body with. */
const MOST_COMPARED = 200
/** Ratio up to which sizes are similar. */
const STEP = 1.3

interface Text {
  readonly fields: string
  readonly words: ReadonlySet<string>
}

/**
 * Finds bodies that equal another dataset's copy except for times, numbers, ids and single records. Each of `news` has mostly words that
 * are not in its own copy; it is a suspect if its fields and nearly all of its words are those of another copy. As with equal bytes, data
 * may move from a dataset that is not in `stuck`, and may return; data that its other format had before is its own. Words that several copies share, such as those of yearly tables, do not
 * identify a dataset.
 */
export function findNear(crawl: Crawl, news: readonly Fresh[], stuck: ReadonlySet<Fresh>): Twins {
  const { current, run, draft } = crawl
  if (current === undefined || news.length === 0) return { suspects: [], moved: [] }
  const stored = current.manifest.records.filter(
    ({ path, code, sha256 }) =>
      code !== undefined && sha256 && (run.records.has(path) || run.misses.has(path)),
  )
  const bySize = Map.groupBy(stored.sort(compareSizes), ({ format }) => format)
  const texts = new Map<string, Text | undefined>()
  const storedText = (record: ManifestRecord) => {
    if (!texts.has(record.path)) texts.set(record.path, textOf(record, current.source))
    return texts.get(record.path)
  }
  const findOthers = (record: ManifestRecord, text: Text | undefined) => {
    const others = findNearest(bySize.get(record.format) ?? [], record)
    return others.filter((other) => other.code !== record.code && isAlike(text, storedText(other)))
  }
  const owners = new Map<Fresh, ManifestRecord>()
  for (const one of news) {
    const text = textOf(one.record, draft.source)
    if (one.stored === undefined || isBack(current, one, text)) continue
    if (isOfOtherFormat(crawl, one)) continue
    const owner = findOthers(one.record, text).find((other) => haveDiffered(crawl, one, other.code ?? ''))
    if (owner && findOthers(one.stored, storedText(one.stored)).length === 0) owners.set(one, owner)
  }
  // An owner whose body differs only in times or numbers has not moved.
  const byPath = new Map(news.map((one) => [one.record.path, one]))
  const moved: Fresh[] = []
  const takers = Map.groupBy(owners, ([, { code }]) => code)
  for (let count = -1; count !== owners.size; ) {
    count = owners.size
    for (const [one, { path, code = '' }] of owners) {
      const other = byPath.get(path)
      const hasMoved = other !== undefined && !owners.has(other) && !stuck.has(other)
      const isOnly = takers.get(code)?.every(([taker]) => taker.code === one.code)
      if (!hasMoved || !isOnly || one.stored?.doubted?.whose === quoteCode(code)) continue
      owners.delete(one)
      moved.push(one)
    }
  }
  const suspects = [...owners].map(([fresh, { code = '' }]) => ({
    fresh,
    what: `with the fields and words of ${quoteCode(code)}`,
    whose: quoteCode(code),
  }))
  return { suspects, moved }
}

// Similar to one of its own former copies.
function isBack(
  { source }: Generation,
  { stored, record: { format } }: Fresh,
  text: Text | undefined,
): boolean {
  return stored?.former?.some((former) => isAlike(text, textOf({ ...former, format }, source))) === true
}

function textOf(record: Parameters<typeof outlineOf>[0], source: Generation['source']): Text | undefined {
  const outline = outlineOf(record, source)
  return outline && { fields: fieldNamesOf(outline), words: outline.words }
}

function isAlike(one: Text | undefined, other: Text | undefined): boolean {
  return one !== undefined && one.fields === other?.fields && haveSameWords(one.words, other.words)
}

function compareSizes({ bytes: a = 0 }: ManifestRecord, { bytes: b = 0 }: ManifestRecord): number {
  return a - b
}

// Expects records sorted by size.
function findNearest(sorted: readonly ManifestRecord[], { bytes = 0 }: ManifestRecord): ManifestRecord[] {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle]?.bytes ?? 0) < bytes) from = middle + 1
    else to = middle
  }
  return sorted
    .slice(Math.max(0, from - MOST_COMPARED / 2), from + MOST_COMPARED / 2)
    .filter((one) => (one.bytes ?? 0) * STEP >= bytes && (one.bytes ?? 0) <= bytes * STEP)
}
