import { slugOf } from '../text/slug.ts'
import type { Curation } from './curation.ts'
import { type DescriptorObject, findObjects, findText } from './descriptor.ts'
import type { PackageGroup } from './types.ts'

const NOT_STATED: PackageGroup = { key: 'not-stated', title: 'Not stated' }

/** The publisher of a resource: from its first source, else `Not stated`. */
export function planPublisher(resource: DescriptorObject, curation: Curation): PackageGroup {
  const [source] = findObjects(resource, 'sources')
  const title = source && findText(source, 'title')
  if (title === undefined) return NOT_STATED
  const name = findCurated(title, curation) ?? normaliseName(title)
  return { key: slugOf(name.replace(/^the /i, '')), title: name }
}

function findCurated(title: string, { publishers }: Curation): string | undefined {
  return Object.entries(publishers).find(([words]) => title.includes(words))?.[1]
}

/**
 * The publisher in the title of a source: `Gapminder Foundation - Life Expectancy (Data)` and `Gapminder Foundation` are the same, as are
 * `US Census Bureau` and `U.S. Census Bureau`.
 */
export function normaliseName(title: string): string {
  const text = title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\bUS(?= \p{Lu})/gu, 'U.S.')
  const [name = ''] = text.split(/ [-–—] |: |; | \(/)
  return name.trim().replace(/[,.;]+$/, '') || title.trim()
}
