import { DATA_FORMATS, type DataFormat, datasetResource, type Resource } from '../../../interface/index.ts'
import { hasTable } from '../files.ts'
import type { Mirror } from '../mirror.ts'
import { hasCopy } from '../state.ts'
import type { DatasetSummary } from '../summary.ts'

/** A format of a file of a dataset: its data, and the tables that the mirror makes of it. */
export type DatasetFormat = DataFormat | TableFormat
export const TABLE_FORMATS = ['csv', 'parquet'] as const
type TableFormat = (typeof TABLE_FORMATS)[number]

/** In bytes: examples are not larger if there is a choice. */
const LARGE = 1_000_000

/**
 * The datasets for examples: for each format one that has it, and one for `any`. Of those with the most formats that are not large it is the
 * first in the lists.
 */
export function findExamples(mirror: Mirror): ReadonlyMap<DatasetFormat | 'any', DatasetSummary> {
  const ranks = new Map<DatasetFormat | 'any', number>()
  const examples = new Map<DatasetFormat | 'any', DatasetSummary>()
  for (const summary of mirror.summaries.all) {
    const { code, bytes = 0 } = summary
    const records = mirror.recordsOf(datasetResource(code))
    const data = DATA_FORMATS.filter((format) => hasCopy(records[format]))
    const rank = data.length + Number(summary.hasTable) + Number(bytes <= LARGE)
    const formats = data.length === 0 ? [] : ([...data, 'any'] as const)
    for (const format of [...formats, ...tablesOf(mirror, datasetResource(code))]) {
      if (rank <= (ranks.get(format) ?? -1)) continue
      ranks.set(format, rank)
      examples.set(format, summary)
    }
  }
  return examples
}

/** The formats of the tables beside the page of a resource. */
export function tablesOf(mirror: Mirror, resource: Resource): TableFormat[] {
  const is = { csv: hasTable(mirror, resource), parquet: mirror.tableOf(resource)?.parquet !== undefined }
  return TABLE_FORMATS.filter((format) => is[format])
}
