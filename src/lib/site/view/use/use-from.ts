import { csvPathOf, fileOf, hrefOf, type Resource } from '../../../interface/index.ts'
import type { Reading } from '../../../reading/index.ts'
import { findShown } from '../../mirror.ts'
import { isTabular } from '../../tables/tabular.ts'
import type { PageSource } from '../page-source.ts'
import { hasCopy } from '../state.ts'
import { isLarge } from './as-text.ts'
import { curlOf, documentUses, duckDocumentOf, type JsonFile, javascriptOf, type Use } from './snippets.ts'
import { duckOf, pandasOf, rOf } from './table-uses.ts'

/** A file of a resource, and its portable address below the root. */
interface UseAddress {
  readonly format: 'json' | 'xml' | 'csv'
  readonly address: string
}

/** Addresses of one resource, and examples of its use. */
export interface UseFrom {
  /** The text in front of the addresses, if the mirror has an address; otherwise a script inserts it. */
  readonly site: string
  readonly addresses: readonly UseAddress[]
  readonly uses: readonly Use[]
}

/** The examples for a resource, with its `reading` if it could be read; undefined if there is no file. */
export function useFromOf(
  source: PageSource,
  resource: Resource,
  reading: Reading | undefined,
): UseFrom | undefined {
  const { json, xml } = source.recordsOf(resource)
  const shown = findShown(source.recordsOf(resource))
  const extent = shown && source.extentOf(resource)
  const addressFor = (path: string) => quotable(`${hrefOf(resource)}${path.split('/').at(-1)}`)
  const jsonAt = hasCopy(json) ? addressFor(fileOf({ resource, format: 'json' })) : undefined
  const xmlAt = hasCopy(xml) ? addressFor(fileOf({ resource, format: 'xml' })) : undefined
  const isTable = extent && isTabular(extent, shown.bytes ?? 0)
  const csvAt = isTable ? addressFor(csvPathOf(resource)) : undefined
  const file = jsonAt === undefined ? undefined : { address: jsonAt, bytes: json?.bytes ?? 0 }
  const first = jsonAt ?? xmlAt
  if (first === undefined) return undefined
  return {
    site: source.site === undefined ? '' : quotable(source.site),
    addresses: [
      ...(jsonAt === undefined ? [] : [{ format: 'json', address: jsonAt } as const]),
      ...(xmlAt === undefined ? [] : [{ format: 'xml', address: xmlAt } as const]),
      ...(csvAt === undefined ? [] : [{ format: 'csv', address: csvAt } as const]),
    ],
    uses: [
      curlOf(first, jsonAt === undefined ? 'xml' : 'json'),
      ...(file === undefined ? [] : [javascriptOf(file, reading?.columns.some(isLarge) ?? false)]),
      ...(csvAt === undefined || reading === undefined
        ? documentUsesOf(file)
        : tableUsesOf(csvAt, reading, file)),
    ].toSorted((a, b) => ORDER.indexOf(a.tool) - ORDER.indexOf(b.tool)),
  }
}

function documentUsesOf(file: JsonFile | undefined): readonly Use[] {
  return file === undefined ? [] : documentUses(file)
}

function tableUsesOf(address: string, reading: Reading, file: JsonFile | undefined): readonly Use[] {
  const duck = duckOf(address, reading) ?? (file && duckDocumentOf(file))
  return [pandasOf(address, reading), rOf(address, reading), ...(duck === undefined ? [] : [duck])]
}

const ORDER: readonly Use['tool'][] = ['curl', 'pandas', 'python', 'r', 'javascript', 'duckdb']

// encodeURIComponent leaves these unchanged, but they begin or end a string in some language.
function quotable(address: string): string {
  return address.replace(/[!'()*$`"]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
