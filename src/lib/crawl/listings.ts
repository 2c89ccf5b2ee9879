import { buildCatalogue, type DatasetEntry } from '../catalogue/index.ts'
import { DATA_FORMATS } from '../interface/index.ts'
import { cellText } from '../reading/index.ts'
import type { Generation, Listing } from '../snapshot/index.ts'
import type { Crawl } from './context.ts'
import { surveyGeneration } from './survey-generation.ts'

/** What the lists last said of these datasets, which are no longer in them, in their order. */
export function keepListings(crawl: Crawl, codes: readonly string[]): Listing[] {
  const { current } = crawl
  if (current === undefined || codes.length === 0) return []
  const known = new Map(current.manifest.listings?.map((listing) => [listing.code, listing]))
  if (codes.some((code) => !known.has(code)))
    for (const { code, title, description, categories, oivs, fields } of entriesOf(crawl, current))
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

// What the preferred format of the list says, else another one: while one failed, they may have named different datasets.
function entriesOf(crawl: Crawl, generation: Generation): DatasetEntry[] {
  const { documents, catalogue } = surveyGeneration(crawl, generation)
  const { codes } = generation.manifest
  const others = DATA_FORMATS.flatMap((format) =>
    buildCatalogue({
      documents: documents.filter((document) => document.format === format),
      codes: catalogue.datasets.filter(({ fields }) => fields.size === 0).map(({ code }) => code),
      codeField: codes.field,
      named: crawl.options.fields,
    }).datasets.filter(({ fields }) => fields.size > 0),
  )
  const said = catalogue.datasets.filter(({ fields }) => fields.size > 0)
  return [...said, ...others, ...catalogue.datasets]
}
