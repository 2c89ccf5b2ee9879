import { spread } from '../../catalogue/index.ts'
import type { DataOutline } from '../../reading/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { outlineOf } from '../doubts/outline.ts'
import { type Fresh, ownCopyOf } from './fresh.ts'

/** Maximum number of copies of similar size to compare with, and the minimum that must have the same form. */
const MOST_COMPARED = 40
const LEAST_ALIKE = 5
/** Expected number of equal copies from which a coincidence is plausible. */
const EXPECTED = 0.05

type Values = DataOutline['first']

/**
 * Returns a function that estimates whether a body equals another dataset's by coincidence. From how often each of its values occurs in the
 * same place of other copies it computes how many copies are expected to be equal, as with the states of traffic lights or the free places
 * of three docks.
 */
export function openChance({ current, draft }: Crawl): (one: Fresh, owner: string | undefined) => boolean {
  const stored = current?.manifest.records.filter(
    (record) => record.code && !record.former && ownCopyOf(record),
  )
  const bySize = Map.groupBy(stored ?? [], sizeOf)
  const samples = new Map<string, { path: string; values: Values }[]>()
  const sampleOf = (size: string) => {
    const sample =
      samples.get(size) ??
      spread(bySize.get(size) ?? [], MOST_COMPARED).flatMap((record) => {
        const values = current && valuesOf(record, current.source)
        return values ? [{ path: record.path, values }] : []
      })
    samples.set(size, sample)
    return sample
  }
  return ({ record }, owner) => {
    const values = valuesOf(record, draft.source)
    if (values === undefined) return false
    const alike = sampleOf(sizeOf(record)).filter(
      (one) => one.path !== record.path && one.path !== owner && hasForm(one.values, values),
    )
    if (alike.length < LEAST_ALIKE) return false
    const expected = values.reduce((count, [, text], at) => {
      const same = alike.filter((one) => one.values[at]?.[1] === text).length
      return (count * same) / alike.length
    }, alike.length)
    return expected >= EXPECTED
  }
}

// All values of a document; undefined if there are more than the outline contains, since those are never equal by chance.
function valuesOf(record: ManifestRecord, source: Parameters<typeof outlineOf>[1]): Values | undefined {
  const outline = outlineOf(record, source)
  return outline && outline.values === outline.first.length ? outline.first : undefined
}

function hasForm(one: Values, other: Values): boolean {
  return one.length === other.length && one.every(([name], at) => name === other[at]?.[0])
}

function sizeOf({ format, bytes = 0 }: ManifestRecord): string {
  return `${format} ${Math.round(Math.log2(bytes + 1))}`
}
