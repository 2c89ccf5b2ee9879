import { mirror } from 'virtual:mirror'
import { HASHED_FOLDER } from '../lib/site/host/rules.ts'
import { renderIndex } from '../lib/site/search/render-index.ts'
import { searchCatalogueOf } from '../lib/site/view/index.ts'

/** The files of the search index. Which ones there are is known only when all datasets have been read, so they are not pages of their own. */
export function GET() {
  const files = new FormData()
  for (const { path, text } of renderIndex(searchCatalogueOf(mirror), HASHED_FOLDER))
    files.set(path, new Blob([text]))
  return new Response(files)
}
