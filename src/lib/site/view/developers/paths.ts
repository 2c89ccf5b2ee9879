import type { DescribedFile } from '../../../snapshot/index.ts'

/** What the addresses of the mirror are, for programs (OpenAPI 3.1). */
export const OPEN_API = 'openapi.json'

/** The media type by which links name it. Hosts serve it as json. */
export const OPEN_API_TYPE = 'application/vnd.oai.openapi+json;version=3.1'

/** The page of the same for developers. */
export const DEVELOPERS_PAGE = 'about/api'

/** The JSON Schema of a published file. */
export function schemaPathOf(file: DescribedFile): string {
  return `schemas/${file}.json`
}
