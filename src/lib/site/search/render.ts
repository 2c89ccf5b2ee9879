import type { SearchCatalogue } from './catalogue.ts'
import { packCatalogue } from './packed.ts'

/** The name under which the index lies while the page takes it. */
export const INDEX_NAME = 'searchIndex'
/** The file below the root of the site. */
export const INDEX_FILE = 'search-index.js'

/** The index as a script, since a page opened from a disk can load one and nothing else. It holds data only. */
export function renderIndex(catalogue: SearchCatalogue): string {
  const json = JSON.stringify(packCatalogue(catalogue))
  // Legal in json and in scripts since 2019; before that the two ended a line of a script. A tag would end one inside a page.
  const safe = json.replace(
    /[\u2028\u2029]|<(?=[/!])/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `self.${INDEX_NAME}=${safe}\n`
}
