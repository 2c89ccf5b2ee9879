import { isOfDatasets, type ListDocument } from './list-document.ts'
import type { NamedList } from './named-list.ts'

/**
 * The lists that have entries of datasets, in order of priority: `list_datasets` before `list`, and of the formats of one list the one with
 * the most fields. If no entry has a known code, only the list with the most fields, without records.
 */
export function findSources(lists: readonly NamedList[]): NamedList[] {
  const all = lists.filter(({ list, records }) => isOfDatasets(list) && records.length > 0)
  const matched = all.filter(({ recordOf }) => recordOf.size > 0)
  const ordered = (sources: readonly NamedList[]) =>
    (['list_datasets', 'list'] as const).flatMap((operation) =>
      bestFirst(sources.filter(({ list }) => list.operation === operation)),
    )
  return matched.length > 0 ? ordered(matched) : ordered(all).slice(0, 1)
}

// A list of few of the datasets goes after one of more than twice as many, and one with garbled texts after a sound one, whatever fields
// they have.
function bestFirst(sources: readonly NamedList[]): NamedList[] {
  const most = Math.max(0, ...sources.map(({ recordOf }) => recordOf.size))
  const able = sources.filter(({ recordOf }) => recordOf.size * 2 >= most)
  const sound = able.filter(({ list }) => list.garbled === undefined)
  const best = findRichest(sound.length > 0 ? sound : able)
  return best === undefined ? [] : [best, ...sources.filter((source) => source !== best)]
}

/** The one whose list has the most fields; the first of equals. */
export function findRichest<T extends Pick<ListDocument, 'records'>>(all: readonly T[]): T | undefined {
  const weight = ({ records }: T) => (records.length === 0 ? 0 : 1 + (records[0]?.fields.size ?? 0))
  return all.reduce<T | undefined>(
    (best, next) => (best === undefined || weight(next) > weight(best) * 1.5 ? next : best),
    undefined,
  )
}
