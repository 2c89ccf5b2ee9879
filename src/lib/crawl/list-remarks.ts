import type { ListDocument } from '../catalogue/index.ts'
import { addressOf, type BaseAddress, hostForms } from '../interface/index.ts'
import type { Problem } from '../snapshot/index.ts'

/** What the lists say of themselves that may mean something is missing. */
export function findListRemarks(
  documents: readonly ListDocument[],
  bases: readonly BaseAddress[],
): Problem[] {
  return [
    ...documents.flatMap((document) => pagingOf(document, bases[0] as BaseAddress)),
    ...disagreementsOf(documents, bases[0] as BaseAddress),
    ...strangersOf(documents, bases),
  ]
}

function pagingOf({ operation, format, paging }: ListDocument, base: BaseAddress): Problem[] {
  if (paging === undefined) return []
  const subject = addressOf(base, { resource: { operation }, format })
  const message = `The list may be one page of several (${paging}); the interface has no paging, so what other pages hold is not mirrored.`
  return [{ severity: 'hole', subject, message }]
}

// A list that has entries in two formats, but not as many: one of them leaves something out.
function disagreementsOf(documents: readonly ListDocument[], base: BaseAddress): Problem[] {
  const counted = documents.filter(({ format, records }) => format !== 'html' && records.length > 1)
  return [...Map.groupBy(counted, ({ operation }) => operation)].flatMap(([operation, lists]) => {
    if (new Set(lists.map(({ records }) => records.length)).size < 2) return []
    const counts = lists.map(({ format, records }) => `${records.length} in ${format}`).join(', ')
    const subject = addressOf(base, { resource: { operation }, format: 'html' })
    const message = `The formats of this list do not agree: it has ${counts} entries. What any of them names is mirrored.`
    return [{ severity: 'warning', subject, message }]
  })
}

// Links that lead to another host name other data, unless the operator says that the host is this service.
function strangersOf(documents: readonly ListDocument[], bases: readonly BaseAddress[]): Problem[] {
  const own = new Set(bases.flatMap((base) => hostForms(new URL(base).host)))
  const counts = new Map<string, number>()
  for (const { host } of documents.flatMap(({ links }) => links))
    if (host !== undefined && !own.has(host)) counts.set(host, (counts.get(host) ?? 0) + 1)
  return [...counts].map(([host, count]) => ({
    severity: 'warning',
    subject: host,
    message: `${count} links of the lists lead to datasets on this host and were passed over. If it is the same service, name it as a further --origin.`,
  }))
}
