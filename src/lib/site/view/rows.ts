import { datasetResource } from '../../interface/index.ts'
import type { Mirror } from '../mirror.ts'
import type { Moment } from './format.ts'
import { type Page, relativeLink } from './link.ts'
import { type Belonging, namerOf } from './relation.ts'
import type { Badge } from './state.ts'
import { type DatasetSummary, summariesOf } from './summary.ts'
import { words } from './words.ts'

/** A dataset in a table of datasets. */
export interface DatasetRow {
  readonly title: string
  readonly href: string
  readonly oivs: readonly Belonging[]
  readonly categories: readonly Belonging[]
  readonly extent?: string
  readonly size?: string
  readonly changed?: Moment
  readonly badge?: Badge
}

/** A function that makes the rows of one page. */
export function rowMaker(mirror: Mirror, from: Page): (summary: DatasetSummary) => DatasetRow {
  const nameOivs = namerOf(mirror.catalogue, 'oivs', from)
  const nameCategories = namerOf(mirror.catalogue, 'categories', from)
  return ({ code, title, oivs, categories, extent, size, changed, badge }) => ({
    title,
    href: relativeLink(from, datasetResource(code)),
    oivs: nameOivs(oivs),
    categories: nameCategories(categories),
    ...(extent !== undefined && { extent }),
    ...(size !== undefined && { size }),
    ...(changed && { changed }),
    ...(badge && { badge }),
  })
}

/** The head of the column that says when datasets changed. */
export function changedHead(mirror: Mirror): string {
  return summariesOf(mirror).clock === 'origin' ? words.table.updated : words.table.changed
}
