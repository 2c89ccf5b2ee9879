import type { OpenApi } from '../../src/lib/site/view/developers/open-api.ts'

/** A request that the description of a mirror states: an address below the root, and what answers. */
export interface ApiRequest {
  readonly path: string
  readonly status: 200 | 404
  readonly mediaType: string
}

const MISSING = 'no such/dataset'

/** Every address of a description with every media type, with the codes of its examples; and with a code that there is not. */
export function requestsOf({ paths }: OpenApi): ApiRequest[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const { parameters = [], responses } = get
    const code = parameters.find(({ name }) => name === 'code')?.example
    const type = parameters.find(({ name }) => name === 'type')
    const addressFor = (one: string | undefined, mediaType: string) => {
      const format = type?.schema.enum?.find((format) => mediaType.endsWith(format))
      const query = format === undefined || format === type?.schema.default ? '' : `?type=${format}`
      return path.slice(1).replace('{code}', encodeURIComponent(one ?? '')) + query
    }
    return Object.entries(responses).flatMap(([status, { content }]) =>
      Object.keys(content).map((mediaType) => ({
        path: addressFor(status === '200' ? code : MISSING, mediaType),
        status: status === '200' ? (200 as const) : (404 as const),
        mediaType,
      })),
    )
  })
}
