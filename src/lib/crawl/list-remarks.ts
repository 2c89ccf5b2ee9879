import {
  findNamedCodes,
  findNaming,
  findUnnamed,
  type ListDocument,
  type ListRecord,
} from '../catalogue/index.ts'
import { addressOf, type BaseAddress, hostForms } from '../interface/index.ts'
import { cellText } from '../reading/index.ts'
import type { Problem } from '../snapshot/index.ts'
import type { Discovery } from './discover.ts'
import { describePaging } from './partial.ts'

/** Problems of the lists that may mean that something is missing. */
export function findListRemarks(
  documents: readonly ListDocument[],
  discovery: Discovery,
  bases: readonly BaseAddress[],
): Problem[] {
  const known = new Set(discovery.codes)
  return [
    ...documents.flatMap((document) => pagingOf(document, bases[0] as BaseAddress)),
    ...documents.flatMap((document) => unnamedOf(document, known, discovery.field?.name)),
    ...disagreementsOf(documents, known, discovery.field?.name, bases[0] as BaseAddress),
    ...otherHostsOf(documents, bases),
  ]
}

function pagingOf({ operation, format, paging }: ListDocument, base: BaseAddress): Problem[] {
  if (paging === undefined) return []
  const subject = addressOf(base, { resource: { operation }, format })
  return [
    {
      severity: 'gap',
      code: 'paged',
      subject,
      message: describePaging('list', paging),
      facts: { what: 'list' },
    },
  ]
}

const SHOWN = 3

// An entry with neither a code nor a link cannot be requested.
function unnamedOf(list: ListDocument, known: ReadonlySet<string>, field: string | undefined): Problem[] {
  const { operation, format, records } = list
  if (operation !== 'list_datasets' || format === 'html') return []
  const unnamed = findUnnamed(list, known, field)
  if (unnamed.length === 0) return []
  const more = unnamed.length > SHOWN ? ` and ${unnamed.length - SHOWN} more` : ''
  const message = `${unnamed.length} of its ${records.length} entries have no dataset code, so they cannot be requested: ${unnamed.slice(0, SHOWN).map(quoteRecord).join(', ')}${more}.`
  return [
    {
      severity: 'gap',
      code: 'no-code',
      subject: `${operation} (${format})`,
      message,
      facts: { unnamed: unnamed.length, entries: records.length },
    },
  ]
}

function quoteRecord({ fields }: ListRecord): string {
  const text = [...fields.values()].map((value) => cellText(value)?.trim() ?? '').find((one) => one !== '')
  return JSON.stringify((text ?? '').slice(0, 80))
}

// Formats of one list that differ in the number of entries or in their datasets: one of them is incomplete.
function disagreementsOf(
  documents: readonly ListDocument[],
  known: ReadonlySet<string>,
  field: string | undefined,
  base: BaseAddress,
): Problem[] {
  const counted = documents
    .filter(({ format, records }) => format !== 'html' && records.length > 1)
    .map((list) => (isOfDatasets(list) ? findNaming(list, known, field).list : list))
  return [...Map.groupBy(counted, ({ operation }) => operation)].flatMap(([operation, lists]) => {
    const named = lists.every(isOfDatasets) ? lists.map((list) => findNamedCodes(list, known, field)) : []
    const all = new Set(named.flatMap((codes) => [...codes]))
    const agree = named.every(({ size }) => size === 0 || size === all.size)
    if (agree && new Set(lists.map(({ records }) => records.length)).size < 2) return []
    const counts = lists.map(({ format, records }) => `${records.length} in ${format}`).join(', ')
    const subject = addressOf(base, { resource: { operation }, format: 'html' })
    const ofAll = agree ? '' : `, for ${all.size} datasets in total`
    const message = `The formats of this list disagree: ${counts} entries${ofAll}. Datasets that any of them names are requested.`
    return [
      {
        severity: 'warning',
        code: 'formats-disagree',
        subject,
        message,
        facts: Object.fromEntries(lists.map(({ format, records }) => [format, records.length])),
      },
    ]
  })
}

function isOfDatasets({ operation }: ListDocument): boolean {
  return operation === 'list' || operation === 'list_datasets'
}

// Links to another host are data of another service, unless the operator configures that host as a base.
function otherHostsOf(documents: readonly ListDocument[], bases: readonly BaseAddress[]): Problem[] {
  const own = new Set(bases.flatMap((base) => hostForms(new URL(base).host)))
  const counts = new Map<string, number>()
  for (const { host } of documents.flatMap(({ links }) => links))
    if (host !== undefined && !own.has(host)) counts.set(host, (counts.get(host) ?? 0) + 1)
  return [...counts].map(([host, count]) => ({
    severity: 'warning',
    code: 'other-host',
    subject: host,
    message: `${count} links in the lists lead to datasets on this host and were ignored. If it belongs to the same service, add it with another --origin.`,
    facts: { links: count },
  }))
}
