import { spread } from '../../catalogue/index.ts'
import type { DataOutline } from '../../reading/index.ts'
import type { ManifestRecord } from '../../snapshot/index.ts'
import type { Crawl } from '../context.ts'
import { outlineOf } from '../doubts/outline.ts'
import { type Fresh, ownCopyOf } from './fresh.ts'

/** Copies of about the same size that a body is compared with, and how many must be of its form. */
const MOST_COMPARED = 40
const LEAST_ALIKE = 5
/** So many of the copies may be expected to be the same as a body, for that to happen now and then. */
const EXPECTED = 0.05

type Values = DataOutline['first']

/**
 * Opens the question whether a body may be the same as another dataset's by chance: each of its values stands at the same place in so many copies
 * of other datasets that some of them can be expected to agree in all, as the states of traffic lights or the free places of three docks do.
 */
export function openChance({ current, draft }: Crawl): (one: Fresh, owner: string | undefined) => boolean {
  const held = current?.manifest.records.filter(
    (record) => record.code && !record.former && ownCopyOf(record),
  )
  const bySize = Map.groupBy(held ?? [], sizeOf)
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

// All values of a document; undefined where there are more than are looked at, which are never the same by chance.
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
