import type { TestContext } from 'node:test'
import { request } from 'undici'
import {
  type OriginOptions,
  openPackage,
  type RunningOrigin,
  startOrigin,
} from '../../../scripts/origin/index.ts'
import {
  type Format,
  hrefOf,
  LIST_OPERATIONS,
  parseDatasetCode,
  type Resource,
} from '../../../src/lib/interface/index.ts'
import { openSample } from '../../support/sample.ts'

/** The path of a fixture package. */
export function fixture(name: string): string {
  return new URL(`../../fixtures/packages/${name}`, import.meta.url).pathname
}

/** An origin of a fixture package, or of the sample, that stops when the test ends. */
export async function startFor(
  t: TestContext,
  name?: string,
  options?: OriginOptions,
): Promise<RunningOrigin> {
  const origin = await startOrigin(
    await (name === undefined ? openSample() : openPackage(fixture(name))),
    options,
  )
  t.after(() => origin.close())
  return origin
}

/** One answer, its body as sent. */
export interface Got {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly bytes: Buffer
}

/** Asks for a path below the base, without following redirects or decompressing. */
export async function get(
  { url }: Pick<RunningOrigin, 'url'>,
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' = 'GET',
): Promise<Got> {
  const { statusCode, headers: answered, body } = await request(url + path, { headers, method })
  return { status: statusCode, headers: answered, bytes: Buffer.from(await body.arrayBuffer()) }
}

/** The path of a resource in a format. */
export function pathOf(resource: Resource, format: Format): string {
  return hrefOf(resource) + (format === 'html' ? '' : `?type=${format}`)
}

/** The path of a dataset in a format. */
export function datasetPath(code: string, format: Format): string {
  return pathOf({ operation: 'get_dataset', code: parseDatasetCode(code) }, format)
}

/** Every list, and every dataset of an origin up to a size. */
export function resourcesOf(origin: RunningOrigin, maxBytes = Number.POSITIVE_INFINITY): Resource[] {
  const small = origin.package.datasets.filter(({ bytes }) => bytes <= maxBytes)
  return [
    ...LIST_OPERATIONS.map((operation) => ({ operation })),
    ...small.map(({ code }) => ({ operation: 'get_dataset', code }) as const),
  ]
}
