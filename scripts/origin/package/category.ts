import { slugOf } from '../text/slug.ts'
import type { Curation } from './curation.ts'
import { type DescriptorObject, findText } from './descriptor.ts'
import type { DataKind } from './kind.ts'
import type { PackageGroup } from './types.ts'

/** The categories of a resource: from the curation, else from the resource (`category`, `keywords`), else its kind. */
export function planCategories(
  resource: DescriptorObject,
  { name, kind, isTable }: { name: string; kind: DataKind; isTable: boolean },
  curation: Curation,
): [PackageGroup, ...PackageGroup[]] {
  const curated = Object.keys(curation.categories).find((title) => curation.categories[title]?.includes(name))
  const titles = curated === undefined ? statedTitles(resource) : [curated]
  const [first = kindTitle(kind, isTable), ...others] = titles
  return [groupOf(first), ...others.map(groupOf)]
}

function statedTitles(resource: DescriptorObject): string[] {
  const category = findText(resource, 'category')
  if (category !== undefined) return [category]
  const stated = resource.category ?? resource.categories ?? resource.keywords
  if (!Array.isArray(stated)) return []
  return [...new Set(stated.filter((item) => typeof item === 'string' && item.trim() !== ''))] as string[]
}

function kindTitle(kind: DataKind, isTable: boolean): string {
  if (kind === 'geojson' || kind === 'topojson') return 'Map'
  return isTable ? 'Table' : 'Document'
}

function groupOf(title: string): PackageGroup {
  return { key: slugOf(title), title: title.trim() }
}
