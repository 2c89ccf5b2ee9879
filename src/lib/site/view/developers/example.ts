import { type DataFormat, datasetResource, type Resource } from '../../../interface/index.ts'
import { hasTable } from '../files.ts'
import type { Mirror } from '../mirror.ts'
import type { DatasetSummary } from '../summary.ts'

/** A format of a file of a dataset: its data, and the tables that the mirror makes of it. */
export type DatasetFormat = DataFormat | TableFormat
export const TABLE_FORMATS = ['csv', 'parquet'] as const
type TableFormat = (typeof TABLE_FORMATS)[number]

/** In bytes: examples are not larger if there is a choice. */
const LARGE = 1_000_000

/**
 * A dataset for examples, with this format if one is named: of those with the most formats that are not large, the first in the lists.
 * Undefined if there is none.
 */
export function findExample(mirror: Mirror, wanted?: DatasetFormat): DatasetSummary | undefined {
  const rankOf = ({ files, hasTable, bytes = 0 }: DatasetSummary) =>
    files.length + Number(hasTable) + Number(bytes <= LARGE)
  const has = ({ code, files }: DatasetSummary) =>
    wanted === 'csv' || wanted === 'parquet'
      ? tablesOf(mirror, datasetResource(code)).includes(wanted)
      : files.some(({ format }) => format === (wanted ?? format))
  return mirror.summaries.all
    .filter(has)
    .reduce<DatasetSummary | undefined>(
      (best, next) => (best === undefined || rankOf(next) > rankOf(best) ? next : best),
      undefined,
    )
}

/** The formats of the tables beside the page of a resource. */
export function tablesOf(mirror: Mirror, resource: Resource): TableFormat[] {
  const is = { csv: hasTable(mirror, resource), parquet: mirror.tableOf(resource)?.parquet !== undefined }
  return TABLE_FORMATS.filter((format) => is[format])
}
