import { mirror } from 'virtual:mirror'
import { renderIndex } from '../lib/site/search/packed.ts'
import { searchCatalogueOf } from '../lib/site/view/index.ts'

/** The index of the search, as a script. */
export const GET = () =>
  new Response(renderIndex(searchCatalogueOf(mirror)), { headers: { 'content-type': 'text/javascript' } })
