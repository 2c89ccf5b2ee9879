import { datasetResource } from '../../interface/index.ts'
import type { Moment } from './format.ts'
import { type Page, relativeLink } from './link.ts'
import type { Mirror } from './mirror.ts'
import { type Belonging, namerOf, type RelationName } from './relation.ts'
import type { Badge } from './state.ts'
import type { DatasetSummary } from './summary.ts'

/** A dataset in a list of datasets. */
export interface Card {
  readonly title: string
  readonly href: string
  readonly oivs: readonly Belonging[]
  readonly categories: readonly Belonging[]
  readonly extent?: string
  /** `json 12.3 kB`, `csv`. */
  readonly files: readonly string[]
  readonly changed?: Moment
  readonly badge?: Badge
}

/** Returns a function that makes the cards of one page. `common`: the category or publisher of the page, which its cards do not repeat. */
export function cardMaker(
  mirror: Mirror,
  from: Page,
  common: { readonly relation?: RelationName; readonly key?: string | undefined } = {},
): (summary: DatasetSummary) => Card {
  const nameOivs = namerOf(mirror.names, 'oivs', from)
  const nameCategories = namerOf(mirror.names, 'categories', from)
  const others = (relation: RelationName, keys: readonly string[]) =>
    common.relation === relation ? keys.filter((key) => key !== common.key) : keys
  return ({ code, title, oivs, categories, extent, files, hasTable, changed, badge }) => ({
    title,
    href: relativeLink(from, datasetResource(code)),
    oivs: nameOivs(others('oivs', oivs)),
    categories: nameCategories(others('categories', categories)),
    ...(extent !== undefined && { extent }),
    files: [...files.map(({ format, size }) => `${format} ${size}`), ...(hasTable ? ['csv'] : [])],
    ...(changed && { changed }),
    ...(badge && { badge }),
  })
}

/** The label of the date on cards: updated at the origin, or changed in the mirror. */
export function changedWord(mirror: Mirror): string {
  return mirror.summaries.clock === 'origin' ? mirror.words.table.updated : mirror.words.table.changed
}
