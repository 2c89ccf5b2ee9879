import { LIST_OPERATIONS, type ListOperation, listsOf } from '../../interface/index.ts'
import type { MirrorSource } from '../mirror.ts'

/**
 * The lists that have a page: those the origin has, as the config said; and always the list of datasets, which is where this mirror shows
 * them all.
 */
export function listsShown({ manifest }: Pick<MirrorSource, 'manifest'>): ListOperation[] {
  const there = new Set(listsOf(manifest.lists))
  return LIST_OPERATIONS.filter((operation) => operation === 'list_datasets' || there.has(operation))
}
