import { cellText } from '../reading/index.ts'
import type { Listing } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { surveyGeneration } from './survey-generation.ts'

/** The last known listing of each of these datasets, which are no longer listed. */
export function keepListings(crawl: Crawl, codes: readonly string[]): Listing[] {
  const { current } = crawl
  if (current === undefined || codes.length === 0) return []
  const known = new Map(current.manifest.listings?.map((listing) => [listing.code, listing]))
  if (codes.some((code) => !known.has(code)))
    for (const { code, title, description, categories, oivs, fields } of surveyGeneration(crawl, current)
      .catalogue.datasets)
      if (!known.has(code))
        known.set(code, {
          code,
          title,
          ...(description !== undefined && { description }),
          categories,
          oivs,
          fields: [...fields].map(([name, value]) => [name, cellText(value) ?? ''] as const),
        })
  return codes.flatMap((code) => known.get(code) ?? [])
}
