import { API_PATH } from '../../../interface/index.ts'
import { DEVELOPERS_PAGE, OPEN_API, OPEN_API_TYPE } from '../developers/paths.ts'
import { API_CATALOG } from './paths.ts'

/**
 * What a site has for programs, as a set of links (RFC 9727, RFC 9264): the interface, and what describes it. `site` is its address, with a
 * slash at the end.
 */
export function renderApiCatalog(site: string): string {
  const api = `${site}${API_PATH}/`
  const linkset = [
    {
      anchor: site + API_CATALOG,
      item: [{ href: api }],
      profile: [{ href: 'https://www.rfc-editor.org/info/rfc9727' }],
    },
    {
      anchor: api,
      'service-desc': [{ href: site + OPEN_API, type: OPEN_API_TYPE }],
      'service-doc': [{ href: `${site}${DEVELOPERS_PAGE}/`, type: 'text/html' }],
      status: [{ href: `${site}status.json`, type: 'application/json' }],
    },
  ]
  return `${JSON.stringify({ linkset }, null, 2)}\n`
}
