import type { Sample } from './sample.ts'
import type { CommonColumn } from './schema.ts'

/** So many columns of repeated values are combined. */
const MOST_COMBINED = 6
/** A key has at most so many columns. */
const MOST_WIDTH = 3
/** So many keys are tried. */
const MOST_KEYS = 8

const NAMED = /(?:^|[^\p{L}])(?:id|key|code|uuid|guid|no|nr|number|ид|код|ключ|номер)(?:$|[^\p{L}])|№/iu

/** The places of the columns of a key among the common columns. */
export type Key = readonly number[]

/**
 * Keys that identify every record of two samples, the likeliest first: columns whose values do not repeat, and combinations of columns whose
 * values do. Values decide; names only order what the values allow.
 */
export function findKeys(columns: readonly CommonColumn[], before: Sample, after: Sample): Key[] {
  const usable = columns
    .keys()
    .toArray()
    .filter((at) => [before, after].every((sample) => sample.columns[at]?.isFilled))
  const isUnique = (at: number) =>
    [before, after].every((sample) => sample.columns[at]?.distinct === sample.records)
  const hasDecimals = (at: number) => after.columns[at]?.hasDecimals === true
  const isNamed = (at: number) => NAMED.test(spaced(columns[at]?.name ?? ''))
  const isCounter = (at: number) => [before, after].every((sample) => sample.columns[at]?.isCounter)
  const order = (key: Key) => [
    Number(key.some(hasDecimals)),
    Number(key.some(isCounter)),
    key.length,
    -key.filter(isNamed).length / key.length,
    ...key,
  ]
  const repeated = usable
    .filter((at) => !isUnique(at) && !hasDecimals(at) && (after.columns[at]?.distinct ?? 0) > 1)
    .sort(
      (a, b) =>
        Number(isNamed(b)) - Number(isNamed(a)) ||
        (after.columns[b]?.distinct ?? 0) - (after.columns[a]?.distinct ?? 0) ||
        a - b,
    )
    .slice(0, MOST_COMBINED)
    .sort((a, b) => a - b)
  const combined: Key[] = []
  for (const key of combine(repeated))
    if (!combined.some((found) => found.every((at) => key.includes(at))) && identifies(key, before, after))
      combined.push(key)
  return [...usable.filter(isUnique).map((at) => [at]), ...combined]
    .sort((a, b) => compareLists(order(a), order(b)))
    .slice(0, MOST_KEYS)
}

function spaced(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
}

// The shorter ones first.
function combine(columns: readonly number[]): Key[] {
  let keys: Key[] = columns.map((at) => [at])
  const all: Key[] = []
  for (let width = 2; width <= MOST_WIDTH; width++) {
    keys = keys.flatMap((key) => columns.filter((at) => at > (key.at(-1) ?? -1)).map((at) => [...key, at]))
    all.push(...keys)
  }
  return all
}

function identifies(key: Key, ...samples: readonly Sample[]): boolean {
  return samples.every(({ records, columns }) => {
    const product = key.reduce((all, at) => all * (columns[at]?.distinct ?? 0), 1)
    if (product < records) return false
    const seen = new Set<string>()
    for (let record = 0; record < records; record++)
      seen.add(key.map((at) => columns[at]?.values[record]).join())
    return seen.size === records
  })
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] as number) - (b[at] ?? -1)
}
