import type { DatasetEntry } from '../../catalogue/index.ts'
import { hrefOf, type Resource } from '../../interface/index.ts'
import type { Reading } from '../../reading/index.ts'
import { findShown, type MirrorSource, type PageSource, type ResourceRecords } from '../mirror.ts'
import { coverageOf } from './coverage.ts'
import type { DatasetSource } from './dataset-source.ts'
import { type DataFile, madeFilesOf, type TableFile } from './files.ts'
import type { Licence } from './licence.ts'
import { namesOf, publishersOf } from './relation.ts'
import type { Clause } from './sentence.ts'
import { descriptionOf, htmlText, modifiedOf, titleOf } from './text.ts'

/** Lengths between which Google Dataset Search reads a description, in characters. */
const SHORTEST = 50
const LONGEST = 5000
/** More columns than this are not named, so that the page stays small. */
const MOST_COLUMNS = 30

/** What is stated of a dataset. */
export interface DatasetFacts {
  readonly entry: DatasetEntry
  readonly page: Resource
  readonly records: ResourceRecords
  readonly reading: Reading | undefined
  /** That of the origin, else the title of the dataset and of the site. */
  readonly description: string
  readonly sentence: readonly Clause[]
  readonly files: readonly DataFile[]
  readonly table: TableFile | undefined
  readonly licences: readonly Licence[]
}

/**
 * A dataset as schema.org's `Dataset` in JSON-LD, for search engines. It states nothing that the page does not: only a publisher, licence or
 * date that the origin names. Undefined if the mirror has no address of its own, or no copy.
 */
export function datasetDataOf(source: DatasetSource, facts: DatasetFacts): string | undefined {
  const { entry, page, records, reading, files, table, licences } = facts
  const { site } = source
  const at = originAddressOf(records)
  if (site === undefined || at === undefined || files.length === 0) return undefined
  const url = `${site}${hrefOf(page)}`
  const isOriginal = files.every(({ state }) => state === 'current')
  const keywords = namesOf(source, 'categories', entry.categories)
  const creators = publishersOf(source, entry)
  const columns = reading?.columns.slice(0, MOST_COLUMNS).map(({ name }) => htmlText(name)) ?? []
  const modified = modifiedOf(entry)
  const box = reading && coverageOf(reading)?.join(' ')
  return jsonLd({
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': `${url}#dataset`,
    name: htmlText(titleOf(entry)),
    description: describe(facts),
    url,
    identifier: entry.code,
    ...(isOriginal ? { sameAs: at } : { isBasedOn: at }),
    ...(creators.length > 0 && { creator: creators.map((name) => ({ '@type': 'Organization', name })) }),
    ...(keywords.length > 0 && { keywords }),
    ...(licences.length > 0 && { license: licences.map(licenceOf) }),
    isAccessibleForFree: true,
    ...(modified !== undefined && { dateModified: modified }),
    ...(columns.length > 0 && {
      variableMeasured: columns.map((name) => ({ '@type': 'PropertyValue', name })),
    }),
    ...(box !== undefined && { spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box } } }),
    includedInDataCatalog: catalogueNode(source, site),
    distribution: [
      ...files.map(({ format, href, sha256 }) =>
        download(`application/${format}`, url + href, records[format]?.bytes, sha256),
      ),
      ...madeFilesOf(table).map(({ mediaType, href, bytes }) => download(mediaType, url + href, bytes)),
    ],
  })
}

/** The mirror as schema.org's `DataCatalog`; undefined if it has no address of its own. */
export function catalogueDataOf(source: PageSource, description: string): string | undefined {
  const { site, manifest } = source
  if (site === undefined) return undefined
  return jsonLd({
    '@context': 'https://schema.org/',
    ...catalogueNode(source, site),
    description: htmlText(description),
    ...(manifest.origin[0] !== undefined && { isBasedOn: manifest.origin[0] }),
    isAccessibleForFree: true,
  })
}

function catalogueNode({ title }: Pick<MirrorSource, 'title'>, site: string): Record<string, unknown> {
  return { '@type': 'DataCatalog', '@id': `${site}#catalog`, name: htmlText(title), url: site }
}

function licenceOf({ text, href }: Licence): unknown {
  return href ?? { '@type': 'CreativeWork', name: htmlText(text) }
}

function download(
  encodingFormat: string,
  contentUrl: string,
  bytes?: number,
  sha256?: string,
): Record<string, unknown> {
  return {
    '@type': 'DataDownload',
    encodingFormat,
    contentUrl,
    ...(bytes !== undefined && { contentSize: `${bytes} B` }),
    ...(sha256 && { sha256 }),
  }
}

/** The address of a dataset at the origin, whatever its format; undefined if there is no good copy. */
export function originAddressOf(records: ResourceRecords): string | undefined {
  const address = findShown(records)?.address
  if (address === undefined) return undefined
  const url = URL.parse(address)
  if (url === null) return address
  url.searchParams.delete('type')
  return url.href
}

// A short description, or none of the origin, is followed by what the records are like.
function describe({ entry, description, sentence }: DatasetFacts): string {
  const own = htmlText(description).trim()
  const isLong = descriptionOf(entry) !== undefined && own.length >= SHORTEST
  if (isLong || sentence.length === 0) return own.slice(0, LONGEST)
  const clauses = sentence.map(({ column, text, value, share }) =>
    [column && `${column}:`, text, value, share && `(${share})`].filter(Boolean).join(' '),
  )
  const stop = '.!?…:;'.includes(own.at(-1) ?? '.') ? '' : '.'
  return `${own}${stop} ${clauses.join('; ')}.`.slice(0, LONGEST)
}

// In html, `</script>` would end the block.
function jsonLd(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
